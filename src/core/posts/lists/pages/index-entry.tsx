import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { PostCard } from '../../api/posts.ts';
import { PostTitle } from '../../pages/post-title.tsx';

/** An entry of the layout Index: title and date. */
export function IndexEntry({ post }: { post: PostCard }) {
  return (
    <article className="index-entry h-entry">
      <PostTitle post={post} as="h2" />
      <FormattedDate date={post.post_date} className="dt-published" />
    </article>
  );
}
