import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../support/databases.ts';
import { type OwnPostgres, ownPostgres } from '../support/own-postgres.ts';
import { report } from '../support/size.ts';
import { type Outcome, writesUnderFaults } from './writes-under-faults.ts';

const crashes = 20;

/** Crashes the database server: it exits at once, without writing anything more. */
async function crashing(postgres: OwnPostgres, lax: boolean): Promise<Outcome> {
  const database = await temporaryDatabase('sqlite');
  const name = lax ? 'lax' : 'careful';
  const url = new URL(postgres.url);
  await execute(postgres.url, `create database ${name}`);
  if (lax) await execute(postgres.url, `alter database ${name} set synchronous_commit = off`);
  url.pathname = `/${name}`;
  try {
    return await writesUnderFaults(
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

test(`${crashes} crashes of PostgreSQL lose no acknowledged write; control: with asynchronous commits they do`, async () => {
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
}, 300_000);
