import { useMessages } from '../../../platform/web/messages.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { PostLink } from '../api/posts.ts';
import { PostTitle } from './post-title.tsx';

export function Related({ posts, topic }: { posts: readonly PostLink[]; topic: string | undefined }) {
  const messages = useMessages();
  if (posts.length === 0 || !topic) return null;
  return (
    <aside className="related" aria-labelledby="related-title">
      <h2 id="related-title">{messages.relatedPosts(topic)}</h2>
      <ul className="title-list">
        {posts.map((post) => (
          <li key={post.id} className="h-cite">
            <PostTitle post={post} as={null} />
            <FormattedDate date={post.post_date} className="dt-published" />
          </li>
        ))}
      </ul>
    </aside>
  );
}
