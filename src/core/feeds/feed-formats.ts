import { xml } from '../../platform/http/xml.ts';
import type { Feed, FeedAuthor, FeedItem } from './feeds.ts';

/** `self` is the URL of the feed itself. */
export type Format = { type: string; write(feed: Feed, self: string): string };

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';
const generator = 'Not Terrible';
const httpDate = (iso: string): string => new Date(iso).toUTCString();
const home = (feed: Feed): string => feed.siteUrl + feed.homePath;

export const rss: Format = {
  type: 'application/rss+xml; charset=utf-8',
  write: (feed, self) =>
    declaration +
    xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<link>${home(feed)}</link>
<description>${feed.description}</description>
<language>${feed.site.language}</language>
<lastBuildDate>${httpDate(feed.updated)}</lastBuildDate>
<generator>${generator}</generator>
<atom:link rel="self" type="application/rss+xml" href="${self}"/>
${feed.hub ? xml`<atom:link rel="hub" href="${feed.hub}"/>` : null}
<image><url>${feed.siteUrl}/icon-192.png</url><title>${feed.title}</title><link>${home(feed)}</link></image>
${feed.items.map(rssItem)}
</channel>
</rss>
`,
};

function rssItem(item: FeedItem) {
  const [main] = item.images;
  return xml`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid isPermaLink="false">${item.id}</guid>
${item.previous ? xml`<atom:link rel="prev" href="${item.previous}"/>` : null}
${item.next ? xml`<atom:link rel="next" href="${item.next}"/>` : null}
<pubDate>${httpDate(item.published)}</pubDate>
${item.author ? xml`<dc:creator>${item.author.name}</dc:creator>` : null}
${item.language ? xml`<dc:language>${item.language}</dc:language>` : null}
${item.categories.map((name) => xml`<category>${name}</category>`)}
<description>${item.summary}</description>
<content:encoded>${item.html}</content:encoded>
${main ? xml`<enclosure url="${main.url}" length="${main.bytes}" type="${main.type}"/>` : null}
${item.images.map(
  (image) =>
    xml`<media:content url="${image.url}" type="${image.type}" medium="image" width="${image.width}" height="${image.height}" fileSize="${image.bytes}">${image.alt ? xml`<media:description type="plain">${image.alt}</media:description>` : null}</media:content>`,
)}
</item>`;
}

export const atom: Format = {
  type: 'application/atom+xml; charset=utf-8',
  write: (feed, self) =>
    declaration +
    xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.site.language}">
<id>${home(feed)}</id>
<title>${feed.title}</title>
<subtitle>${feed.description}</subtitle>
<updated>${feed.updated}</updated>
<author><name>${feed.site.site_name}</name></author>
<generator>${generator}</generator>
<icon>${feed.siteUrl}/icon-192.png</icon>
<link rel="self" type="application/atom+xml" href="${self}"/>
${feed.hub ? xml`<link rel="hub" href="${feed.hub}"/>` : null}
<link rel="alternate" type="text/html" href="${home(feed)}"/>
${feed.items.map(atomEntry)}
</feed>
`,
};

const atomAuthor = ({ name, url }: FeedAuthor) =>
  xml`<author><name>${name}</name>${url ? xml`<uri>${url}</uri>` : null}</author>`;

const atomEntry = (item: FeedItem) => xml`<entry${item.language ? xml` xml:lang="${item.language}"` : null}>
<id>${item.id}</id>
<title>${item.title}</title>
<link rel="alternate" type="text/html" href="${item.url}"/>
${item.previous ? xml`<link rel="prev" type="text/html" href="${item.previous}"/>` : null}
${item.next ? xml`<link rel="next" type="text/html" href="${item.next}"/>` : null}
<published>${item.published}</published>
<updated>${item.updated}</updated>
${item.author ? atomAuthor(item.author) : null}
${item.categories.map((name) => xml`<category term="${name}"/>`)}
${item.images.map((image) => xml`<link rel="enclosure" type="${image.type}" length="${image.bytes}" href="${image.url}"/>`)}
<summary>${item.summary}</summary>
<content type="html">${item.html}</content>
</entry>`;

const jsonAuthor = ({ name, url, photo }: FeedAuthor) => ({
  name,
  ...(url && { url }),
  ...(photo && { avatar: photo }),
});

export const jsonFeed: Format = {
  type: 'application/feed+json; charset=utf-8',
  write: (feed, self) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: feed.title,
      description: feed.description,
      home_page_url: home(feed),
      feed_url: self,
      ...(feed.hub && { hubs: [{ type: 'WebSub', url: feed.hub }] }),
      icon: `${feed.siteUrl}/icon-512.png`,
      favicon: `${feed.siteUrl}/icon-192.png`,
      language: feed.site.language,
      authors: [{ name: feed.site.site_name, url: `${feed.siteUrl}/` }],
      items: feed.items.map((item) => ({
        id: item.id,
        url: item.url,
        title: item.title,
        content_html: item.html,
        summary: item.summary,
        ...(item.language && { language: item.language }),
        date_published: item.published,
        date_modified: item.updated,
        tags: item.categories,
        ...(item.author && { authors: [jsonAuthor(item.author)] }),
        ...(item.images[0] && { image: item.images[0].url }),
        attachments: item.images.map((image) => ({
          url: image.url,
          mime_type: image.type,
          size_in_bytes: image.bytes,
          ...(image.alt && { title: image.alt }),
        })),
      })),
    }),
};
