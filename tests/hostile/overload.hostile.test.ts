import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { type Flood, flood, quantile } from '../support/flood.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { isFullSize, report, size } from '../support/size.ts';

const unprotected = join(import.meta.dirname, '../support/unprotected-server.ts');
const connections = size(300, 600);
const seconds = size(2, 5);
const mayGrowMB = 200;

let server: RunningServer | undefined;
afterEach(() => server?.dispose());

async function blog(script?: string): Promise<{ url: string; admin: Client; pid: number }> {
  server = await startServer(script ? { script } : {});
  const url = server.url.replace('localhost', '127.0.0.1');
  const admin = new Client(url);
  expect((await admin.login()).status).toBe(200);
  for (let number = 0; number < 30; number++)
    await admin.post('/webapi/api/posts', {
      post_title: `Sea ${number}`,
      post_content: `<p>${'the sea and the boat '.repeat(60)}</p>`,
      active: true,
    });
  await fetch(url);
  return { url, admin, pid: server.pid };
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Statuses and latencies for the owner, a cached page and a health check during the flood. */
async function probe(url: string, admin: Client, flooding: Promise<Flood>) {
  const times = { admin: [] as number[], page: [] as number[], health: [] as number[] };
  const statuses = new Set<number>();
  const reader = new Client(url);
  const calls = {
    admin: () => admin.get('/webapi/api/admin/posts?limit=5'),
    page: () => reader.get('/'),
    health: () => reader.get('/healthz'),
  };
  let over = false;
  void flooding.finally(() => {
    over = true;
  });
  while (!over) {
    for (const name of ['admin', 'page', 'health'] as const) {
      const began = performance.now();
      statuses.add((await calls[name]()).status);
      times[name].push(performance.now() - began);
    }
    await sleep(20);
  }
  return { times, statuses };
}

const kinds: [string, (number: number) => string, number][] = [
  ['uncached pages', (number) => `/search?q=sea+${number}`, 200],
  ['API calls', (number) => `/webapi/api/posts/20/${number % 20}/!null/!null`, 200],
  ['missing pages', (number) => `/post/none-${number}`, 404],
];

describe.each(isFullSize ? kinds : kinds.slice(0, 1))(
  'more requests for %s than the server can handle',
  (kind, pathOf, good) => {
    test('are refused quickly, while the owner and cached pages are served', {
      timeout: 90_000,
    }, async () => {
      const { url, admin, pid } = await blog();
      const before = memoryOf(pid);
      const flooding = flood(url, { connections, seconds, pathOf });
      const seen = await probe(url, admin, flooding);
      const { statuses, times, withoutRetryAfter } = await flooding;
      const grown = memoryOf(pid) - before;

      const ended = performance.now();
      await expect.poll(() => isNormal(url, pathOf(1), good), { interval: 100 }).toBe(true);
      const recovered = performance.now() - ended;

      const ms = (values: number[], part: number) => Math.round(quantile(values, part));
      report(
        `${kind}: ${connections} connections, ${statuses[good] ?? 0} served, ${statuses[503] ?? 0} refused ` +
          `(half within ${ms(times[503] ?? [], 0.5)} ms); owner half within ${ms(seen.times.admin, 0.5)} ms, ` +
          `longest ${ms(seen.times.admin, 1)}; cached page ${ms(seen.times.page, 0.5)} / ${ms(seen.times.page, 1)}; ` +
          `${Math.round(grown)} MB more; normal after ${Math.round(recovered)} ms`,
      );
      expect(Object.keys(statuses).sort()).toEqual([String(good), '503'].sort());
      expect(withoutRetryAfter).toBe(0);
      expect(seen.statuses).toEqual(new Set([200]));
      expect(quantile(seen.times.admin, 0.5)).toBeLessThan(1_500);
      expect(quantile(seen.times.page, 0.5)).toBeLessThan(1_500);
      expect(quantile(seen.times.health, 0.5)).toBeLessThan(1_500);
      expect(quantile(times[503] ?? [], 0.5)).toBeLessThan(2_500);
      expect(grown).toBeLessThan(mayGrowMB);
    });
  },
);

test('control: without load shedding no request is refused', async () => {
  const { url } = await blog(unprotected);
  const { statuses } = await flood(url, {
    connections,
    seconds,
    pathOf: (number) => `/search?q=sea+${number}`,
  });
  expect(statuses[503] ?? 0).toBe(0);
});

async function isNormal(url: string, path: string, good: number): Promise<boolean> {
  const began = performance.now();
  const { status } = await new Client(url).get(path);
  return status === good && performance.now() - began < 1_000;
}
