import type { ReactNode } from 'react';
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
        <Part>
          <FormattedDate date={post.post_date} className="dt-published" />
        </Part>
      )}
      {post.kind === 'post' && <Byline post={post} />}
      <CategoryPaths post={post} />
      {post.update_date && (
        <Part>
          {messages.revised} <FormattedDate date={post.update_date} className="dt-updated" />
        </Part>
      )}
      {post.kind === 'post' && post.reading_minutes > 0 && (
        <Part>{messages.readingTime(post.reading_minutes)}</Part>
      )}
    </div>
  );
}

/** The separator that follows has the direction of the line. */
const Part = ({ children }: { children: ReactNode }) => (
  <span>
    <bdi>{children}</bdi>
  </span>
);
