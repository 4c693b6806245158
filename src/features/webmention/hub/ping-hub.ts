import { hubOf } from '../../../core/feeds/feeds.ts';
import { readSite } from '../../../core/site/site.ts';
import { nowIso } from '../../../platform/blog.ts';
import type { OutboxKind } from '../../../platform/jobs/outbox/kind.ts';
import { websubHub } from './requests.ts';
import * as store from './store.ts';

/** Tells the hub of each feed that changed. */
export const hubPings: OutboxKind = {
  isOn: async (blog) => hubOf(await readSite(blog)) !== null,
  maxHosts: 1,
  async open(blog, { signal }) {
    const hub = websubHub(hubOf(await readSite(blog)) ?? '', { allow: blog.outgoingAllow, signal });
    return {
      send: async ({ key }) => (await hub.ping(blog.siteUrl() + key)) ?? 'sent',
      close: () => hub[Symbol.dispose](),
    };
  },
  async ended(blog, tx, ended) {
    for (const { delivery, result } of ended)
      if (result === 'sent') await store.recordPing(tx, delivery.key, nowIso(blog));
  },
};
