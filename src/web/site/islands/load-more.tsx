import { type FormEvent, useState } from 'react';
import { serverErrorText } from '../../../contract/errors.ts';
import { pageStep } from '../../../contract/limits.ts';
import { listAddress, type View } from '../../../contract/list-address.ts';
import type { PostCard } from '../../../contract/posts.ts';
import type { Filter } from '../../api.ts';
import { fetchPosts } from '../../fetch-api.ts';
import { CompactCard } from '../compact-card.tsx';
import { provideIslands } from '../island.tsx';
import { Card } from '../post-card.tsx';
import CardActions from './card-actions.tsx';
import Gallery from './gallery.tsx';

// The cards that this island adds are rendered in the browser.
provideIslands({ 'card-actions': CardActions, gallery: Gallery });

export type LoadMoreProps = {
  /** The posts that the page shows already. */
  shownIds: readonly number[];
  total: number;
  filter: Filter;
  view: View;
  pathname: string;
};

/** The posts that are added to a list, and the button that adds them. */
export default function LoadMore({ shownIds, total: totalAtFirst, filter, view, pathname }: LoadMoreProps) {
  const [cards, setCards] = useState<PostCard[]>([]);
  const [total, setTotal] = useState(totalAtFirst);
  const [state, setState] = useState<'idle' | 'loading' | { error: string }>('idle');
  const shown = shownIds.length + cards.length;
  const Entry = view === 'compact' ? CompactCard : Card;

  const load = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    try {
      const next = await fetchPosts({ limit: pageStep, offset: shown }, filter);
      // A post that moved down the list meanwhile is not shown twice.
      const known = new Set([...shownIds, ...cards.map(({ id }) => id)]);
      const added = next.cards.filter(({ id }) => !known.has(id));
      setCards([...cards, ...added]);
      setTotal(next.total);
      setState('idle');
      rememberShown(pathname, shown + added.length, view);
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : serverErrorText });
    }
  };
  return (
    <>
      {cards.map((card) => (
        <Entry key={card.id} post={card} first={false} />
      ))}
      {shown < total && (
        <form className="load-more" action={pathname} onSubmit={load}>
          {view === 'compact' && <input type="hidden" name="view" value={view} />}
          <button type="submit" name="show" value={shown + pageStep} aria-busy={state === 'loading'}>
            load more...
          </button>
          <p role="status">
            {state === 'loading' && <span className="visually-hidden">Loading</span>}
            {typeof state === 'object' && <span className="error">{state.error}</span>}
          </p>
        </form>
      )}
    </>
  );
}

/** The number of posts shown lives in the URL, and the layout switch keeps it. */
function rememberShown(pathname: string, shown: number, view: View): void {
  history.replaceState(history.state, '', listAddress(pathname, shown, view));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.view-switch a'))
    link.href = listAddress(pathname, shown, link.textContent as View);
}
