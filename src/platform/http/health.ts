import { setTimeout as wait } from 'node:timers/promises';
import type { Blog } from '../blog.ts';
import { readSetting, siteIdSetting } from '../db/settings.ts';
import { hasMoved } from '../db/sqlite.ts';

const timeoutMs = 3_000;

/** Why the site cannot serve, or null. It has a timeout, because load balancers do not wait long. */
export async function whyNotReady(blog: Blog): Promise<string | null> {
  const stop = new AbortController();
  const timeout = wait(timeoutMs, noAnswer, { signal: stop.signal }).catch(() => noAnswer);
  return Promise.race([checkData(blog), timeout]).finally(() => stop.abort());
}

const noAnswer = 'the database does not answer';

/** Reads a row that every site has, because a database that answers may be empty or belong to another site. */
async function checkData(blog: Blog): Promise<string | null> {
  try {
    const id = await readSetting(blog.db, siteIdSetting);
    if (hasMoved(blog.db)) return 'the database file was moved or deleted';
    return id === blog.siteId ? null : 'the database is not the one that the site started with';
  } catch {
    return noAnswer;
  }
}
