import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Neighbors, SeriesPlace } from './page-api.ts';
import { titleOf } from './post-parts.tsx';

/** Links to the posts before and after this one; of a series, to its parts. */
export function PostNeighbors({ previous, next, part, total }: Neighbors & Partial<SeriesPlace>) {
  const messages = useMessages();
  if (!previous && !next) return null;
  const links = [
    ['prev', previous, part && total ? messages.partOf(part - 1, total) : messages.previousPost],
    ['next', next, part && total ? messages.partOf(part + 1, total) : messages.nextPost],
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
