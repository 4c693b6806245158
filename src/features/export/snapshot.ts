import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Blog } from '../../platform/blog.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { type Db, openDatabase } from '../../platform/db/open.ts';
import { snapshotOf } from '../../platform/db/snapshot.ts';
import { copySqlite } from '../../platform/db/sqlite-copy.ts';

/**
 * Calls `work` with a copy of the database as it is now, which no write changes. A copy instead of a transaction, because
 * writing an export can take hours.
 */
export async function withSnapshot<Result>(
  { db }: Pick<Blog, 'db'>,
  folder: string,
  work: (snapshot: Db) => Promise<Result>,
): Promise<Result> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const source = { db, dialect: dialectOf(db), location: '', copyFile: await fileCopy(db) };
    // The search index is not exported.
    await snapshotOf(source, path.join(folder, 'blog.sqlite'), async () => {});
    await using copy = openDatabase({ dataDir: folder, databaseUrl: null });
    return await work(copy.db);
  } finally {
    // It contains password hashes and keys.
    await rm(folder, { recursive: true, force: true });
  }
}

async function fileCopy(db: Db): Promise<((to: string) => Promise<void>) | null> {
  if (dialectOf(db).kind !== 'sqlite') return null;
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  return async (to) => {
    if (file) await copySqlite(file, to);
    else await sql`vacuum into ${to}`.execute(db);
  };
}
