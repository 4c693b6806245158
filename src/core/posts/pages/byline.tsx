import { urls } from '../../../platform/http/urls.ts';
import { useIslandMessages } from '../../../platform/web/messages.ts';
import type { Post, PostCard } from '../api/posts.ts';

/** The name of the author, as a link to the box about the author under the post. */
export function Byline({ post }: { post: PostCard | Post }) {
  const [before, after] = useIslandMessages().byline('\n').split('\n');
  // On its own page, the box is the h-card of the author.
  const name = 'author' in post ? undefined : 'p-author h-card';
  return (
    post.byline && (
      <span className="byline">
        <a href={`${urls.post(post.post_title_web)}#author`}>
          {before}
          <bdi className={name}>{post.byline}</bdi>
          {after}
        </a>
      </span>
    )
  );
}
