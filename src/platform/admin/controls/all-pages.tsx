import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/translate.ts';
import { useNotices } from '../frame/notices.tsx';

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
        <span>{t('{done} of {total}', { done: progress.done, total: progress.total })}</span>
        <progress max={progress.total} value={progress.done} aria-label={progressLabel} />
        <button type="button" className="quiet" onClick={all.stop}>
          {t('Stop')}
        </button>
      </p>
    );
  if (selected)
    return (
      <p className="all-pages">
        <span>
          {selected.ids.length < selected.total
            ? first === 'oldest'
              ? t('The oldest {count} of {total} {name} are selected.', {
                  count: selected.ids.length,
                  total: selected.total,
                  name,
                })
              : t('The newest {count} of {total} {name} are selected.', {
                  count: selected.ids.length,
                  total: selected.total,
                  name,
                })
            : t('All {total} {name} are selected.', { total: selected.total, name })}
        </span>
        <button type="button" className="quiet" onClick={all.clear}>
          {t('Clear selection')}
        </button>
      </p>
    );
  if (!isPage || total <= listed) return null;
  return (
    <p className="all-pages">
      <span>{t('All {listed} {name} on this page are selected.', { listed, name })}</span>
      <button type="button" className="quiet" onClick={() => void all.select()}>
        {t('Select all {total} {name}', { total, name })}
      </button>
    </p>
  );
}
