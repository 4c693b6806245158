import { noFilter, pageStep } from '../../contract/limits.ts';
import { nextPart, type View } from '../../contract/list-url.ts';
import { urls } from '../../contract/urls.ts';
import type { Filter, PostList } from '../api.ts';
import { useMessages } from '../messages.ts';

type Props = PostList & { filter: Filter; view: View; from: number; pathname: string };

/** The call of the API with the next posts. As HTML it is the page in more-posts-page.tsx. */
const nextPosts = (offset: number, { category = noFilter, tag = noFilter }: Filter, view: View): string =>
  `${urls.api}/api/posts/${pageStep}/${offset}/${encodeURIComponent(category)}/${encodeURIComponent(tag)}?view=${view}`;

/** Loads a page with more posts, or with JavaScript adds them to this one (client/load-more.ts). */
export function LoadMore({ list: { cards, total, filter, view, from, pathname } }: { list: Props }) {
  const { loadMore, loading, serverError } = useMessages();
  const shown = from + cards.length;
  if (cards.length === 0 || shown >= total) return null;
  const next = nextPart({ show: cards.length, view, from });
  return (
    <form
      className="load-more"
      action={pathname}
      data-more={nextPosts(shown, filter, view)}
      data-loading={loading}
      data-error={serverError}
    >
      {view === 'compact' && <input type="hidden" name="view" value={view} />}
      {next.from > 0 && <input type="hidden" name="from" value={next.from} />}
      <button type="submit" name="show" value={next.show}>
        {loadMore}
      </button>
      <p role="status" />
    </form>
  );
}
