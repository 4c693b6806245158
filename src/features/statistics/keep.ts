import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lastKnownSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/open.ts';
import { statisticsNotStored } from '../../platform/messages/operator.ts';
import type { Days } from './days.ts';
import { openDayFile, sameDatabase, statisticsFile } from './file.ts';
import { clearVisitors, copySums, type Databases, flush } from './flush.ts';
import { setRunning } from './running.ts';
import type { Sums } from './sums.ts';
import { readStatisticsSettings } from './switch.ts';

const flushMs = 5_000;
const forgetMs = 60_000;
/** How long sums wait in the file of the day unless they are read. Copying makes other processes forget cached pages. */
const copyMs = 60 * 60_000;
/** A stop does not wait longer for a database that does not answer, and tries again while another process writes. */
const stopMs = 3_000;
const triedAgainMs = 100;
/** Flushes of other processes may be in the way of one, but not of several in a row. */
const reportedFailures = 2;

/** What counts in this process. */
export type Source = { take(): Sums[]; pending(day: string): Sums };

export type Keeper = { flushSoon(): void; stop(how: 'ended' | 'switched off'): Promise<void> };

/**
 * Writes what the source counted: every few seconds, when much waits, when it is read, and at the end. A failure keeps the sums
 * in memory; nothing here is awaited by a request.
 */
export async function keepStatistics(
  blog: Pick<Blog, 'db' | 'dataFolder' | 'now' | 'report' | 'reads'>,
  days: Days,
  source: Source,
  kind: 'sqlite' | 'postgres',
): Promise<Keeper> {
  const site: Db = blog.db;
  const day = kind === 'sqlite' ? await openDayFile(blog.dataFolder) : sameDatabase(site);
  const databases: Databases = { day, site };
  let failures = 0;
  let copied = Date.now();
  let forgot = 0;
  let isSoon = false;

  const flushAll = async () => {
    days.timeZone = lastKnownSite(blog).time_zone;
    const taken = source.take();
    // Another process may have switched statistics off a moment ago.
    if (taken.length > 0 && !(await isOn(taken))) return;
    const today = days.at(blog.now().getTime());
    try {
      for (let sums = taken.shift(); sums; sums = taken.shift())
        await flush(databases, sums, today, (of) => source.pending(of));
    } finally {
      for (const sums of taken) source.pending(sums.day).putBack(sums);
    }
  };
  /** If not even that can be read, the sums wait. */
  const isOn = async (taken: readonly Sums[]) => {
    try {
      return (await readStatisticsSettings({ db: site })).isOn;
    } catch (error) {
      for (const sums of taken) source.pending(sums.day).putBack(sums);
      throw error;
    }
  };
  const tidy = async () => {
    const now = Date.now();
    if (now - forgot > forgetMs) {
      await clearVisitors(databases, (of) => days.isOver(of, blog.now().getTime()));
      forgot = now;
    }
    if (now - copied > copyMs) {
      await copySums(databases);
      copied = now;
    }
  };

  /** One at a time. */
  let current: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = current.then(work);
    current = turn.then(
      () => {
        failures = 0;
      },
      (error: Error) => {
        failures++;
        if (failures === reportedFailures) blog.report(statisticsNotStored, { error: error.message });
      },
    );
    return turn;
  };
  const inBackground = (work: () => Promise<void>) => void inTurn(work).catch(() => {});

  // What waits in the file since a crash, and visitors of days on which the site did not run.
  inBackground(async () => {
    await tidy();
    await copySums(databases);
  });
  const timer = setInterval(() => {
    inBackground(async () => {
      await flushAll();
      await tidy();
    });
  }, flushMs).unref();
  setRunning(site, {
    bringUpToDate: () =>
      inTurn(async () => {
        await flushAll();
        await copySums(databases);
      }).catch(() => {}),
  });

  return {
    flushSoon() {
      if (isSoon || failures > 0) return;
      isSoon = true;
      inBackground(async () => {
        await flushAll().finally(() => {
          isSoon = false;
        });
      });
    },
    async stop(how) {
      clearInterval(timer);
      setRunning(site, null);
      const last =
        how === 'ended'
          ? async () => {
              await flushAll();
              await copySums(databases);
            }
          : () => clearVisitors(databases);
      const until = Date.now() + stopMs;
      const lastTry = (): Promise<void> =>
        inTurn(last).catch(async () => {
          await wait(triedAgainMs);
          if (Date.now() < until) await lastTry();
        });
      await Promise.race([lastTry(), wait(stopMs, undefined, { ref: false })]);
      await day.close();
    },
  };
}

/** For a site whose statistics are off: the process that switched them off may have been killed meanwhile. */
export async function clearAllVisitors(blog: Pick<Blog, 'db' | 'dataFolder'>): Promise<void> {
  const isSeparate = dialectOf(blog.db).kind === 'sqlite';
  if (isSeparate && !existsSync(path.join(blog.dataFolder, statisticsFile))) return;
  const day = isSeparate ? await openDayFile(blog.dataFolder) : sameDatabase(blog.db);
  await clearVisitors({ day, site: blog.db }).finally(day.close);
}
