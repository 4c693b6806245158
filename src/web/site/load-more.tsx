import { useState } from 'react';
import { useNavigate } from 'react-router';
import { serverErrorText } from '../../contract/errors.ts';
import { pageStep } from '../../contract/limits.ts';
import type { PostCard } from '../../contract/posts.ts';
import type { Filter } from '../api.ts';
import { fetchApi } from '../fetch-api.ts';
import { staysInPlace } from '../scroll-memory.ts';
import { LinkButton } from '../ui/link-button.tsx';

type Loaded = { cards: PostCard[]; total: number };

/** The posts of the loader and those that were added since; new data of the loader begins anew. */
export function useMore(data: Loaded) {
  const [more, setMore] = useState({ of: data, cards: [] as PostCard[], total: data.total });
  const current = more.of === data ? more : { of: data, cards: [], total: data.total };
  const cards = [...data.cards, ...current.cards];

  /** Gives the number of posts shown then. A post that moved down the list meanwhile is not shown twice. */
  const add = (next: Loaded): number => {
    const known = new Set(cards.map(({ id }) => id));
    const added = next.cards.filter(({ id }) => !known.has(id));
    setMore({ of: data, cards: [...current.cards, ...added], total: next.total });
    return cards.length + added.length;
  };
  return { cards, total: current.total, add };
}

export function LoadMore({
  list,
  address,
  filter,
}: {
  list: ReturnType<typeof useMore>;
  address(show: number): string;
  filter: Filter;
}) {
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'loading' | { error: string }>('idle');
  const shown = list.cards.length;
  if (shown >= list.total) return null;

  const load = async () => {
    if (state === 'loading') return;
    setState('loading');
    try {
      const now = list.add(await fetchApi.posts({ limit: pageStep, offset: shown }, filter));
      setState('idle');
      navigate(address(now), { replace: true, state: staysInPlace, defaultShouldRevalidate: false });
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : serverErrorText });
    }
  };
  return (
    <div className="load-more">
      <LinkButton href={address(shown + pageStep)} onClick={load} aria-busy={state === 'loading'}>
        load more...
      </LinkButton>
      <p role="status">
        {state === 'loading' && <span className="visually-hidden">Loading</span>}
        {typeof state === 'object' && <span className="error">{state.error}</span>}
      </p>
    </div>
  );
}
