import { useMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Post, PostCard } from '../api/posts.ts';
import { Byline } from './byline.tsx';
import { CategoryPaths } from './post-parts.tsx';

/** One line below a title: date, category path, revision, reading time. */
export function MetaLine({ post }: { post: PostCard | Post }) {
  const messages = useMessages();
  return (
    <div className="meta-line">
      {post.kind === 'post' && <FormattedDate date={post.post_date} className="dt-published" />}
      {post.kind === 'post' && <Byline post={post} />}
      <CategoryPaths post={post} />
      {post.update_date && (
        <span className="revised">
          {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
        </span>
      )}
      {post.kind === 'post' && post.reading_minutes > 0 && (
        <span>{messages.readingTime(post.reading_minutes)}</span>
      )}
    </div>
  );
}
