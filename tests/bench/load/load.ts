import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export type Order = {
  port: number;
  /** Whole HTTP requests, sent in turn. */
  requests: readonly string[];
  connections: number;
  /** Ends after this time … */
  seconds: number;
  /** … or after this many requests. */
  count?: number;
  /** Busy-waits, so that the server need not wake the generator; takes a whole core. */
  awake?: boolean;
  /** Rate over all connections; without it, the next request follows each response at once. */
  perSecond?: number;
};

export type Report = {
  answers: number;
  seconds: number;
  bytes: number;
  errors: number;
  statuses: Record<number, number>;
  p50: number;
  p99: number;
};

const script = path.join(import.meta.dirname, 'generator.ts');

export type Load = (order: Order) => Promise<Report>;

/** Starts the load generator; `stop` ends it. */
export function startLoad(): { load: Load; stop(): Promise<void> } {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  return {
    async load(order) {
      child.send(order);
      const answer = await Promise.race([
        once(child, 'message') as Promise<[Report]>,
        ended.then(() => null),
      ]);
      if (!answer) throw new Error('The load generator ended without a report.');
      return answer[0];
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}

export function rawRequest(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const all: Record<string, string> = {
    host: 'localhost',
    ...headers,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
