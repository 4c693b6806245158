import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { StatisticsKind } from '../tables.ts';
import type { NameNumbers } from './statistics.ts';

/** How visitors of several days become one number: of readers they are added up, of subscribers the most count. */
type Visitors = 'sum' | 'max';
type Order = 'views' | 'visitors';
export type NamesOfKind = { kind: StatisticsKind; visitors: Visitors };
type Range = NamesOfKind & { from: string; to: string };

const sumsOf = (db: Db, visitors: Visitors) =>
  db
    .selectFrom('statistics')
    .select((eb) => [
      'name',
      eb.fn.sum<number>('views').as('views'),
      eb.fn<number>(visitors, ['visitors']).as('visitors'),
    ]);
const sums = (db: Db, visitors: Visitors) => sumsOf(db, visitors).groupBy('name');

const numbered = (row: NameNumbers): NameNumbers => ({
  name: row.name,
  views: Number(row.views),
  visitors: Number(row.visitors),
});

/**
 * The names with the highest numbers of a few days, each of which is a range of the primary key. SQLite would rather read all rows of
 * the kind, in the order of their names, if it could group by the plain column.
 */
export async function topOfDays(
  db: Db,
  {
    kind,
    days,
    visitors,
    order,
    limit,
  }: NamesOfKind & { days: readonly string[]; order: Order; limit: number },
): Promise<NameNumbers[]> {
  const rows = await sumsOf(db, visitors)
    .where('day', 'in', days)
    .where('kind', '=', kind)
    .groupBy(dialectOf(db).kind === 'sqlite' ? sql`+name` : 'name')
    .orderBy(order, 'desc')
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(numbered);
}

/** The sums of some names, those after a name in their order: a range of the index by name, which has the numbers. */
export async function sumsAfter(
  db: Db,
  { kind, from, to, visitors, after, limit }: Range & { after: string; limit: number },
): Promise<NameNumbers[]> {
  const rows = await sums(db, visitors)
    .where('kind', '=', kind)
    .where('name', '>', after)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(numbered);
}

/** A statement has no more parameters than that. */
const namesPerStatement = 500;

/** The sums of these names, those without any left out. */
export async function sumsOfNames(
  db: Db,
  { kind, from, to, visitors, names }: Range & { names: readonly string[] },
): Promise<Map<string, NameNumbers>> {
  const found = new Map<string, NameNumbers>();
  for (let start = 0; start < names.length; start += namesPerStatement) {
    const rows = await sums(db, visitors)
      .where('kind', '=', kind)
      .where('name', 'in', names.slice(start, start + namesPerStatement))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .execute();
    for (const row of rows) found.set(row.name, numbered(row));
  }
  return found;
}

/** Those of these posts that exist. */
export async function titlesOfPosts(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { post_title: string; post_title_web: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'post_title', 'post_title_web'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...titles }) => [id, titles]));
}
