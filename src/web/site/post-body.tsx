import type { Post } from '../../contract/posts.ts';
import { useMessages } from '../messages.ts';
import { Gallery, PostHtml, Tags, titleOf } from './post-parts.tsx';

/** Content, images and tags: the same for readers and in a preview. */
export function PostBody({ post }: { post: Post }) {
  const messages = useMessages();
  return (
    <>
      <PostHtml html={post.post_content_shown ?? post.post_content} />
      <Gallery images={post.images} title={titleOf(post, messages)} />
      <Tags post={post} />
    </>
  );
}
