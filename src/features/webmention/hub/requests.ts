import { outgoing } from '../../../platform/outgoing/client.ts';
import { type Failure, failureOf, StatusError } from '../../../platform/outgoing/failure.ts';
import type { GuardOptions } from '../../../platform/outgoing/guard.ts';

type Hub = {
  /** Says that this feed has changed; the hub then fetches it. Null: it was notified. */
  ping(topic: string): Promise<Failure | null>;
  [Symbol.dispose](): void;
};

const limits = { connectMs: 10_000, silentMs: 20_000, totalMs: 30_000 };

/** Tells a WebSub hub, through the guarded client. Its response is not read. */
export function websubHub(
  url: string,
  { signal, ...guard }: Pick<GuardOptions, 'allow' | 'resolve'> & { signal: AbortSignal },
): Hub {
  const client = outgoing({ ...guard, to: null, named: url, elsewhere: 'web', limits });
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  return {
    ping: async (topic) => {
      const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic });
      const body = new TextEncoder().encode(form.toString());
      try {
        const answer = await client.stream(new URL(url), { method: 'POST', headers, body, signal });
        answer.body.destroy();
        if (answer.status >= 200 && answer.status <= 299) return null;
        throw new StatusError(`The hub answered with status ${answer.status}.`, answer);
      } catch (error) {
        signal.throwIfAborted();
        return failureOf(error, new Date());
      }
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
