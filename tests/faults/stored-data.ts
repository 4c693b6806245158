import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Stored } from './writers.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Queries the database of a server directly. */
async function queryDatabase<Result>(
  place: { dataDir: string; databaseUrl: string | null },
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  if (place.databaseUrl) {
    const client = new pg.Client({ connectionString: place.databaseUrl });
    await client.connect();
    try {
      return await work(async (text) => (await client.query(text)).rows);
    } finally {
      await client.end();
    }
  }
  const database = new DatabaseSync(join(place.dataDir, 'blog.sqlite'), { readOnly: true, timeout: 10_000 });
  try {
    return await work(async (text) => database.prepare(text).all());
  } finally {
    database.close();
  }
}

export const storedData = (place: { dataDir: string; databaseUrl: string | null }): Promise<Stored> =>
  queryDatabase(place, async (query) => ({
    posts: new Map(
      (await query('select id, post_title from posts')).map((row) => [
        Number(row.id),
        String(row.post_title),
      ]),
    ),
    comments: new Map(
      (await query('select id, comment_text from comments')).map((row) => [
        Number(row.id),
        String(row.comment_text),
      ]),
    ),
  }));

/** Rows that one transaction writes together but that do not match. */
export const inconsistencies = (place: { dataDir: string; databaseUrl: string | null }): Promise<string[]> =>
  queryDatabase(place, async (query) => {
    const count = async (text: string) => Number((await query(`select count(*) as n from ${text}`))[0]?.n);
    const found: string[] = [];
    const none = async (what: string, text: string) => {
      const rows = await count(text);
      if (rows > 0) found.push(`${rows} ${what}`);
    };
    await none(
      'active posts that are in no list',
      `posts p where active = 1 and not exists (select 1 from listings l where l.kind = 'all' and l.post_id = p.id)`,
    );
    await none(
      'inactive posts in lists',
      `listings l join posts p on p.id = l.post_id where l.kind = 'all' and p.active = 0`,
    );
    await none(
      'active posts that are not in the search index',
      `posts p where active = 1 and not exists (select 1 from search_texts s where s.post_id = p.id)`,
    );
    const total = Number((await query("select total from listing_totals where kind = 'all'"))[0]?.total ?? 0);
    if (total !== (await count("listings where kind = 'all'"))) found.push('a list with a wrong total');
    if (!place.databaseUrl) {
      const [row] = await query('pragma integrity_check(1)');
      if (row?.integrity_check !== 'ok') found.push(String(row?.integrity_check));
    }
    return found;
  });
