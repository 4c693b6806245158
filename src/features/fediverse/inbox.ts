import { hash } from 'node:crypto';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { idOf, type Json } from './activity-json.ts';
import { inboxFull } from './messages.ts';
import * as inbox from './store/inbox.ts';

export type Activity = Json & { id: string; type: string; actor: string };

type ReceivedRequest = {
  path: string;
  /** Those that the signature needs. */
  headers: Record<string, string>;
  body: string;
  activity: Activity;
};

const maxRequests = 5_000;
const maxRequestsOfHost = 1_000;
const maxBytes = 64 * 1024 * 1024;
const retryAfter = 60;

/** From an actor that never sent anything, only these can have an effect. */
const first = ['Follow', 'Create', 'Like', 'EmojiReact', 'Announce', 'Flag'];
const later = ['Undo', 'Update', 'Delete', 'Block', 'Move'];

/**
 * Stores a request to the inbox; a job verifies its signature. What can have no effect is not stored: every server sends the
 * Delete of each of its accounts to every other one.
 */
export async function storeRequest(blog: Blog, request: ReceivedRequest): Promise<void> {
  const { activity } = request;
  if (![...first, ...later].includes(activity.type)) return;
  if (isWithoutEffect(activity)) return;
  if (later.includes(activity.type) && !(await inbox.isKnownActor(blog.db, activity.actor))) return;
  const { host } = new URL(activity.actor);
  const bytes = Buffer.byteLength(request.body);
  const request_hash = hash('sha256', JSON.stringify([request.path, request.headers, request.body]));
  const isStored = await inTransaction(blog.db, async (tx) => {
    if (await inbox.isReceived(tx, request_hash, activity.id)) return false;
    const size = await inbox.inboxSize(tx, host);
    if (size.requests >= maxRequests || size.ofHost >= maxRequestsOfHost || size.bytes + bytes > maxBytes)
      throw new Problem('unavailable', inboxFull, { retryAfter });
    const isNew = await inbox.insertRequest(tx, {
      request_hash,
      activity: activity.id,
      actor: activity.actor,
      host,
      bytes,
      date_received: nowIso(blog),
      path: request.path,
      headers: request.headers,
      body: request.body,
    });
    if (isNew) await wakeJob(blog, tx, 'fediverse-inbox');
    return isNew;
  });
  if (isStored) startJobs(blog);
}

/** A new object that replies to nothing is no comment. */
function isWithoutEffect({ type, object }: Activity): boolean {
  return (
    type === 'Create' &&
    typeof object === 'object' &&
    object !== null &&
    idOf((object as Json).inReplyTo) === undefined
  );
}
