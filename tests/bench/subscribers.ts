import { sql } from 'kysely';
import { openDatabase } from '../../src/platform/db/open.ts';

const postsForOne = 10;
/** So that every site has a full page of them. */
const fewest = 40;

/** A subscriber for ten posts. Once for each site. */
export async function fillSubscribers(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  posts: number,
): Promise<void> {
  const { db } = openDatabase({ dataDir, databaseUrl: env.DATABASE_URL ?? null });
  try {
    const count = Math.max(fewest, posts / postsForOne);
    const date = '2026-01-02T03:04:05.000Z';
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      insert into subscribers (address, address_key, frequency, all_posts, source, date_added, date_confirmed)
      select 'reader' || n || '@example.com', 'reader' || n || '@example.com',
        case when n % 4 = 0 then 'weekly' else 'at-once' end, 1, 'form', ${date}, ${date} from numbers
      where true on conflict do nothing`.execute(db);
  } finally {
    await db.destroy();
  }
}
