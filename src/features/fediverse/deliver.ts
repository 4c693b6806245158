import { randomUUID } from 'node:crypto';
import { type Blog, nowIso } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { wakeJob } from '../../platform/jobs/add-job.ts';
import { countDeliveries } from '../../platform/jobs/outbox/store.ts';
import { addDeliveries, deliverKind } from './store/deliveries.ts';
import { fediverseUrls } from './urls.ts';

export type Json = { [name: string]: unknown };

/** Whom an activity is sent to: all followers, certain inboxes, or both; each inbox once. */
export type Recipients = { followers?: boolean; inboxes?: readonly string[] };

/** Far above what a blog needs; it bounds the table when many hosts are dead. */
const maxDeliveries = 500_000;

export const actorUrl = (blog: Blog): string => blog.siteUrl() + fediverseUrls.actor;

/** The context of what we send, unless the activity has its own. */
export const activityStreams = 'https://www.w3.org/ns/activitystreams';
export const publicAudience = `${activityStreams}#Public`;

/** An id for an activity that has no document of its own. */
export const newActivityId = (blog: Blog): string => `${actorUrl(blog)}#${randomUUID()}`;

/**
 * Stores an activity of the blog to be sent, in the transaction of what causes it; the job that sends it is due after the
 * commit. Call `startJobs` then. `activity` is JSON-LD; id, actor and context are added where they are missing.
 */
export async function deliver(
  blog: Blog,
  tx: Db,
  activity: Json,
  { followers = false, inboxes = [] }: Recipients,
): Promise<void> {
  if ((await countDeliveries(tx, deliverKind)) >= maxDeliveries)
    throw new Error('Too many deliveries to the fediverse are waiting.');
  const id = typeof activity.id === 'string' ? activity.id : newActivityId(blog);
  const body = JSON.stringify({ '@context': activityStreams, id, actor: actorUrl(blog), ...activity });
  if (await addDeliveries(tx, { activity: id, body }, { followers, inboxes }, nowIso(blog)))
    await wakeJob(blog, tx, deliverKind);
}
