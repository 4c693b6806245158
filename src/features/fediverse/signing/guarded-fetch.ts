import { type Outgoing, outgoing } from '../../../platform/outgoing/client.ts';

/** Documents of other servers: actors, notes, keys. */
const answerBytes = 1024 * 1024;

let current: { strangers: string; client: Outgoing } | undefined;

/**
 * Replaces the global `fetch` of this process, so that Fedify and whatever it uses can reach other servers only through the guard.
 * Its own check of addresses is switched off: it would ask the DNS apart from the connection. Only in the process that runs
 * jobs, before Fedify is imported.
 */
export function installGuardedFetch(strangers: readonly string[]): Outgoing {
  const key = strangers.join(' ');
  if (current?.strangers === key) return current.client;
  const client = outgoing({
    to: null,
    elsewhere: 'web',
    strangers,
    limits: { connectMs: 5_000, silentMs: 10_000, totalMs: 15_000, answerBytes, returnsRedirects: true },
  });
  current = { strangers: key, client };
  globalThis.fetch = (input, init) => client.fetch(input, init);
  return client;
}
