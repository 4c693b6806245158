import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { recordActivity } from '../../core/site/activity.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { OutboxKind } from '../../platform/jobs/outbox/kind.ts';
import { countDeliveries, deleteHost } from '../../platform/jobs/outbox/store.ts';
import { message } from '../../platform/messages/translate.ts';
import { outgoing } from '../../platform/outgoing/client.ts';
import { type Failure, failureOf, StatusError } from '../../platform/outgoing/failure.ts';
import { maxWebhooks, type Webhook } from './api.ts';
import * as store from './store.ts';

const secretPrefix = 'whsec_';
const noSuchWebhook = () => new Problem('not_found', 'There is no such webhook.');

export async function webhooksOf({ db }: Blog): Promise<Webhook[]> {
  const webhooks = (await store.allWebhooks(db)).map(async ({ id, url, date_added }) => {
    const waiting = await countDeliveries(db, store.callKind, String(id));
    const failures = await store.failuresOf(db, id);
    const failed = failures.map(({ type, date_added: date, error }) => ({ type, date, error: error ?? '' }));
    return { id, url, date_added, waiting, failed };
  });
  return Promise.all(webhooks);
}

export async function addWebhook(blog: Blog, url: string) {
  const secret = secretPrefix + randomBytes(32).toString('base64');
  const row = { url, secret, date_added: nowIso(blog) };
  const id = await inTransaction(blog.db, async (tx) => {
    const existing = await store.allWebhooks(tx);
    if (existing.length >= maxWebhooks)
      throw new Problem('conflict', `There is room for ${maxWebhooks} webhooks.`);
    if (existing.length === 0) await store.rememberPublished(tx);
    await recordActivity(
      blog,
      tx,
      'security',
      message('Added a webhook to {host}', { host: new URL(url).host }),
    );
    return (await store.insertWebhook(tx, row)).id;
  });
  return { id, ...row, waiting: 0, failed: [] };
}

export const removeWebhook = (blog: Blog, id: number) =>
  inTransaction(blog.db, async (tx) => {
    const removed = await store.deleteWebhook(tx, id);
    if (!removed) throw noSuchWebhook();
    await deleteHost(tx, store.callKind, String(id));
    await recordActivity(
      blog,
      tx,
      'security',
      message('Removed the webhook to {host}', { host: new URL(removed.url).host }),
    );
    return { id };
  });

/** Calls a webhook now, once. */
export async function testWebhook(blog: Blog, id: number) {
  const webhook = await store.webhookById(blog.db, id);
  if (!webhook) throw noSuchWebhook();
  const payload = JSON.stringify({ type: 'test', timestamp: nowIso(blog), data: { site: blog.siteUrl() } });
  const call = { ...webhook, message_id: `msg_${randomUUID()}`, payload };
  const failure = await send(blog, call, new AbortController().signal);
  return { ok: !failure, message: failure?.message ?? 'The server accepted the call.' };
}

type Call = { url: string; secret: string; message_id: string; payload: string };

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
export function signedHeaders({ secret, message_id, payload }: Omit<Call, 'url'>, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hmac = createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'));
  return {
    'content-type': 'application/json',
    'webhook-id': message_id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac.update(`${message_id}.${timestamp}.${payload}`).digest('base64')}`,
  };
}

const limits = { connectMs: 5_000, silentMs: 15_000, totalMs: 20_000, answerBytes: 64 * 1024 };

/** Null: the call succeeded. A server on a private address must be among those that the operator lists. */
async function send(blog: Blog, call: Call, signal: AbortSignal): Promise<Failure | null> {
  const { outgoingAllow: allow, outgoingStrangers: strangers } = blog;
  try {
    using client = outgoing({ to: null, elsewhere: 'web', named: call.url, allow, strangers, limits });
    const headers = signedHeaders(call, blog.now());
    const response = await client.fetch(call.url, { method: 'POST', headers, body: call.payload, signal });
    if (response.ok) return null;
    throw new StatusError(`The server answered with status ${response.status}.`, response);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error, blog.now());
  }
}

export const webhookCalls: OutboxKind = {
  isOn: async () => true,
  maxHosts: maxWebhooks,
  open: async (blog, { signal }) => ({
    async send({ key: message_id, host, payload }) {
      const webhook = await store.webhookById(blog.db, Number(host));
      if (!webhook) return 'removed';
      const failure = await send(blog, { ...webhook, message_id, payload: payload ?? '' }, signal);
      // A receiver can be repaired: what it answers is no reason to give up at once.
      return failure ? { ...failure, isFinal: failure.isFinal && !failure.isAnswer } : 'sent';
    },
  }),
  async ended(blog, tx, ended) {
    for (const { delivery, result } of ended)
      if (typeof result === 'object') {
        const call = { webhook_id: Number(delivery.host), type: JSON.parse(delivery.payload ?? '').type };
        await store.insertFailure(tx, { ...call, error: result.message, date_added: nowIso(blog) });
      }
  },
};
