import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { countRows, deletedRows } from '../../../platform/db/results.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** Where a redirect leads, as it is stored; with no column set, to nothing any more. */
export type TargetColumns = Pick<
  Schema['redirects'],
  'post_id' | 'tag' | 'category_id' | 'image' | 'to_path'
>;

export const noTarget: TargetColumns = {
  post_id: null,
  tag: null,
  category_id: null,
  image: null,
  to_path: null,
};

export type NewRedirectRow = TargetColumns & {
  from_path: string;
  import_id: number | null;
  date_added: string;
};

/** A redirect with what is known of its target at present. */
export type RedirectRow = TargetColumns & {
  id: number;
  from_path: string;
  import_id: number | null;
  hits: number;
  date_added: string;
  /** Of the post; null when it was deleted. */
  web_title: string | null;
  post_title: string | null;
  active: number | null;
  category_path: string | null;
  /** How many public posts the tag has. */
  tagged: number | null;
};

const rowsPerStatement = 200;

/** Adds the redirects whose paths have none yet, and returns the paths of those that were added. */
export async function insertRedirects(db: Db, rows: readonly NewRedirectRow[]): Promise<Set<string>> {
  const added = new Set<string>();
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const inserted = await db
      .insertInto('redirects')
      .values(rows.slice(start, start + rowsPerStatement))
      .onConflict((conflict) => conflict.column('from_path').doNothing())
      .returning('from_path')
      .execute();
    for (const { from_path } of inserted) added.add(from_path);
  }
  return added;
}

type StoredTarget = TargetColumns & { from_path: string; import_id: number | null };

/** The redirects of these paths, without looking at their targets. */
export async function redirectsFrom(db: Db, paths: readonly string[]): Promise<StoredTarget[]> {
  const found: StoredTarget[] = [];
  for (let start = 0; start < paths.length; start += rowsPerStatement)
    found.push(
      ...(await db
        .selectFrom('redirects')
        .select(['from_path', 'post_id', 'tag', 'category_id', 'image', 'to_path', 'import_id'])
        .where('from_path', 'in', paths.slice(start, start + rowsPerStatement))
        .execute()),
    );
  return found;
}

const withTargets = (db: Kysely<Schema>) =>
  db
    .selectFrom('redirects as r')
    .leftJoin('posts as p', 'p.id', 'r.post_id')
    .leftJoin('categories as c', 'c.id', 'r.category_id')
    .leftJoin('listing_totals as t', (join) => join.onRef('t.name', '=', 'r.tag').on('t.kind', '=', 'tag'))
    .selectAll('r')
    .select([
      'p.post_title_web as web_title',
      'p.post_title',
      'p.active',
      'c.category_path',
      't.total as tagged',
    ]);

/** Every unknown path asks for it: one query for all keys of a request, which are few. */
const byKeys = prepared((db, ...keys: [string, string, string, string, string]) =>
  withTargets(db).where('r.from_path', 'in', keys),
);

export async function redirectsAt(db: Db, keys: readonly string[]): Promise<RedirectRow[]> {
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = keys;
  return byKeys(db, first, second, third, fourth, fifth);
}

export async function anyRedirect(db: Db): Promise<boolean> {
  return (await db.selectFrom('redirects').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export type RedirectFilter = { search: string; importId: number | null; order: 'hits' | 'newest' | 'path' };

const filtered = (db: Db, { search, importId }: RedirectFilter) =>
  withTargets(db)
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          dialectOf(db).contains(sql`lower(r.from_path)`, search),
          dialectOf(db).contains(sql`lower(coalesce(r.to_path, r.tag, p.post_title, ''))`, search),
        ]),
      ),
    )
    .$if(importId !== null, (query) => query.where('r.import_id', '=', importId));

export async function listRedirects(
  db: Db,
  filter: RedirectFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RedirectRow[]> {
  const query = filtered(db, filter).limit(limit).offset(offset);
  if (filter.order === 'path') return query.orderBy('r.from_path').execute();
  if (filter.order === 'newest') return query.orderBy('r.id', 'desc').execute();
  return query.orderBy('r.hits', 'desc').orderBy('r.id', 'desc').execute();
}

export const countRedirects = (db: Db, filter: RedirectFilter): Promise<number> =>
  countRows(filtered(db, filter).clearSelect());

export async function redirectById(db: Db, id: number): Promise<RedirectRow | undefined> {
  return withTargets(db).where('r.id', '=', id).executeTakeFirst();
}

export async function deleteRedirect(db: Db, id: number): Promise<void> {
  await db.deleteFrom('redirects').where('id', '=', id).execute();
}

/** Deletes up to `limit` redirects of an import and returns how many. */
export const deleteRedirectsOf = (db: Db, importId: number, limit: number): Promise<number> =>
  deletedRows(
    db
      .deleteFrom('redirects')
      .where('id', 'in', (eb) =>
        eb.selectFrom('redirects').select('id').where('import_id', '=', importId).orderBy('id').limit(limit),
      ),
  );

/** The redirect of a list to another category, which once had its name. */
export async function deleteListRedirect(db: Db, path: string): Promise<void> {
  await db
    .deleteFrom('redirects')
    .where('from_path', '=', path)
    .where('category_id', 'is not', null)
    .execute();
}

/** Of these paths, those that an import added; for a target that is more exact. */
export async function deleteRedirectsFrom(db: Db, paths: readonly string[], importId: number): Promise<void> {
  await db
    .deleteFrom('redirects')
    .where('from_path', 'in', [...paths])
    .where('import_id', '=', importId)
    .execute();
}
