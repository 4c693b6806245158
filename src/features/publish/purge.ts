import { randomUUID } from 'node:crypto';
import type { PurgeConfig } from '../../config.ts';
import { type Blog, partOf } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { encodeTag } from '../../platform/http/cache/page-cache.ts';
import { enqueue } from '../../platform/jobs/outbox/outbox.ts';

export const purgeJob = 'purge';

/** How the CDN in front is notified of changes; null: there is none that caches pages. */
export const purgePart = partOf<PurgeConfig | null>('purge');

/** Less than CDNs accept in one call. */
const tagsAtOnce = 30;
/** A page that was rendered before a change may reach the CDN after the purge, so there is a second one. */
const secondMs = 1_000;

/** In the transaction of the change. */
export async function enqueuePurges(blog: Blog, tx: Db, tags: readonly string[]): Promise<void> {
  const { host } = new URL(purgePart.of(blog)?.url ?? '');
  const deliveries = [];
  for (let from = 0; from < tags.length; from += tagsAtOnce) {
    const payload = JSON.stringify(tags.slice(from, from + tagsAtOnce).map(encodeTag));
    for (const ms of [0, secondMs])
      deliveries.push({ key: randomUUID(), host, payload, due: new Date(blog.now().getTime() + ms) });
  }
  await enqueue(blog, tx, purgeJob, deliveries);
}
