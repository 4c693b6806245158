import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import type { ListingKind } from '../db/schema.ts';
import { parseImages, type StoredImage } from './parts.ts';

export type FeedPost = {
  id: number;
  post_title: string;
  post_title_web: string;
  description: string;
  html: string;
  post_date: string;
  update_date: string | null;
  first_active_date: string | null;
  cat_path: string | null;
  tags: string[];
  images: StoredImage[];
};

/** The newest posts of a list with their whole content. */
export async function newestPosts(
  db: Db,
  listing: { kind: ListingKind; name: string },
  limit: number,
): Promise<FeedPost[]> {
  const { jsonRows } = dialectOf(db);
  const imageColumns = [
    'id',
    'post_id',
    'hash',
    'variants',
    'width',
    'height',
    'color',
    'alt',
    'main_image',
    'bytes',
    'date_added',
  ];
  const rows = await db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      'p.id',
      'p.post_title',
      'p.post_title_web',
      'p.description',
      sql<string>`coalesce(p.shown_html, p.post_content)`.as('html'),
      'p.post_date',
      'p.update_date',
      'p.first_active_date',
      'c.category_path as cat_path',
      jsonRows(
        { name: sql.ref('t.tag_name') },
        sql`(select tags.tag_name from post_tags join tags on tags.id = post_tags.tag_id
             where post_tags.post_id = p.id order by tags.tag_name) as t`,
      ).as('tags'),
      jsonRows(
        Object.fromEntries(imageColumns.map((name) => [name, sql.ref(`i.${name}`)])),
        sql`(select * from images where images.post_id = p.id order by images.main_image desc, images.id) as i`,
      ).as('images'),
    ])
    .where('l.kind', '=', listing.kind)
    .where('l.name', '=', listing.name)
    .orderBy('l.post_date', 'desc')
    .orderBy('l.post_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    tags: (JSON.parse(row.tags) as { name: string }[]).map(({ name }) => name),
    images: parseImages(row.images),
  }));
}

export type PublicList = { kind: 'category' | 'tag'; name: string };

/** Every category and tag under which something is public. */
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

/** Where the public posts are and when each last changed, oldest first so that pages of the list stay the same. */
export function publicPosts(db: Db, page: { limit: number; offset: number }) {
  return db
    .selectFrom('posts')
    .select([
      'post_title_web',
      sql<string>`coalesce(update_date, first_active_date, post_date)`.as('changed'),
    ])
    .where('active', '=', 1)
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countPublicPosts(db: Db): Promise<number> {
  const known = await db
    .selectFrom('listing_totals')
    .select('total')
    .where('kind', '=', 'all')
    .executeTakeFirst();
  return known?.total ?? 0;
}
