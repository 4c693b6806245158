import { feedHtml } from '../../content/document/feed-html.ts';
import type { FeedPost } from '../../core/feeds/store.ts';
import { presentImage } from '../../core/images/present-image.ts';
import { variantType } from '../../core/images/processing/images.ts';
import type { StoredFullPost, StoredPost } from '../../core/posts/store/post-rows.ts';
import type { Site } from '../../core/site/api/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { urls } from '../../platform/http/urls.ts';
import { escapeHtml } from '../../platform/web/escape-html.ts';
import { actorUrl, type Json, publicAudience } from './deliver.ts';
import { hashtag } from './hashtag.ts';
import type { SentObject } from './store/fediverse.ts';
import { link } from './text-html.ts';
import { fediverseUrls } from './urls.ts';

/** Mastodon shows no more. */
const maxImages = 4;

export const postObjectUrl = (blog: Blog, id: number, version: number): string =>
  blog.siteUrl() + fediverseUrls.post(id, version);

export const audience = (blog: Blog) => ({
  to: [publicAudience],
  cc: [blog.siteUrl() + fediverseUrls.followers],
});

export const withHtml = (post: StoredFullPost): FeedPost => ({
  ...post,
  html: post.shown_html ?? post.post_content,
});

/**
 * A post for other servers. As an article it is announced: title, summary and a link to the page. Mastodon shows these three
 * of an Article, and others show summary and content, so the content does not repeat the summary. As a note its whole text is sent.
 */
export function postObject(blog: Blog, site: Site, post: FeedPost, version: number): Json {
  const siteUrl = blog.siteUrl();
  const id = postObjectUrl(blog, post.id, version);
  const url = siteUrl + urls.post(post.post_title_web);
  const title = post.post_title || 'Untitled';
  const language = post.language || site.language;
  const isNote = site.fediverse === 'note';
  const content = isNote
    ? `<p><strong>${link(url, title)}</strong></p>${feedHtml(post.html, url)}`
    : `<p>${link(url, url)}</p>`;
  const excerpt = post.description ? `<p>${escapeHtml(post.description)}</p>` : '';
  const images = imagesOf(blog, post);
  return {
    id,
    type: isNote ? 'Note' : 'Article',
    attributedTo: actorUrl(blog),
    ...(!isNote && {
      name: title,
      ...(post.description && { summary: escapeHtml(post.description) }),
      // FEP-b2b8: what servers show that do not show articles.
      preview: { type: 'Note', content: `<p><strong>${escapeHtml(title)}</strong></p>${excerpt}${content}` },
    }),
    content,
    contentMap: { [language]: content },
    url,
    published: post.post_date,
    ...(post.update_date && { updated: post.update_date }),
    ...audience(blog),
    sensitive: false,
    tag: hashtagsOf(siteUrl, post),
    attachment: images,
    ...(images[0] && { image: images[0] }),
    replies: `${siteUrl}${fediverseUrls.replies(post.id, version)}`,
  };
}

function imagesOf(blog: Blog, post: StoredPost): Json[] {
  const mainFirst = post.images.toSorted((a, b) => b.main_image - a.main_image);
  return mainFirst.slice(0, maxImages).map((image) => {
    const { file_path, width, height, alt } = presentImage(blog, image);
    return {
      type: 'Image',
      mediaType: variantType,
      url: new URL(file_path, blog.siteUrl()).href,
      ...(alt && { name: alt }),
      width,
      height,
    };
  });
}

const hashtagsOf = (siteUrl: string, { tags }: StoredPost): Json[] =>
  tags.flatMap(({ tag_name, display_name }) => {
    const name = hashtag(display_name) || hashtag(tag_name);
    return name ? [{ type: 'Hashtag', href: siteUrl + urls.tag(tag_name), name: `#${name}` }] : [];
  });

/** What was, for everyone who asks for it or has to delete it. */
export const tombstone = (id: string): Json => ({ id, type: 'Tombstone' });

/** The version that is public, or would be. */
export const currentVersion = (sent: Pick<SentObject, 'version' | 'deleted'> | undefined): number =>
  sent ? sent.version + sent.deleted : 1;

export const createActivity = (object: Json): Json => ({
  id: `${object.id}#create`,
  type: 'Create',
  published: object.published,
  to: object.to,
  cc: object.cc,
  object,
});
