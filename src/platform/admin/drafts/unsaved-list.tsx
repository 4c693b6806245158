import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { FormattedDate } from '../../web/ui/date.tsx';
import { isForServer } from './sender.ts';
import { useClaimed, useUnsaved } from './unsaved.ts';
import { useDiscard } from './use-discard.ts';
import { draftParameter } from './use-draft.ts';

/** A draft that the server stores. */
export type RemoteDraft = { id: string; name: string; path: string; at: string };
type Item = RemoteDraft & { isForBin: boolean };
type Props = { remote: readonly RemoteDraft[]; load: () => Promise<unknown> };

/** The list shows this many; the others can be expanded. */
const visibleItems = 2;

/** Lists the unsaved changes of all forms, except those that are open, which show their drafts themselves. */
export function UnsavedList({ remote, load }: Props) {
  const local = useUnsaved();
  const claimed = useClaimed();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads on each navigation
  useEffect(() => {
    // The request has logged the error; the list shows the drafts of this browser.
    load().catch(() => {});
  }, [key]);
  const known = new Set([...claimed, ...local.map(({ id }) => id)]);
  const items: Item[] = [
    ...local
      .filter(({ id }) => !claimed.includes(id))
      .map((draft) => ({ ...draft, isForBin: isForServer(draft) })),
    ...remote.filter(({ id }) => !known.has(id)).map((draft) => ({ ...draft, isForBin: true })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  if (items.length === 0) return null;
  const more = items.slice(visibleItems);
  return (
    <section className="offers" aria-label="Not saved yet">
      <Items items={items.slice(0, visibleItems)} />
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
  const discard = useDiscard();
  return (
    <ul>
      {items.map(({ id, name, path, at, isForBin }) => (
        <li key={id}>
          <span>
            Not saved yet: <strong>{name}</strong>, from <FormattedDate date={at} style="full" />
          </span>
          <span className="actions">
            <Link to={`${path}${path.includes('?') ? '&' : '?'}${draftParameter}=${id}`}>Continue</Link>
            <button
              type="button"
              className="quiet"
              aria-label={`${isForBin ? 'Move to bin' : 'Delete'}: ${name}`}
              onClick={() => void discard(name, [id])}
            >
              {isForBin ? 'Move to bin' : 'Delete'}
            </button>
          </span>
        </li>
      ))}
    </ul>
  );
}
