import { setTimeout as wait } from 'node:timers/promises';
import { hasMoved } from '../../db/sqlite.ts';
import { readSetting, siteIdSetting } from '../../store/settings.ts';
import type { Blog } from '../blog.ts';

const patienceMs = 3_000;

/** Why the site cannot serve, null when it can. Answers soon: a load balancer does not wait. */
export async function whyNotReady(blog: Blog): Promise<string | null> {
  const stop = new AbortController();
  const late = wait(patienceMs, silent, { signal: stop.signal }).catch(() => silent);
  return Promise.race([readsItsData(blog), late]).finally(() => stop.abort());
}

const silent = 'the database does not answer';

/** Reads a row that every site has: a database that answers may still be empty, or that of another site. */
async function readsItsData(blog: Blog): Promise<string | null> {
  try {
    const id = await readSetting(blog.db, siteIdSetting);
    if (hasMoved(blog.db)) return 'the database file was moved or deleted';
    return id === blog.siteId ? null : 'the database is not the one that the site started with';
  } catch {
    return silent;
  }
}
