import { readSite } from '../../core/site/site.ts';
import { nowIso } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ended, OutboxKind } from '../../platform/jobs/outbox/kind.ts';
import { webmentionSender } from './reading/sender.ts';
import * as store from './store/sent-mentions.ts';

/** Sends webmentions: looks for the endpoint of each target, and notifies it. */
export const webmentions: OutboxKind = {
  isOn: async (blog) => (await readSite(blog)).webmention,
  maxHosts: 4,
  pauseMs: 250,
  async open(blog, { signal, fence }) {
    const sender = webmentionSender({ strangers: blog.outgoingStrangers, signal });
    return {
      async send({ key }) {
        const mention = await store.mentionById(blog.db, Number(key));
        if (!mention) return 'deleted';
        return sender.send(mention, (endpoint) =>
          inTransaction(blog.db, async (tx) => {
            await fence(tx);
            await store.recordEndpoint(tx, mention.id, endpoint);
          }),
        );
      },
      close: () => sender[Symbol.dispose](),
    };
  },
  async ended(blog, tx, ended) {
    for (const each of ended)
      await store.changeMention(tx, Number(each.delivery.key), changeOf(each, nowIso(blog)));
  },
};

function changeOf({ delivery, result, isCurrent }: Ended, now: string): store.MentionChange {
  const date = result === 'sent' ? { date_sent: now } : {};
  if (!isCurrent) return date;
  const attempts = delivery.attempts + 1;
  if (typeof result === 'object') return { state: 'failed', attempts, error: result.message };
  return { state: result === 'sent' ? 'sent' : 'unsupported', attempts, error: null, ...date };
}
