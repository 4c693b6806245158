import type { PostLink } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { segmentTitle, topic } from '../../rules/categories.ts';
import { useMessages } from '../messages.ts';
import { FormattedDate } from '../ui/date.tsx';
import { titleOf } from './post-parts.tsx';

export function Related({ posts, path }: { posts: readonly PostLink[]; path: string | null }) {
  const messages = useMessages();
  if (posts.length === 0 || !path) return null;
  return (
    <aside className="related" aria-labelledby="related-title">
      <h2 id="related-title">{messages.relatedPosts(segmentTitle(topic(path)))}</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.id}>
            <a href={urls.post(post.post_title_web)}>{titleOf(post, messages)}</a>
            <FormattedDate date={post.post_date} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
