import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { ProgressBar } from '../../../platform/admin/controls/progress-bar.tsx';
import { useNotices } from '../../../platform/admin/frame/notices.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { CategoryRename } from '../../posts/terms/api/categories.ts';
import { categoryRenamed } from '../messages.ts';
import { taxonomyCalls } from './calls.ts';

const pollMs = 1000;

export const isRunning = ({ state }: CategoryRename): boolean => state !== 'failed';

/** The rename in the background with its latest progress. Loads the screen again when the path changes and at the end. */
export function useRename(loaded: CategoryRename | null): CategoryRename | null {
  const [latest, setLatest] = useState(loaded);
  const { revalidate } = useRevalidator();
  const { notify } = useNotices();
  useEffect(() => setLatest(loaded), [loaded]);
  useEffect(() => {
    if (!loaded || !isRunning(loaded)) return;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      // A failure is tried again at the next turn.
      const answer = await taxonomyCalls.categoryRename().catch(() => null);
      if (!answer) return;
      const { rename } = answer;
      if (rename && isRunning(rename) && rename.stage === loaded.stage) return setLatest(rename);
      clearInterval(timer);
      if (!rename) notify(categoryRenamed(loaded.from_path, loaded.to_path));
      await revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [loaded, revalidate, notify]);
  return latest;
}

const stages = {
  adding: t('Adding posts to the new list'),
  removing: t('Removing posts from the old list'),
};

function progressText({ state, stage, done, total, percent }: CategoryRename): string {
  if (state === 'waiting') return t('Waiting to be started …');
  return t('{percent}% – {stage}: {done} of {total}', { percent, stage: stages[stage], done, total });
}

export function RenameProgress({ rename }: { rename: CategoryRename }) {
  return (
    <ProgressBar
      label={t('Renaming {fromPath} to {toPath}', { fromPath: rename.from_path, toPath: rename.to_path })}
      fraction={rename.state === 'waiting' ? null : rename.percent / 100}
      text={progressText(rename)}
    />
  );
}
