import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { ListingKind } from '../db/schema.ts';
import { headColumns, postParts, type StoredPost, unpackPost } from './post-rows.ts';

export type FeedPost = StoredPost & { html: string };

/** The newest posts of a list with their full rendered content. */
export async function newestPosts(
  db: Db,
  listing: { kind: ListingKind; name: string },
  limit: number,
  offset = 0,
): Promise<FeedPost[]> {
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select(headColumns)
    .select(sql<string>`coalesce(p.shown_html, p.post_content)`.as('html'))
    .select(postParts(db, 'first'))
    .where('l.kind', '=', listing.kind)
    .where('l.name', '=', listing.name)
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .limit(limit)
    .$if(offset > 0, (query) => query.offset(offset))
    .execute();
  return rows.map(unpackPost);
}

export type PublicList = { kind: 'category' | 'tag'; name: string };

/** Every category and tag that has an active post. */
export function publicLists(db: Db): Promise<PublicList[]> {
  return db
    .selectFrom('listing_totals')
    .select(['kind', 'name'])
    .where('kind', 'in', ['category', 'tag'])
    .where('total', '>', 0)
    .orderBy('kind')
    .orderBy('name')
    .$castTo<PublicList>()
    .execute();
}

/** Web titles and last changes of public posts and pages, oldest first so that the pages of the sitemap stay stable. */
export function publicAddresses(db: Db, page: { limit: number; offset: number }) {
  return db
    .selectFrom('posts')
    .select([
      'post_title_web',
      'translation_group',
      sql<string>`coalesce(update_date, first_active_date, post_date)`.as('changed'),
    ])
    .where('active', '=', 1)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countPublicAddresses(db: Db): Promise<number> {
  const known = await db
    .selectFrom('listing_totals')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where('kind', 'in', ['all', 'page'])
    .executeTakeFirst();
  return known?.total ?? 0;
}
