import { useMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Post, PostCard } from '../api/posts.ts';
import { Byline } from './byline.tsx';
import { CategoryPaths, useDirection } from './post-parts.tsx';

/**
 * One line below a title: date, category path, revision, reading time. It is turned with its post; words in the language of the
 * site keep their own direction.
 */
export function MetaLine({ post }: { post: PostCard | Post }) {
  const messages = useMessages();
  return (
    <div className="meta-line" dir={useDirection(post.language, post.post_content)}>
      {post.kind === 'post' && (
        <span>
          <FormattedDate date={post.post_date} className="dt-published" />
        </span>
      )}
      {post.kind === 'post' && <Byline post={post} />}
      <CategoryPaths post={post} />
      {post.update_date && (
        <span>
          {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
        </span>
      )}
      {post.kind === 'post' && post.reading_minutes > 0 && (
        <span>{messages.readingTime(post.reading_minutes)}</span>
      )}
    </div>
  );
}
