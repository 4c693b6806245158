import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type OwnPostgres = {
  url: string;
  /** SIGINT stops it like a restart, SIGQUIT like a crash. */
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  start(): Promise<void>;
  /** Suspends it, as if its machine had vanished: connections stay open without a response. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  dispose(): Promise<void>;
};

/**
 * A PostgreSQL server for one test, which may stop and restart it; its URL stays the same. `env` has settings of
 * `postgres-server.ts`.
 */
export async function ownPostgres(env: Record<string, string> = {}): Promise<OwnPostgres> {
  const process = launchPostgres(env);
  const order = async (text: string) => {
    const done = once(process, 'message');
    process.send(text);
    await done;
  };
  return {
    url: await startedUrl(process),
    stop: (signal = 'SIGINT') => order(signal),
    start: () => order('start'),
    freeze: () => order('freeze'),
    thaw: () => order('thaw'),
    dispose: async () => {
      if (!process.connected) return;
      process.disconnect();
      await once(process, 'exit');
    },
  };
}

export const launchPostgres = (env: Record<string, string> = {}): ChildProcess =>
  fork(join(import.meta.dirname, 'postgres-server.ts'), {
    detached: true,
    execArgv: [],
    env: { ...globalThis.process.env, ...env },
  });

export async function startedUrl(process: ChildProcess): Promise<string> {
  const early = once(process, 'exit').then(() => ({
    url: undefined,
    error: 'PostgreSQL ended before it was ready.',
  }));
  const message = once(process, 'message').then(([answer]) => answer as { url?: string; error?: string });
  const { url, error } = await Promise.race([message, early]);
  if (url === undefined) throw new Error(error);
  return url;
}
