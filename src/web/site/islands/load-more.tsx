import { type FormEvent, useState } from 'react';
import { pageStep } from '../../../contract/limits.ts';
import { type ListPart, listUrl, nextPart, type View } from '../../../contract/list-url.ts';
import type { PostCard } from '../../../contract/posts.ts';
import type { Filter } from '../../api.ts';
import { fetchPosts } from '../../fetch-api.ts';
import { useIslandMessages } from '../../messages.ts';
import { CompactCard } from '../compact-card.tsx';
import { provideIslands } from '../island.tsx';
import { Card } from '../post-card.tsx';
import CardActions from './card-actions.tsx';
import Gallery from './gallery.tsx';

// Cards that this island adds are rendered in the browser.
provideIslands({ 'card-actions': CardActions, gallery: Gallery });

export type LoadMoreProps = {
  /** The posts that the server rendered. */
  renderedIds: readonly number[];
  total: number;
  filter: Filter;
  view: View;
  /** How many posts are on earlier pages. */
  from: number;
  pathname: string;
};

export default function LoadMore(props: LoadMoreProps) {
  const messages = useIslandMessages();
  const { renderedIds, total: totalAtFirst, filter, view, from, pathname } = props;
  const [cards, setCards] = useState<PostCard[]>([]);
  const [total, setTotal] = useState(totalAtFirst);
  const [state, setState] = useState<'idle' | 'loading' | { error: string }>('idle');
  const count = renderedIds.length + cards.length;
  const next = nextPart({ show: count, view, from });
  const Entry = view === 'compact' ? CompactCard : Card;

  const load = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'loading') return;
    setState('loading');
    try {
      const more = await fetchPosts({ limit: pageStep, offset: from + count }, filter);
      // A post that moved down the list in the meantime must not appear twice.
      const known = new Set([...renderedIds, ...cards.map(({ id }) => id)]);
      const added = more.cards.filter(({ id }) => !known.has(id));
      setCards([...cards, ...added]);
      setTotal(more.total);
      setState('idle');
      updateUrl(pathname, { show: count + added.length, view, from });
    } catch (error) {
      setState({ error: (error as Error).message });
    }
  };
  return (
    <>
      {cards.map((card) => (
        <Entry key={card.id} post={card} first={false} />
      ))}
      {from + count < total && (
        <form className="load-more" action={pathname} onSubmit={load}>
          {view === 'compact' && <input type="hidden" name="view" value={view} />}
          {next.from > 0 && <input type="hidden" name="from" value={next.from} />}
          <button type="submit" name="show" value={next.show} aria-busy={state === 'loading'}>
            {messages.loadMore}
          </button>
          <p role="status">
            {state === 'loading' && <span className="visually-hidden">{messages.loading}</span>}
            {typeof state === 'object' && <span className="error">{state.error}</span>}
          </p>
        </form>
      )}
    </>
  );
}

/** The URL holds the number of posts, so that reload and back restore the list; so do the links of the layout switch. */
function updateUrl(pathname: string, part: ListPart): void {
  history.replaceState(history.state, '', listUrl(pathname, part));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.view-switch a'))
    link.href = listUrl(pathname, { ...part, view: link.dataset.view as View });
}
