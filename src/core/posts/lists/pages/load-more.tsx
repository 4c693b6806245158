import { noFilter } from '../../../../platform/http/api/limits.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { useMessages } from '../../../../platform/web/messages.ts';
import type { Filter, PostList } from '../../pages/page-api.ts';
import { nextPart, type View } from '../api/list-url.ts';

/** A page that begins after `from` posts of its list, and shows that list up to the end of `cards`. */
type Props = PostList & { filter: Filter; view: View; from: number; show: number; pathname: string };

/** The call of the API with the next posts. As HTML it is the page in more-posts-page.tsx. */
const nextPosts = (
  limit: number,
  offset: number,
  { category = noFilter, tag = noFilter }: Filter,
  view: View,
): string =>
  `${urls.api}/api/posts/${limit}/${offset}/${encodeURIComponent(category)}/${encodeURIComponent(tag)}?view=${view}`;

/**
 * Loads a page with more posts, or with JavaScript adds them to this one (client/load-more.ts). On a full page it leads to the
 * next one, so that the URL always has the list that is shown.
 */
export function LoadMore({ list: { cards, total, filter, view, from, show, pathname } }: { list: Props }) {
  const { loadMore, loading, serverError } = useMessages();
  const shown = from + show;
  if (cards.length === 0 || shown >= total) return null;
  const next = nextPart({ show, view, from });
  return (
    <form
      className="load-more"
      action={pathname}
      data-more={next.from === from ? nextPosts(next.show - show, shown, filter, view) : undefined}
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
