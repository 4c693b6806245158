import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { maxNamesPerDay, otherNames } from '../../src/features/statistics/api/statistics.ts';
import { rawRequest, startLoad } from '../bench/load/load.ts';
import { onEachDatabase, type TemporaryDatabase, temporaryDatabase } from '../support/databases.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { environmentOf, sumsOnDisk, visit } from '../support/statistics-server.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/** Longer than two flushes are apart. */
const outageMs = 12_000;
/** What an answer may take on a busy machine; a write that waits for a lock or for a silent server takes longer. */
const answeredMs = 2_000;

type Outage = 'locked' | 'silent' | 'stopped';

onEachDatabase('statistics while the database cannot be written', (kind) => {
  const disposals: (() => unknown)[] = [];
  afterEach(async () => {
    for (const dispose of disposals.splice(0).reverse()) await dispose();
  });

  /** A server whose database the test can make unavailable. */
  async function start(): Promise<{
    server: RunningServer;
    database: TemporaryDatabase;
    interrupt: (how: Outage) => Promise<() => Promise<void>>;
  }> {
    let postgres: OwnPostgres | undefined;
    let database: TemporaryDatabase;
    if (kind === 'postgres') {
      postgres = await ownPostgres();
      const folder = await temporaryDatabase('sqlite');
      database = { ...folder, config: { ...folder.config, databaseUrl: postgres.url } };
      disposals.push(postgres.dispose);
    } else database = await temporaryDatabase('sqlite');
    const server = await startServer({ env: { ...environmentOf(database), LOG_LEVEL: 'warn' } });
    disposals.push(database.dispose, server.dispose);
    return {
      server,
      database,
      async interrupt(how) {
        if (!postgres) return lock(path.join(database.config.dataDir, 'statistics.sqlite'));
        await (how === 'stopped' ? postgres.stop() : postgres.freeze());
        return how === 'stopped' ? postgres.start : postgres.thaw;
      },
    };
  }

  const lock = async (file: string) => {
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    return async () => {
      other.exec('rollback');
      other.close();
    };
  };
  const written = (database: TemporaryDatabase, name: string) => async () =>
    (await sumsOnDisk(database).catch(() => null))?.get(name);

  const outages: readonly Outage[] = kind === 'sqlite' ? ['locked'] : ['silent', 'stopped'];
  test.each(outages)(
    'pages are answered at once, and what was counted is written later (%s)',
    async (how) => {
      const { server, database, interrupt } = await start();
      const home = written(database, 'page /');
      for (let number = 1; number <= 5; number++) await visit(server, '/', `192.0.2.${number}`);
      await expect.poll(home, { interval: 100 }).toEqual({ views: 5, visitors: 5 });
      // The rest of that flush.
      await sleep(500);

      const end = await interrupt(how);
      const until = Date.now() + outageMs;
      let views = 5;
      try {
        while (Date.now() < until) {
          const { status, ms } = await visit(server, '/', `192.0.2.${(views % 10) + 1}`);
          expect([status, ms < answeredMs, ms]).toEqual([200, true, ms]);
          views++;
          await sleep(20);
        }
      } finally {
        await end();
      }
      await expect.poll(home, { timeout: 60_000, interval: 200 }).toEqual({ views, visitors: 10 });
      expect(server.output().match(/[Ss]tatistics/g)?.length ?? 0).toBeLessThanOrEqual(10);
    },
  );

  test('invented names take little memory and few rows', async () => {
    const { server, database, interrupt } = await start();
    const { load, stop } = startLoad();
    disposals.push(stop);
    const browser = (number: number) => ({
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${number}.0) Gecko/20100101 Firefox/${number}.0`,
      'accept-language': 'en',
      accept: 'text/html',
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      referer: `https://site-${number}.example.com/`,
    });
    const send = async (count: number, pathOf: (number: number) => string, statusCode: number) => {
      const requests = Array.from({ length: count }, (_, at) => rawRequest('GET', pathOf(at), browser(at)));
      const { errors, statuses } = await load({ port, requests, count, connections: 16, seconds: 120 });
      expect([errors, statuses]).toEqual([0, { [statusCode]: count }]);
    };
    const port = Number(new URL(server.url).port);
    const memory = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
    await send(1_000, () => '/', 200);
    await expect.poll(written(database, 'site ')).toMatchObject({ views: 1_000 });
    await send(maxNamesPerDay + 200, (at) => `/invented-${at}`, 302);
    await send(maxNamesPerDay + 200, (at) => `/search?q=invented${at}`, 200);
    const before = memory();
    const end = await interrupt('silent');
    try {
      await send(30_000, () => '/', 200);
    } finally {
      await end();
    }
    expect(memory() - before).toBeLessThan(150);
    await expect
      .poll(async () => (await written(database, 'page /')())?.views, { timeout: 60_000, interval: 200 })
      .toBe(31_000);
    // A flush takes several transactions.
    for (const name of ['referrer', 'missing', 'search'])
      await expect
        .poll(async () => (await written(database, `${name} ${otherNames}`)())?.views ?? 0, {
          timeout: 60_000,
        })
        .toBeGreaterThanOrEqual(200);
    const sums = await sumsOnDisk(database);
    for (const name of ['referrer', 'missing', 'search']) {
      const ofKind = [...sums].filter(([key]) => key.startsWith(`${name} `));
      expect(ofKind.length).toBeLessThanOrEqual(maxNamesPerDay + 1);
    }
  });
});
