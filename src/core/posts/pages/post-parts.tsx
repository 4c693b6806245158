import { urls } from '../../../platform/http/urls.ts';
import { Island } from '../../../platform/web/island.tsx';
import { directionOfHtml, textDirection } from '../../../platform/web/language-names.ts';
import type { IslandMessages } from '../../../platform/web/messages/types.ts';
import { useIslandMessages } from '../../../platform/web/messages.ts';
import type { Image } from '../../images/api/images.ts';
import type GalleryIsland from '../../images/pages/islands/gallery.tsx';
import type { GalleryImage } from '../../images/pages/islands/gallery.tsx';
import { segments } from '../../site/category-paths.ts';
import { useSite } from '../../site/pages/site-context.ts';
import type { PostCard } from '../api/posts.ts';
import { categoriesOf, type PostTerms } from '../terms/rules/list-names.ts';

/** Components shared by cards and the post page. */

type AnyPost = Omit<PostCard, 'truncated'>;

export const titleOf = (
  { post_title }: Pick<AnyPost, 'post_title'>,
  { untitled }: Pick<IslandMessages, 'untitled'>,
): string => post_title.trim() || untitled;
export const mainImage = (post: AnyPost): Image | undefined => post.images.find((image) => image.main_image);

export const extraImages = (post: AnyPost): Image[] => post.images.filter((image) => !image.main_image);

export const socialImage = (post: AnyPost): Image | undefined =>
  post.images.find((image) => image.social_image) ?? mainImage(post);

/** The path of each category of a post, the main one first. */
export const CategoryPaths = ({ post }: { post: PostTerms }) =>
  categoriesOf(post).map(({ path, titles }) => (
    <ul key={path} className="category-path">
      {segments(path).map((segment, index) => (
        <li key={segment}>
          <a className="p-category" href={urls.category(segment)} dir="auto">
            {titles[index]}
          </a>
        </li>
      ))}
    </ul>
  ));

export function Tags({ post }: { post: AnyPost }) {
  const messages = useIslandMessages();
  if (post.tags.length === 0) return null;
  return (
    <ul className="tags" aria-label={messages.tags}>
      {post.tags.map(({ id, tag_name, display_name }) => (
        <li key={id}>
          <a className="p-category" rel="tag" href={urls.tag(tag_name)} dir="auto">
            {display_name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The direction of a post that is not written in the direction of the site: title, meta line and text are turned together. */
export function useDirection(language: string, html: string): 'ltr' | 'rtl' | undefined {
  const ofSite = textDirection(useSite().language);
  const direction = language ? textDirection(language) : directionOfHtml(html, ofSite);
  return direction === ofSite ? undefined : direction;
}

/** The text of a post. Its lists, quotes and tables have its direction, whatever the direction of the page is. */
export function PostHtml({ post: { language }, html }: { post: Pick<AnyPost, 'language'>; html: string }) {
  return (
    <div
      className="content e-content"
      lang={language || undefined}
      dir={useDirection(language, html)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when saved
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/** Thumbnails that open large versions. */
export function Gallery({ images, title }: { images: readonly Image[]; title: string }) {
  if (images.length === 0) return null;
  return <Island<typeof GalleryIsland> name="gallery" props={{ images: images.map(galleryImage), title }} />;
}

const galleryImage = (image: Image): GalleryImage => ({
  id: image.id,
  file_path_thumbnail: image.file_path_thumbnail,
  file_path_largest: image.file_path_largest,
  srcset: image.srcset,
  width: image.width,
  height: image.height,
  alt: image.alt,
  color: image.color,
  focal_x: image.focal_x,
  focal_y: image.focal_y,
});
