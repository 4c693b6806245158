import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { halfDone, heldBy } from './held.ts';
import { report, size, whole } from './size.ts';
import { Writers } from './writers.ts';

const kills = size(2, 200);
const crashes = 20;
const writerCount = 16;
const lateCommits = join(import.meta.dirname, 'late-commits.ts');

type Place = { dataDir: string; databaseUrl: string | null };
type Outcome = { lost: string[]; half: string[]; odd: string[]; acknowledged: number };

const environmentOf = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(tmpdir(), 'not-terrible-faults-cache'),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

/** Writers at work, and `strike` again and again; in the end, what was lost. */
async function underAttack(
  place: Place,
  times: number,
  strike: (server: RunningServer, restart: () => Promise<RunningServer>) => Promise<RunningServer>,
  script?: string,
): Promise<Outcome> {
  const restart = () => startServer({ env: environmentOf(place), ...(script ? { script } : {}) });
  let server = await restart();
  const admin = new Client(server.url);
  expect((await admin.login()).status).toBe(200);
  const writers = new Writers(writerCount, admin);
  try {
    writers.start();
    for (let time = 1; time <= times; time++) {
      // Until something was written, and then some moments more: every kill hits another place.
      const before = writers.acknowledged;
      while (writers.acknowledged < before + writerCount) await sleep(5);
      await sleep(Math.random() * 80);
      server = await strike(server, restart);
      writers.moveTo(server.url);
    }
    await writers.stop();
    const held = await heldBy(place);
    const { acknowledged, odd } = writers;
    return { lost: writers.lost(held), half: await halfDone(place), odd, acknowledged };
  } finally {
    await writers.stop();
    await server.dispose();
  }
}

const kill = async (server: RunningServer, restart: () => Promise<RunningServer>) => {
  await server.kill9();
  await server.dispose();
  return restart();
};

onEachDatabase(`${kills} kills under ${writerCount} writers`, (kind) => {
  test('lose nothing that was acknowledged, and leave nothing half-done', async () => {
    const database = await temporaryDatabase(kind);
    const begin = performance.now();
    try {
      const { acknowledged, ...found } = await underAttack(database.config, kills, kill);
      report(
        `${kind}: ${kills} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${acknowledged} writes acknowledged, ${found.lost.length} lost`,
      );
      expect(found).toEqual({ lost: [], half: [], odd: [] });
      expect(acknowledged).toBeGreaterThan(kills * writerCount);
    } finally {
      await database.dispose();
    }
  }, 540_000);
});

test('control: a server that answers before it commits loses what it acknowledged', async () => {
  const database = await temporaryDatabase('sqlite');
  try {
    const { acknowledged, lost } = await underAttack(database.config, 3, kill, lateCommits);
    report(`control: 3 kills, ${acknowledged} writes acknowledged, ${lost.length} lost`);
    expect(lost.length).toBeGreaterThan(0);
  } finally {
    await database.dispose();
  }
}, 120_000);

/** A crash of the database itself: it ends at once, without writing anything more. */
async function crashing(postgres: OwnPostgres, lax: boolean): Promise<Outcome> {
  const database = await temporaryDatabase('sqlite');
  const name = lax ? 'lax' : 'careful';
  const url = new URL(postgres.url);
  await execute(postgres.url, `create database ${name}`);
  if (lax) await execute(postgres.url, `alter database ${name} set synchronous_commit = off`);
  url.pathname = `/${name}`;
  try {
    return await underAttack(
      { ...database.config, databaseUrl: url.href },
      lax ? 3 : crashes,
      async (server) => {
        await postgres.stop('SIGQUIT');
        await sleep(100);
        await postgres.start();
        return server;
      },
    );
  } finally {
    await database.dispose();
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test.skipIf(!whole)(
  `${crashes} crashes of PostgreSQL lose nothing either; control: with late commits they do`,
  async () => {
    const postgres = await ownPostgres();
    try {
      const careful = await crashing(postgres, false);
      report(
        `PostgreSQL: ${crashes} crashes, ${careful.acknowledged} writes acknowledged, ${careful.lost.length} lost`,
      );
      expect({ lost: careful.lost, half: careful.half }).toEqual({ lost: [], half: [] });
      const lax = await crashing(postgres, true);
      report(`control: 3 crashes, ${lax.acknowledged} writes acknowledged, ${lax.lost.length} lost`);
      expect(lax.lost.length).toBeGreaterThan(0);
    } finally {
      await postgres.dispose();
    }
  },
  300_000,
);
