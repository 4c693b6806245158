import { randomUUID } from 'node:crypto';
import pg from 'pg';

export type PostgresDatabase = { name: string; url: string; drop(): Promise<void> };

/**
 * Copies files instead of blocks through the log, which takes half of the CPU time; servers before version 15 know no other way
 * and have no name for it.
 */
const copyFiles = process.env.TEST_DATABASE_URL ? '' : ' strategy file_copy';

/** Creates a database on a server, empty or as a copy of another one. */
export async function createDatabase(server: string, template?: string): Promise<PostgresDatabase> {
  const name = `not_terrible_${randomUUID().replaceAll('-', '')}`;
  await execute(server, `create database ${name}${template ? ` template ${template}${copyFiles}` : ''}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => execute(server, `drop database if exists ${name} with (force)`),
  };
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
