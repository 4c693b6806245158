import { readSite } from '../../core/site/site.ts';
import type { Blog } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { OutboxKind, SendResult } from '../../platform/jobs/outbox/kind.ts';
import { retryAfterMs } from '../../platform/outgoing/failure.ts';
import { actorUrl } from './deliver.ts';
import type { InboxAnswer, SendActivity } from './signing/sender.ts';
import { fediverseKeys } from './site-keys.ts';
import { activityBody, deleteSentActivities, inboxOf, removeFollowersAt } from './store/deliveries.ts';

/** Activities whose text is kept in memory, because each is sent to many hosts. */
const maxBodies = 20;

/** Sends activities. One that was interrupted is sent again with the same id, by which servers recognize it. */
export const activities = (open: (blog: Blog) => Promise<SendActivity> = openBlogSender): OutboxKind => ({
  isOn: async (blog) => (await readSite(blog)).fediverse !== 'off',
  maxHosts: 50,
  async open(blog) {
    const send = await open(blog);
    const bodies = new Map<number, Promise<string | undefined>>();
    const bodyOf = (id: number) => {
      const body = bodies.get(id) ?? activityBody(blog.db, id);
      bodies.set(id, body);
      const [oldest] = bodies.keys();
      if (bodies.size > maxBodies && oldest !== undefined) bodies.delete(oldest);
      return body;
    };
    return {
      async send({ key, payload }) {
        const body = await bodyOf(Number(payload));
        return body === undefined ? 'deleted' : resultOf(await send(inboxOf(key), body), blog.now());
      },
      close: () => inTransaction(blog.db, deleteSentActivities),
    };
  },
  async ended(_blog, tx, ended) {
    for (const { delivery, result } of ended)
      if (result === 'gone') await removeFollowersAt(tx, inboxOf(delivery.key));
  },
});

/** As in Mastodon: some errors of the client may pass, all others do not. Everything else for the host waits, to keep the order. */
function resultOf(answer: InboxAnswer, now: Date): SendResult {
  const { status } = answer;
  const failure = { isFinal: false, isOfServer: true };
  if (status === null) return { ...failure, message: answer.error, retryAfterMs: null, isAnswer: false };
  if (status >= 200 && status < 300) return 'sent';
  if (status === 410) return 'gone';
  if (status < 500 && ![401, 408, 425, 429].includes(status)) return 'refused';
  const asked = retryAfterMs(answer.retryAfter, now);
  return { ...failure, message: `HTTP ${status}`, retryAfterMs: asked, isAnswer: true };
}

async function openBlogSender(blog: Blog): Promise<SendActivity> {
  const { openSender } = await import('./signing/sender.ts');
  return openSender({
    actor: actorUrl(blog),
    keys: await fediverseKeys(blog.db),
    userAgent: `NotTerrible/${blog.version} (+${blog.siteUrl()})`,
    strangers: blog.outgoingStrangers,
  });
}
