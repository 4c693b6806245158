import { createDatabase, type PostgresDatabase } from './postgres-databases.ts';
import type { Shared } from './shared-by-run.ts';

/** Creates an empty database on the server of TEST_DATABASE_URL, or on the one that the test run starts. */
export async function freshDatabase(): Promise<PostgresDatabase> {
  return createDatabase(await shared('postgres'));
}

/** Creates a database that has all migrations. */
export async function freshMigratedDatabase(): Promise<PostgresDatabase> {
  return createDatabase(await shared('postgres'), await shared('migrated-postgres'));
}

/** What the run has made once for all workers. */
export async function shared(name: Shared): Promise<string> {
  const answer = await fetch(`${process.env.TEST_SHARED_URL}/${name}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
