import { sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';

const rowsPerStatement = 500;

/** Adds hits to redirects. In the order of ids, so that two processes do not wait for each other in a circle. */
export async function addHits(db: Db, hits: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...hits].sort(([a], [b]) => a - b);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement);
    const cases = sql.join(
      part.map(([id, count]) => sql`when ${sql.lit(id)} then ${sql.lit(count)}`),
      sql` `,
    );
    await db
      .updateTable('redirects')
      .set({ hits: sql<number>`hits + case id ${cases} else 0 end` })
      .where(
        'id',
        'in',
        part.map(([id]) => id),
      )
      .execute();
  }
}

export async function addUnknownPaths(
  db: Db,
  paths: readonly (readonly [path: string, asked: number])[],
  now: string,
): Promise<void> {
  await db
    .insertInto('unknown_paths')
    .values(
      [...paths]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, hits]) => ({ path, hits, date_asked: now })),
    )
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet((eb) => ({
        hits: sql<number>`unknown_paths.hits + ${eb.ref('excluded.hits')}`,
        date_asked: eb.ref('excluded.date_asked'),
      })),
    )
    .execute();
}

/** Keeps the paths that were asked for most, and none that was last asked for before a date. */
export async function trimUnknownPaths(db: Db, keep: number, before: string): Promise<void> {
  await db.deleteFrom('unknown_paths').where('date_asked', '<', before).execute();
  await db
    .deleteFrom('unknown_paths')
    .where('path', 'not in', (eb) =>
      eb
        .selectFrom('unknown_paths')
        .select('path')
        .orderBy('hits', 'desc')
        .orderBy('date_asked', 'desc')
        .orderBy('path')
        .limit(keep),
    )
    .execute();
}

export const unknownPaths = (db: Db, limit: number) =>
  db.selectFrom('unknown_paths').selectAll().orderBy('hits', 'desc').orderBy('path').limit(limit).execute();

/** One path, or without it all of them. */
export async function deleteUnknownPaths(db: Db, path: string | null): Promise<void> {
  await db
    .deleteFrom('unknown_paths')
    .$if(path !== null, (query) => query.where('path', '=', path ?? ''))
    .execute();
}
