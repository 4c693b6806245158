import type { PostCard } from '../../contract/posts.ts';
import { FormattedDate } from '../ui/date.tsx';
import { PostTitle } from './post-title.tsx';

/** An entry of the layout Index: title and date. */
export function IndexEntry({ post }: { post: PostCard }) {
  return (
    <article className="index-entry h-entry">
      <PostTitle post={post} as="h2" />
      <FormattedDate date={post.post_date} className="dt-published" />
    </article>
  );
}
