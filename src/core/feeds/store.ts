import { sql } from 'kysely';
import type { Db } from '../../platform/db/open.ts';
import { countRows } from '../../platform/db/results.ts';
import type { ListingKind } from '../../platform/db/schema.ts';
import { headColumns, postParts, type StoredPost, unpackPost } from '../posts/store/post-rows.ts';

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

type PublicList = { kind: 'category' | 'tag'; name: string };

type Page = { limit: number; offset: number };

/** Categories and tags that have an active post. */
export const publicLists = (db: Db, page: Page): Promise<PublicList[]> =>
  db
    .selectFrom('listing_totals')
    .select(['kind', 'name'])
    .where('kind', 'in', ['category', 'tag'])
    .where('total', '>', 0)
    .orderBy('kind')
    .orderBy('name')
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<PublicList>()
    .execute();

export const countPublicLists = (db: Db): Promise<number> =>
  countRows(db.selectFrom('listing_totals').where('kind', 'in', ['category', 'tag']).where('total', '>', 0));

/** Web titles and last changes of public posts, or of pages, oldest first so that the files of the sitemap stay stable. */
export const publicUrls = (db: Db, kind: 'all' | 'page', page: Page) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('listings as l')
        .select(['l.post_id', 'l.post_date'])
        .where('l.kind', '=', kind)
        .where('l.name', '=', '')
        .orderBy('l.post_date')
        .orderBy('l.post_id')
        .limit(page.limit)
        .offset(page.offset)
        .as('l'),
    )
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .select([
      'l.post_id',
      'p.post_title_web',
      'p.translation_group',
      sql<string>`coalesce(p.update_date, p.first_active_date, p.post_date)`.as('changed'),
    ])
    .orderBy('l.post_date')
    .orderBy('l.post_id')
    .execute();

/** Of public posts, or of pages, or of both. */
export async function countPublicUrls(
  db: Db,
  kinds: readonly ('all' | 'page')[] = ['all', 'page'],
): Promise<number> {
  const known = await db
    .selectFrom('listing_totals')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where('kind', 'in', kinds)
    .executeTakeFirst();
  return Number(known?.total ?? 0);
}
