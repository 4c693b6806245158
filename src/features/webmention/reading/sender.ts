import { outgoing } from '../../../platform/outgoing/client.ts';
import { type Failure, failureOf } from '../../../platform/outgoing/failure.ts';
import type { GuardOptions } from '../../../platform/outgoing/guard.ts';
import { discoverEndpoint, notifyEndpoint } from '../source-requests.ts';

type Mention = { source: string; target: string };

type WebmentionSender = {
  /** Never rejects, unless the signal is aborted or `onEndpoint` fails, which is called before the endpoint is notified. */
  send(
    mention: Mention,
    onEndpoint: (endpoint: string) => Promise<void>,
  ): Promise<'sent' | 'unsupported' | Failure>;
  [Symbol.dispose](): void;
};

const limits = { connectMs: 10_000, silentMs: 20_000, totalMs: 30_000, returnsRedirects: true };

/** Sends webmentions, through the guarded client. */
export function webmentionSender({
  signal,
  ...guard
}: Pick<GuardOptions, 'strangers' | 'resolve'> & { signal: AbortSignal }): WebmentionSender {
  const client = outgoing({ ...guard, to: null, elsewhere: 'web', limits });
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | { failure: Failure }> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return { failure: failureOf(error, new Date()) };
    }
  };
  return {
    send: async (mention, onEndpoint) => {
      const found = await attempt(() => discoverEndpoint(client, new URL(mention.target), signal));
      if (found === null) return 'unsupported';
      if ('failure' in found) return found.failure;
      await onEndpoint(found.href);
      const refused = await attempt(() => notifyEndpoint(client, found, mention, signal));
      return refused?.failure ?? 'sent';
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
