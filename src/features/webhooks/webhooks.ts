import { randomBytes, randomUUID } from 'node:crypto';
import { recordActivity } from '../../core/site/activity.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import { maxWebhooks, type Webhook } from './api.ts';
import { secretPrefix, send } from './send.ts';
import * as store from './store.ts';

const noSuchWebhook = () => new Problem('not_found', 'There is no such webhook.');

export async function webhooksOf({ db }: Blog): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  for (const { id, url, date_added } of await store.allWebhooks(db)) {
    const calls = await store.callsOf(db, id);
    const failed = calls
      .filter(({ next_run }) => next_run === null)
      .slice(0, 20)
      .map(({ type, date_added: date, error }) => ({ type, date, error: error ?? '' }));
    webhooks.push({
      id,
      url,
      date_added,
      waiting: calls.filter(({ next_run }) => next_run !== null).length,
      failed,
    });
  }
  return webhooks;
}

export async function addWebhook(
  blog: Blog,
  { url }: { url: string },
): Promise<Webhook & { secret: string }> {
  const secret = secretPrefix + randomBytes(32).toString('base64');
  const row = { url, secret, date_added: nowIso(blog) };
  const id = await inTransaction(blog.db, async (tx) => {
    const existing = await store.webhookIds(tx);
    if (existing.length >= maxWebhooks)
      throw new Problem('conflict', `There is room for ${maxWebhooks} webhooks.`);
    if (existing.length === 0) await store.rememberPublished(tx);
    await recordActivity(blog, tx, 'security', `Added a webhook to ${new URL(url).host}`);
    return (await store.insertWebhook(tx, row)).id;
  });
  return { id, ...row, waiting: 0, failed: [] };
}

export async function removeWebhook(blog: Blog, id: number): Promise<{ id: number }> {
  await inTransaction(blog.db, async (tx) => {
    const removed = await store.deleteWebhook(tx, id);
    if (!removed) throw noSuchWebhook();
    await recordActivity(blog, tx, 'security', `Removed the webhook to ${new URL(removed.url).host}`);
  });
  return { id };
}

/** Calls a webhook now, once. */
export async function testWebhook(blog: Blog, id: number): Promise<{ ok: boolean; message: string }> {
  const webhook = await store.webhookById(blog.db, id);
  if (!webhook) throw noSuchWebhook();
  const payload = JSON.stringify({ type: 'test', timestamp: nowIso(blog), data: { site: blog.siteUrl() } });
  const failure = await send(blog, { ...webhook, message_id: `msg_${randomUUID()}`, payload });
  return failure
    ? { ok: false, message: failure.message }
    : { ok: true, message: 'The server accepted the call.' };
}

const keptMs = 30 * 24 * 60 * 60 * 1000;
export const deleteOldCalls = (blog: Blog): Promise<void> =>
  store.deleteCallsBefore(blog.db, new Date(blog.now().getTime() - keptMs).toISOString());
