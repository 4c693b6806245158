import { setTimeout as wait } from 'node:timers/promises';
import { readSetting } from '../store/settings.ts';
import type { Blog } from './blog.ts';

const patienceMs = 3_000;

/** Whether the database answers, and soon: whoever spreads the load does not wait. */
export async function isReachable(blog: Blog): Promise<boolean> {
  const asked = readSetting(blog.db, 'site').then(
    () => true,
    () => false,
  );
  const stop = new AbortController();
  const late = wait(patienceMs, false, { signal: stop.signal }).catch(() => false);
  return Promise.race([asked, late]).finally(() => stop.abort());
}
