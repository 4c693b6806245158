import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { ProgressBar } from '../../../../platform/admin/controls/progress-bar.tsx';
import { navigationUrl } from '../../../../platform/admin/frame/navigation.ts';
import { useNotices } from '../../../../platform/admin/frame/notices.tsx';
import type { Work } from '../../../../platform/admin/module.ts';
import { workFinished } from '../../../../platform/messages/owner.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { Working } from '../../api/working.ts';
import { siteCalls } from '../calls.ts';

const pollMs = 2_000;

let working: Working = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Asks what runs: after each change that a screen makes, with each check of the session, and often while something runs. */
export async function refreshWorking(): Promise<void> {
  clearTimeout(timer);
  const now = await siteCalls.working().catch(() => null);
  clearTimeout(timer);
  if (!now) return;
  working = now;
  for (const listener of listeners) listener();
  if (working.length > 0 && !document.hidden) timer = setTimeout(refreshWorking, pollMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What runs in the background, so that its screen can be left. `kinds` are those that the owner knows. */
export function WorkingStatus({ kinds }: { kinds: readonly Work[] }) {
  const all = useSyncExternalStore(subscribe, () => working);
  const items = kinds.flatMap((work) => {
    const job = all.find(({ kind }) => kind === work.kind);
    return job ? [{ ...work, name: t(work.name), progress: job.progress }] : [];
  });
  useFinished(items);
  if (items.length === 0) return null;
  return (
    <>
      <button type="button" className="quiet working-button" popoverTarget="working">
        {t('Working')}
        <span className="visually-hidden">: {items.map(({ name }) => name).join(', ')}</span>
      </button>
      <section id="working" className="working" popover="auto" aria-label={t('Working')}>
        <ul>
          {items.map(({ kind, name, path, progress }) => (
            <li key={kind}>
              <Link to={navigationUrl(path)}>{name}</Link>
              <ProgressBar
                label={t('Progress: {name}', { name })}
                hideLabel
                fraction={progress && progress.done / progress.total}
                text={progress ? `${Math.floor((100 * progress.done) / progress.total)} %` : t('Running …')}
              />
            </li>
          ))}
        </ul>
        <p className="soft">{t('You can leave the screen: this goes on.')}</p>
      </section>
    </>
  );
}

/** Says that something is finished, unless its screen is open, which says so itself. */
function useFinished(items: readonly Work[]): void {
  const { notify } = useNotices();
  const { pathname } = useLocation();
  const before = useRef<readonly Work[]>([]);
  useEffect(() => {
    for (const { kind, name, path, isQuiet } of before.current)
      if (!isQuiet && !items.some((item) => item.kind === kind) && !pathname.startsWith(navigationUrl(path)))
        notify(workFinished(name));
    before.current = items;
  }, [items, notify, pathname]);
}
