import { urls } from '../../../platform/http/urls.ts';
import { useIslandMessages } from '../../../platform/web/messages.ts';
import type { PostCard } from '../api/posts.ts';

/** The votes of a post, as text: a static copy of the site takes none. */
export const CopiedVotes = ({ count }: { count: number }) => (
  <span>
    {useIslandMessages().notTerrible} ({count})
  </span>
);

/** What a card of a static copy has instead of its buttons. */
export function CopiedActions({ post }: { post: PostCard }) {
  const messages = useIslandMessages();
  return (
    <div className="actions">
      <CopiedVotes count={post.vote_count} />
      {post.comments_approved > 0 && (
        <a href={`${urls.post(post.post_title_web)}#comments`}>
          {messages.commentCount(post.comments_approved)}
        </a>
      )}
    </div>
  );
}
