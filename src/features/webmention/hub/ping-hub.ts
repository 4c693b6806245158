import { hubOf } from '../../../core/feeds/feeds.ts';
import { readSite } from '../../../core/site/site.ts';
import { nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { nextAttempt } from '../../../platform/jobs/backoff.ts';
import type { RunJob } from '../../../platform/jobs/job.ts';
import { nextRun } from '../../conversation/store/waiting-rows.ts';
import { websubHub } from './requests.ts';
import * as store from './store.ts';

const batchSize = 50;

/** Tells the hub of each feed that changed. */
export const runPingHub: RunJob = async (blog, _job, context) => {
  const url = hubOf(await readSite(blog));
  if (url === null) return undefined;
  using hub = websubHub(url, { allow: blog.outgoingAllow, signal: context.signal });
  for (;;) {
    const due = await store.duePings(blog.db, nowIso(blog), batchSize);
    if (due.length === 0) break;
    for (const [index, ping] of due.entries()) {
      context.signal.throwIfAborted();
      const failure = await hub.ping(blog.siteUrl() + ping.path);
      // A hub that is down or wants a pause is asked once for all feeds.
      const isPaused = failure?.isOfServer === true;
      await inTransaction(blog.db, async (tx) => {
        await context.fence(tx);
        for (const each of isPaused ? due.slice(index) : [ping])
          await store.settlePing(tx, each, {
            attempts: each.attempts + 1,
            next_run: failure && nextAttempt(blog, each.attempts, failure),
            error: failure?.message ?? null,
            ...(!failure && { date_sent: nowIso(blog) }),
          });
      });
      context.progress(null);
      if (isPaused) break;
    }
  }
  const next = await nextRun(blog.db, 'hub_pings');
  return next === null ? undefined : { again: new Date(next) };
};
