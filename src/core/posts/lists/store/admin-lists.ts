import { sql } from 'kysely';
import { dialectOf } from '../../../../platform/db/dialect.ts';
import type { Db } from '../../../../platform/db/open.ts';
import type { ListingKind, PostKind } from '../../../../platform/db/schema.ts';
import { countListed } from '../../../../platform/db/totals.ts';

/** What the owner's lists of posts and pages can be filtered by without reading texts. */
export type ListFilter = {
  /** Posts, unless pages are asked for. */
  kind?: PostKind | undefined;
  status?: 'active' | 'inactive' | undefined;
  /** The id of a category; 0: no main category. */
  category?: number | undefined;
};
/** Lists of one name, read as one. */
type Lists = { kinds: readonly ListingKind[]; name: string };
export type Picked = { id: number; place: string | number };

/** Every post and every page is in exactly one of these lists, and every post in one for each of its categories. */
const statusLists = {
  post: { active: ['all'], inactive: ['inactive'], any: ['all', 'inactive'] },
  filed: { active: ['filed'], inactive: ['inactive-filed'], any: ['filed', 'inactive-filed'] },
  page: { active: ['page'], inactive: ['inactive-page'], any: ['page', 'inactive-page'] },
} as const;

/** Null: no page has a category. */
function listsOf({ kind = 'post', status, category }: ListFilter): Lists | null {
  if (category === undefined) return { kinds: statusLists[kind][status ?? 'any'], name: '' };
  return kind === 'page' ? null : { kinds: statusLists.filed[status ?? 'any'], name: String(category) };
}

/** From the totals of lists, which are stored. */
export async function countPosts(db: Db, filter: ListFilter): Promise<number> {
  const lists = listsOf(filter);
  return lists ? countListed(db, lists.kinds, lists.name) : 0;
}

/** The ids in the order of dates. Each list is an index range, and the databases merge two of them without sorting. */
export function filteredByDate(
  db: Db,
  filter: ListFilter,
  page: { limit: number; offset: number } | null,
  direction: 'asc' | 'desc',
) {
  const { kinds, name } = listsOf(filter) ?? { kinds: ['page'] as const, name: 'none' };
  const order = sql`place ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  const ranges = kinds.map((kind) => {
    const range = sql`select post_id as id, post_date as place from listings where kind = ${kind} and name = ${name}`;
    return page ? dialectOf(db).mergedPart(range, order, page.offset + page.limit) : range;
  });
  return sql<Picked>`(select id, place from (${sql.join(ranges, sql` union all `)}) as ranges
    order by ${order} ${page ? sql`limit ${page.limit} + 0 offset ${page.offset}` : sql``})`;
}
