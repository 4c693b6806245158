import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Neighbors } from './page-api.ts';
import { titleOf } from './post-parts.tsx';

/** Links to the posts before and after this one. */
export function PostNeighbors({ previous, next }: Neighbors) {
  const messages = useMessages();
  if (!previous && !next) return null;
  const links = [
    ['prev', previous, messages.previousPost],
    ['next', next, messages.nextPost],
  ] as const;
  return (
    <nav className="neighbors" aria-label={messages.otherPosts}>
      {links.map(
        ([rel, post, name]) =>
          post && (
            <a key={rel} rel={rel} href={urls.post(post.post_title_web)}>
              <span>{name}</span>
              <bdi>{titleOf(post, messages)}</bdi>
            </a>
          ),
      )}
    </nav>
  );
}
