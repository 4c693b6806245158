import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { FormattedDate } from '../../ui/date.tsx';
import { dropDrafts } from './sender.ts';
import { loadServerDrafts, useServerDrafts } from './server-drafts.ts';
import { useClaimed, useUnsaved } from './unsaved.ts';
import { draftParameter } from './use-draft.ts';

type Item = { id: string; name: string; path: string; at: string };
type Post = { post_id: number | null; post_title: string };

/** At most so many are shown at once; the others can be unfolded. */
const shownAtOnce = 2;

/** Unsaved text of all forms, to be continued or thrown away. Forms that are open speak of theirs themselves. */
export function UnsavedList({ describe }: { describe: (post: Post) => { name: string; path: string } }) {
  const here = useUnsaved();
  const there = useServerDrafts();
  const claimed = useClaimed();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again on each screen
  useEffect(() => {
    // A failure was logged by the call; the list shows what is known.
    loadServerDrafts().catch(() => {});
  }, [key]);
  const known = new Set([...claimed, ...here.map(({ id }) => id)]);
  const items: Item[] = [
    ...here.filter(({ id }) => !claimed.includes(id)),
    ...there
      .filter(({ id }) => !known.has(id))
      .map(({ id, date, ...post }) => ({ id, at: date, ...describe(post) })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  if (items.length === 0) return null;
  const more = items.slice(shownAtOnce);
  return (
    <section className="offers" aria-label="Not saved yet">
      <Items items={items.slice(0, shownAtOnce)} />
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          <Items items={more} />
        </details>
      )}
    </section>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <ul>
      {items.map(({ id, name, path, at }) => (
        <li key={id}>
          <span>
            Not saved yet: <strong>{name}</strong>, typed <FormattedDate date={at} style="full" />
          </span>
          <span className="actions">
            <Link to={`${path}${path.includes('?') ? '&' : '?'}${draftParameter}=${id}`}>Continue</Link>
            <button type="button" className="quiet" onClick={() => void dropDrafts([{ id }])}>
              Throw away
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
