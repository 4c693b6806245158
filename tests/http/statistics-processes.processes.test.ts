import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { parseMetrics } from '../support/metrics-text.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { environmentOf, sumsOnDisk, type Visit, visit } from '../support/statistics-server.ts';

// Flushes are five seconds apart.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** What a crash may lose at most. */
const lostMs = 10_000;
/** Processes on SQLite look for changes every second. */
const noticedMs = 3_000;
const token = 'only-for-monitoring';

onEachDatabase('statistics of real processes', (kind) => {
  let database: TemporaryDatabase;
  let servers: RunningServer[] = [];
  beforeEach(async () => {
    database = await migratedDatabase(kind);
  });
  afterEach(async () => {
    for (const server of servers) await server.dispose();
    servers = [];
    await database.dispose();
  });

  const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const server = await startServer({ env: { ...environmentOf(database), METRICS_TOKEN: token, ...env } });
    servers.push(server);
    return server;
  };
  /** Two processes that count for the same site. */
  const startTwo = async (): Promise<RunningServer[]> =>
    kind === 'sqlite' ? [await start({ WEB_PROCESSES: '2' })] : [await start(), await start()];
  const home = async () => (await sumsOnDisk(database)).get('page /');
  const address = (number: number) => `192.0.2.${number}`;
  /** Views of the home page, from each address as many. */
  const views = async (on: readonly RunningServer[], addresses: number, each: number): Promise<Visit[]> => {
    const seen: Visit[] = [];
    for (let round = 0; round < each; round++)
      for (let number = 1; number <= addresses; number++)
        for (const server of on) seen.push(await visit(server, '/', address(number)));
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200]));
    return seen;
  };

  test('after kill -9 nothing that was written is missing, and nothing is counted twice', async () => {
    const first = await start();
    await views([first], 5, 4);
    await expect.poll(home, { timeout: lostMs, interval: 100 }).toEqual({ views: 20, visitors: 5 });
    // Later visitors may be lost.
    for (let number = 1; number <= 7; number++) await visit(first, '/', address(100 + number));
    await first.kill9();

    const second = await start();
    const found = (await home()) ?? { views: 0, visitors: 0 };
    expect(found.views).toBeGreaterThanOrEqual(20);
    expect(found.views).toBeLessThanOrEqual(27);
    expect(found.visitors).toBe(found.views - 15);
    // The same visitors are recognized, because the salt of the day is still there.
    await views([second], 5, 2);
    expect(await second.stop()).toBe(0);
    expect(await home()).toEqual({ views: found.views + 10, visitors: found.visitors });
    // Sums are read from the database of the site, so starting once more must not add the file of the day again.
    const third = await start();
    await third.kill9();
    expect(await home()).toEqual({ views: found.views + 10, visitors: found.visitors });
  });

  test('several processes add up, and recognize the visitors of each other', async () => {
    const all = await startTwo();
    const seen = await views(all, 10, 6);
    expect(new Set(seen.map(({ process }) => process)).size).toBe(2);
    const expected = { views: seen.length, visitors: 10 };
    await expect.poll(home, { timeout: 2 * lostMs, interval: 100 }).toEqual(expected);
    await views(all, 10, 1);
    await Promise.all(all.map((server) => server.stop()));
    expect(await home()).toEqual({ views: seen.length + 10 * all.length, visitors: 10 });
  });

  test('switching off and on takes effect in every process, and nothing is counted in between', async () => {
    const all = await startTwo();
    const [first] = all as [RunningServer];
    const owner = new Client(first.url);
    await owner.login();
    const switchTo = async (isOn: boolean) => {
      expect((await owner.put('/webapi/api/admin/statistics/settings', { isOn })).status).toBe(200);
      await sleep(noticedMs);
    };
    const before = (await views(all, 5, 4)).length;
    await expect.poll(home, { timeout: 2 * lostMs, interval: 100 }).toEqual({ views: before, visitors: 5 });
    await switchTo(false);
    const off = await views(all, 20, 2);
    expect(new Set(off.map(({ process }) => process)).size).toBe(2);
    await switchTo(true);
    // Visitors are forgotten when statistics are switched off, so each counts again.
    const after = (await views(all, 3, 4)).length;
    await Promise.all(all.map((server) => server.stop()));
    expect(await home()).toEqual({ views: before + after, visitors: 8 });
  });

  test('writing sums does not evict cached pages', async () => {
    const all = await startTwo();
    const misses = async () => {
      let sum = 0;
      for (const { url } of all) {
        const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
        const { families } = parseMetrics(await answer.text());
        for (const value of families.get('blog_page_cache_misses_total')?.samples.values() ?? [])
          sum += value;
      }
      return sum;
    };
    // Until both processes have the page, and have started up.
    await expect
      .poll(
        async () => {
          const before = await misses();
          const seen = await views(all, 1, 16);
          await sleep(1_000);
          return [new Set(seen.map(({ process }) => process)).size, (await misses()) - before];
        },
        { timeout: 30_000 },
      )
      .toEqual([2, 0]);
    const before = await misses();
    for (let round = 0; round < 2; round++) {
      const written = (await home())?.views ?? 0;
      await views(all, 5, 8);
      await expect
        .poll(async () => (await home())?.views, { timeout: lostMs, interval: 100 })
        .toBeGreaterThan(written);
    }
    await views(all, 5, 8);
    expect((await misses()) - before).toBe(0);
  });
});
