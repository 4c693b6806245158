import { type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { unlistedFields } from '../api/post-fields.ts';
import {
  filteredByDate,
  isPartOfInactive,
  type ListFilter,
  type Picked,
} from '../lists/store/admin-lists.ts';
import {
  headColumns,
  mailColumns,
  parseShares,
  postParts,
  reactionCounts,
  type StoredFullPost,
  type StoredShare,
  unpackPost,
} from './post-rows.ts';

export type AdminFilter = ListFilter & {
  /** Only these. */
  ids?: readonly number[] | undefined;
};
export type AdminOrder = { by: 'date' | 'title' | 'votes'; down: boolean };
export type AdminPage = { limit: number; offset: number };
export type StoredAdminPost = StoredFullPost & {
  comment_count: number;
  comments_waiting: number;
  shares: StoredShare[];
};

/** Each order has an index, so that the first page is fast with any number of posts. */
const orders = {
  date: sql`p.post_date`,
  title: sql`lower(p.post_title)`,
  votes: sql`p.vote_count`,
} as const;

/** Posts, or pages, of every status. `brief` omits the content and all but the first few comments. */
export async function adminPosts(
  db: Db,
  filter: AdminFilter & { search?: string | undefined },
  page: AdminPage | null,
  { by, down }: AdminOrder,
  brief: boolean,
): Promise<StoredAdminPost[]> {
  const direction = down ? 'desc' : 'asc';
  // Ordered by the selected value in the outer query, because SQLite would otherwise scan the whole index again.
  const narrowed = listed(db, filter, { by, down })
    .select(orders[by].as('place'))
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0));
  const picked =
    by === 'date' && !filter.search && !filter.ids && !isPartOfInactive(filter.status)
      ? filteredByDate(db, filter, page, direction)
      : sql<Picked>`${narrowed}`;
  const rows = await db
    .selectFrom(picked.as<'picked'>('picked'))
    .innerJoin('posts as p', 'p.id', 'picked.id')
    .select([...headColumns, ...mailColumns])
    .select(
      unlistedFields.map((name) => (brief ? sql<string>`''` : sql<string>`${sql.ref(`p.${name}`)}`).as(name)),
    )
    .select([
      (brief ? sql<string | null>`null` : sql<string | null>`p.shown_html`).as('shown_html'),
      sql<number>`(select count(*) from comments where post_id = p.id)`.as('comment_count'),
      sql<number>`(select count(*) from comments where post_id = p.id and approved = 0)`.as(
        'comments_waiting',
      ),
      shares(db).as('shares'),
    ])
    .select(reactionCounts)
    .select(postParts(db, brief ? 'first' : 'all'))
    .orderBy('picked.place', direction)
    .orderBy('picked.id', direction)
    .execute();
  return rows.map((row) => Object.assign(unpackPost(row), { shares: parseShares(row.shares) }));
}

const containsText = (db: Db, text: string) => dialectOf(db).contains(sql.ref('p.search_text'), text);

/** The ids of the list in its order. With `search`, every text is read; `admin-search.ts` uses an index. */
export const listed = (
  db: Db,
  { search, ...filter }: AdminFilter & { search?: string | undefined },
  { by, down }: AdminOrder,
) =>
  narrow(db, db.selectFrom('posts as p').select('p.id'), filter)
    .$if(Boolean(search), (query) => query.where(containsText(db, search ?? '')))
    .orderBy(orders[by], down ? 'desc' : 'asc')
    .orderBy('p.id', down ? 'desc' : 'asc');

export async function countScheduled(db: Db, filter: ListFilter): Promise<number> {
  const scheduled = { ...filter, status: 'scheduled' } as const;
  const { count } = await narrow(
    db,
    db.selectFrom('posts as p').select(sql<number>`count(*)`.as('count')),
    scheduled,
  ).executeTakeFirstOrThrow();
  return Number(count);
}

/** The shares of a post, oldest first. */
const shares = (db: Db) =>
  dialectOf(db).jsonRows(
    { network: sql.ref('s.network'), url: sql.ref('s.url'), date: sql.ref('s.date') },
    sql`(select * from shares where shares.post_id = p.id and url is not null order by shares.date) as s`,
  );

type PostsQuery<Output> = SelectQueryBuilder<Schema & { p: Schema['posts'] }, 'p', Output>;

/** As its main category or a further one; each part of the union is an index range. */
const inCategory = <Output>(query: PostsQuery<Output>, id: number): PostsQuery<Output> =>
  query.where(
    sql<boolean>`p.id in (select id from posts where category_id = ${id}
      union all select post_id from post_categories where category_id = ${id})`,
  );

/** One parameter, so that a statement is compiled and planned once for any number of ids. */
const hasIdIn = (db: Db, ids: readonly number[]) =>
  dialectOf(db).isOneOf(sql.ref('p.id'), sql.val(JSON.stringify(ids)));

function narrow<Output>(db: Db, query: PostsQuery<Output>, filter: AdminFilter): PostsQuery<Output> {
  const { ids } = filter;
  // SQLite prefers any index that begins with the kind or the category to looking up ids; an expression has none.
  let narrowed = ids
    ? query.where(sql`p.kind || ''`, '=', filter.kind ?? 'post').where(hasIdIn(db, ids))
    : query.where('p.kind', '=', filter.kind ?? 'post');
  if (filter.status) narrowed = narrowed.where('p.active', '=', filter.status === 'active' ? 1 : 0);
  if (isPartOfInactive(filter.status))
    narrowed = narrowed.where('p.scheduled_date', filter.status === 'draft' ? 'is' : 'is not', null);
  if (filter.category !== undefined)
    narrowed =
      filter.category === 0
        ? narrowed.where(ids ? sql`p.category_id + 0` : 'p.category_id', 'is', null)
        : inCategory(narrowed, filter.category);
  return narrowed;
}
