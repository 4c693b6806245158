import { type SelectQueryBuilder, sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { countImages } from '../../../platform/db/totals.ts';
import { searchable } from '../../../platform/http/api/text.ts';
import { unpackImage } from './image-rows.ts';
import { hashesInDrafts } from './text-images.ts';

/** `unused`: neither main nor social image, and named in no text, revision or draft. */
export type LibraryFilter = { search?: string | undefined; unused?: boolean | undefined };

/** Newest first. */
export async function imageLibrary(
  db: Db,
  filter: LibraryFilter,
  page: { limit: number; offset: number } | null,
) {
  const chosen = await narrow(db, db.selectFrom('images as i').select('i.id'), filter);
  const ids = chosen
    .orderBy('i.id', 'desc')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0));
  const rows = await db
    .selectFrom(ids.as('chosen'))
    .innerJoin('images as i', 'i.id', 'chosen.id')
    .innerJoin('posts as p', 'p.id', 'i.post_id')
    .selectAll('i')
    .select(['p.post_title', 'p.post_title_web'])
    .select([
      sql<number>`case when exists (select 1 from text_images as t
        where t.post_id = i.post_id and t.hash = i.hash) then 1 else 0 end`.as('in_text'),
      sql<number>`(select count(*) from text_images as t
        where t.hash = i.hash and t.post_id <> i.post_id)`.as('other_posts'),
    ])
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...unpackImage(row),
    post_title: row.post_title,
    post_title_web: row.post_title_web,
    in_text: row.in_text === 1,
    other_posts: row.other_posts,
  }));
}

export async function countLibrary(db: Db, filter: LibraryFilter): Promise<number> {
  if (!filter.search && !filter.unused) return (await countImages(db)).count;
  const counted = db.selectFrom('images as i').select((eb) => eb.fn.countAll<number>().as('total'));
  return (await (await narrow(db, counted, filter)).executeTakeFirstOrThrow()).total;
}

type ImagesQuery<Output> = SelectQueryBuilder<Schema & { i: Schema['images'] }, 'i', Output>;

async function narrow<Output>(
  db: Db,
  query: ImagesQuery<Output>,
  { search, unused }: LibraryFilter,
): Promise<ImagesQuery<Output>> {
  let narrowed = query;
  if (search) {
    const found = sql`select image_id from image_search
      where ${dialectOf(db).contains(sql.ref('content'), searchable(search))}`;
    const [from, to] = hashRange(search);
    narrowed = from
      ? narrowed.where(sql<boolean>`(i.hash >= ${from} and i.hash < ${to} or i.id in (${found}))`)
      : narrowed.where(sql<boolean>`i.id in (${found})`);
  }
  if (unused) {
    const drafts = await hashesInDrafts(db);
    narrowed = narrowed
      .where('i.main_image', '=', 0)
      .where('i.social_image', '=', 0)
      .where(sql<boolean>`not exists (select 1 from text_images as t where t.hash = i.hash)`)
      .where(sql<boolean>`not exists (select 1 from revision_images as r where r.hash = i.hash)`)
      .$if(drafts.length > 0, (one) => one.where('i.hash', 'not in', drafts));
  }
  return narrowed;
}

/** Files are named after their hash: a file name, a URL or the beginning of a hash finds them. */
function hashRange(search: string): [string, string] | [] {
  const hash = /(?:^|\/)([0-9a-f]{6,64})(?![0-9a-f])/.exec(search.trim().toLowerCase())?.[1];
  return hash ? [hash, `${hash}g`] : [];
}
