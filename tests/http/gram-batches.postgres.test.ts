import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { indexChangedTexts } from '../../src/core/posts/search/index-grams.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { seed } from '../../tools/seed.ts';
import { temporaryDatabase } from '../support/databases.ts';

test('PostgreSQL enters the grams of many posts at once, and leaves none for searches to read', async () => {
  const temporary = await temporaryDatabase('postgres');
  const database = openDatabase(temporary.config);
  const { db } = database;
  try {
    await migrate(database);
    await seed(db, { posts: 250, comments: 0 });
    const transactions = sql<{ ids: number }>`select count(distinct xmin::text) as ids from post_grams`;
    const pending = sql<{ pages: number }>`select gin_clean_pending_list('post_grams_by_gram') as pages`;
    await indexChangedTexts(db);
    expect((await transactions.execute(db)).rows).toEqual([{ ids: 3 }]);
    expect((await pending.execute(db)).rows).toEqual([{ pages: 0 }]);
    // Control: without the job, entries wait in the list.
    await sql`update post_grams set grams = array['abc'] where post_id = 1`.execute(db);
    expect((await pending.execute(db)).rows[0]?.pages).toBeGreaterThan(0);
  } finally {
    await db.destroy();
    await temporary.dispose();
  }
});
