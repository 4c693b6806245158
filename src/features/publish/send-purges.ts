import type { OutboxKind } from '../../platform/jobs/outbox/kind.ts';
import { outgoing } from '../../platform/outgoing/client.ts';
import { StatusError } from '../../platform/outgoing/failure.ts';
import { purgeRefused } from './messages.ts';
import { purgePart } from './purge.ts';

/** Tells the CDN which cache tags changed: in the URL where it has a place for them, in a header and as JSON. */
export const purges: OutboxKind = {
  isOn: async (blog) => purgePart.of(blog) !== null,
  maxHosts: 1,
  async open(blog, { signal }) {
    const { url, method, header } = purgePart.of(blog) ?? { url: '', method: 'POST', header: null };
    // Only the configuration names the CDN, which may be a cache on the same machine.
    const client = outgoing({ to: new URL(url).origin, allowPrivateTarget: true });
    return {
      async send({ payload }) {
        const tags = JSON.parse(payload ?? '[]') as string[];
        const response = await client.fetch(url.replaceAll('{tags}', encodeURIComponent(tags.join(','))), {
          method,
          signal,
          headers: {
            'content-type': 'application/json',
            'surrogate-key': tags.join(' '),
            ...(header && { [header[0]]: header[1] }),
          },
          body: JSON.stringify({ tags }),
        });
        if (!response.ok) throw new StatusError(purgeRefused(response.status), response);
        return 'sent';
      },
      close: () => client[Symbol.dispose](),
    };
  },
};
