import { useEffect, useRef, useState } from 'react';
import { useNotices } from '../frame/notices.tsx';
import { formatNumber } from './format.ts';

type Snapshot = { ids: number[]; total: number };

/**
 * All items that match a filter, on every page. Their ids are those of the moment in which they were selected; what happens to
 * them happens in batches.
 */
export function useAllPages(filter: string, load: () => Promise<Snapshot>) {
  const [selected, setSelected] = useState<(Snapshot & { filter: string }) | null>(null);
  if (selected && selected.filter !== filter) setSelected(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const isStopped = useRef(false);
  const { reportError } = useNotices();
  const isRunning = progress !== null;
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isRunning]);
  return {
    selected,
    progress,
    select: async () => {
      try {
        setSelected({ filter, ...(await load()) });
      } catch (error) {
        reportError(error);
      }
    },
    clear: () => setSelected(null),
    /** Returns what was done, also when it is stopped or fails. */
    inBatches: async <Result,>(
      ids: readonly number[],
      size: number,
      run: (batch: number[]) => Promise<Result>,
    ): Promise<Result[]> => {
      const results: Result[] = [];
      isStopped.current = false;
      try {
        for (let from = 0; from < ids.length && !isStopped.current; from += size) {
          setProgress({ done: from, total: ids.length });
          results.push(await run(ids.slice(from, from + size)));
        }
      } catch (error) {
        reportError(error);
      }
      setProgress(null);
      return results;
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}

type AllPages = Pick<ReturnType<typeof useAllPages>, 'selected' | 'progress' | 'select' | 'clear' | 'stop'>;

type Props = {
  all: AllPages;
  /** What the list contains: `comments`. */
  name: string;
  /** Which of them are selected where there are too many. */
  first: 'oldest' | 'newest';
  progressLabel: string;
  /** Whether all items of this page are selected. */
  isPage: boolean;
  listed: number;
  total: number;
};

/** Offers to select the items of all pages, and shows how far a change of them is. */
export function AllPagesBar({ all, name, first, progressLabel, isPage, listed, total }: Props) {
  const { selected, progress } = all;
  if (progress)
    return (
      <p className="all-pages" role="status">
        <span>
          {formatNumber(progress.done)} of {formatNumber(progress.total)}
        </span>
        <progress max={progress.total} value={progress.done} aria-label={progressLabel} />
        <button type="button" className="quiet" onClick={all.stop}>
          Stop
        </button>
      </p>
    );
  if (selected)
    return (
      <p className="all-pages">
        <span>
          {selected.ids.length < selected.total
            ? `The ${first} ${formatNumber(selected.ids.length)} of ${formatNumber(selected.total)} ${name} are selected.`
            : `All ${formatNumber(selected.total)} ${name} are selected.`}
        </span>
        <button type="button" className="quiet" onClick={all.clear}>
          Clear selection
        </button>
      </p>
    );
  if (!isPage || total <= listed) return null;
  return (
    <p className="all-pages">
      <span>
        All {formatNumber(listed)} {name} on this page are selected.
      </span>
      <button type="button" className="quiet" onClick={() => void all.select()}>
        Select all {formatNumber(total)} {name}
      </button>
    </p>
  );
}
