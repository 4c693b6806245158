import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates an empty database on the server of TEST_DATABASE_URL, or on the one that the test run starts. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL || (await startedServer());
  const name = `not_terrible_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(server, `drop database if exists ${name} with (force)`) };
}

async function startedServer(): Promise<string> {
  const answer = await fetch(inject('postgres'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
