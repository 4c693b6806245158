import { useMessages } from '../../../platform/web/messages.ts';
import type { Image } from '../../images/api/images.ts';
import type { Post } from '../api/posts.ts';
import { Gallery, PostHtml, titleOf } from './post-parts.tsx';

/** Content and images: the same for readers and in a preview. */
export function PostBody({ post }: { post: Post }) {
  const messages = useMessages();
  const html = post.post_content_shown ?? post.post_content;
  return (
    <>
      <PostHtml post={post} html={html} />
      <Gallery images={galleryOf(post, html)} title={titleOf(post, messages)} />
    </>
  );
}

/** The images that the text does not show. The head of the page crops the main image, but shows it; alone it needs no gallery. */
function galleryOf({ images }: Post, html: string): Image[] {
  const others = images.filter((image) => !isIn(html, image));
  return others.some(({ main_image }) => main_image === 0) ? others : [];
}

/** Texts name one of these two sizes. */
const isIn = (html: string, { file_path, file_path_largest }: Image): boolean =>
  html.includes(`"${file_path}"`) || html.includes(`"${file_path_largest}"`);
