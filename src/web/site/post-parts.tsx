import type { Image } from '../../contract/images.ts';
import type { PostCard } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { segments, segmentTitle } from '../../rules/categories.ts';
import { htmlAttribute } from '../page-data.ts';

/** The pieces that a card and the post's own page have in common. */

export type AnyPost = Omit<PostCard, 'truncated'>;

export const titleOf = (post: Pick<AnyPost, 'post_title'>): string => post.post_title.trim() || 'Untitled';
export const mainImage = (post: AnyPost): Image | undefined => post.images.find((image) => image.main_image);
export const extraImages = (post: AnyPost): Image[] => post.images.filter((image) => !image.main_image);

/** Every segment of the path leads to its own list. */
export function CategoryPath({ path }: { path: string | null }) {
  if (!path) return null;
  return (
    <ul className="category-path">
      {segments(path).map((segment) => (
        <li key={segment}>
          <a className="p-category" href={urls.category(segment)}>
            {segmentTitle(segment)}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Tags({ post }: { post: AnyPost }) {
  if (post.tags.length === 0) return null;
  return (
    <ul className="tags" aria-label="Tags">
      {post.tags.map(({ id, tag_name }) => (
        <li key={id}>
          <a className="p-category" rel="tag" href={urls.tag(tag_name)}>
            {tag_name}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function PostHtml({ id, html, className }: { id: number; html: string; className: string }) {
  return (
    <div
      className={`content ${className}`}
      {...{ [htmlAttribute]: id }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
