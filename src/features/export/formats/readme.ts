import { commandLine } from '../../../platform/messages/command-line.ts';
import type { ArchiveContent } from './archive-content.ts';
import type { ExportedSite } from './content.ts';

const subscriberLines = `subscribers.csv  Who gets posts by mail, as Ghost (Members, Import) and other programs read it. Private: keep it to yourself.
subscribers.json The same for Not Terrible, with what each of them chose.
suppressions.json Emails that get no mail, as hashes.
`;

export const readme = (site: ExportedSite, counts: ArchiveContent['counts']): string => `${site.name}
${site.url}

Everything of this site on ${site.date}: ${counts.posts} posts, ${counts.pages} pages, ${counts.comments} comments, ${counts.files} files.
It contains drafts and comments that are not public${counts.subscribers > 0 ? ', and the email addresses of subscribers' : ''}. It contains no passwords, and ${counts.subscribers > 0 ? 'of keys only that of links in mails' : 'no keys or email addresses of readers'}.

posts/, pages/   Markdown with YAML front matter. "not_terrible" in it is what only Not Terrible needs.
images/          All images in the sizes that the site stores (the widest is the largest), recordings, photos of authors and
                 images of the site. The texts name them as /images/...
comments.json    All comments: threads (parent_id), names, URLs, where they came from, whether they are approved (1 or 0).
reactions.json   Likes and reposts on other servers.
votes.json       How many votes each post has; the single votes have hashes instead of IP addresses.
redirects.json   Old addresses and where they lead (null: gone), and former web titles of posts. _redirects has the same
                 for static hosts.
settings.json    Settings, menu, custom CSS, authors, categories, tags.
media.json       What is known of recordings, images of the site, and embedded pages.
${counts.subscribers > 0 ? subscriberLines : ''}wordpress.xml    The same content for WordPress (Tools, Import, WordPress). It fetches the images from ${site.url}.
ghost.json       The same content for Ghost (Settings, Import). Ghost has no place for comments, votes and redirects.
export.json      The version of this format, and which files were missing.

Hugo:         "hugo" in this folder builds the site into public/.
Jekyll:       "jekyll build" in this folder builds the site into _site/. hugo.toml, layouts/, _config.yml, _layouts/,
              _plugins/ and index.html are minimal and meant to be replaced.
Not Terrible: ${commandLine('import', 'THIS.zip')}. A site without content becomes the same as this one; any other gets the posts,
              pages and comments in addition.
`;
