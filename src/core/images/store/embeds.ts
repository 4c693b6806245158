import type { BatchSize } from '../../../platform/db/in-batches.ts';
import type { Db } from '../../../platform/db/open.ts';
import type { Variant } from '../../../platform/files/variant.ts';

export type PreviewImage = { variants: Variant[]; width: number; height: number; color: string };

export type StoredEmbed<Found> = {
  url: string;
  /** Null while the page could not be read. */
  found: Found | null;
  image: PreviewImage | null;
  tries: number;
  retry_date: string | null;
};

const columns = ['url', 'found', 'image', 'tries', 'retry_date'] as const;

export async function embedsByUrl<Found>(db: Db, urls: readonly string[]): Promise<StoredEmbed<Found>[]> {
  if (urls.length === 0) return [];
  const rows = await db
    .selectFrom('embeds')
    .select(columns)
    .where('url', 'in', [...urls])
    .execute();
  return rows.map((row) => ({
    ...row,
    found: row.found === null ? null : (JSON.parse(row.found) as Found),
    image: row.image === null ? null : (JSON.parse(row.image) as PreviewImage),
  }));
}

/** Stores what was found. A failed attempt never replaces an earlier result. */
export async function keepEmbed(
  db: Db,
  embed: {
    url: string;
    found: unknown;
    image: PreviewImage | null;
    tries: number;
    retry_date: string | null;
    date_found: string | null;
  },
): Promise<void> {
  const isFound = embed.found !== null;
  const values = {
    ...embed,
    found: isFound ? JSON.stringify(embed.found) : null,
    image: embed.image && JSON.stringify(embed.image),
  };
  const { url, ...all } = values;
  const { tries, retry_date } = values;
  await db
    .insertInto('embeds')
    .values(values)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(isFound ? all : { tries, retry_date }))
    .execute();
}

/** Lets the scheduled job ask for pages that are embedded for the first time. */
export async function queueEmbeds(db: Db, urls: readonly string[], now: string): Promise<string[]> {
  const added: string[] = [];
  for (const url of urls) {
    const row = await db
      .insertInto('embeds')
      .values({ url, found: null, image: null, tries: 0, retry_date: now, date_found: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('url')
      .executeTakeFirst();
    if (row) added.push(url);
  }
  return added;
}

/** Deletes the preview of a page that no post names, and its image unless another preview has it. */
export async function deleteUnusedEmbed(db: Db, url: string): Promise<void> {
  if (await naming(db, url).limit(1).executeTakeFirst()) return;
  const gone = await db.deleteFrom('embeds').where('url', '=', url).returning('image').executeTakeFirst();
  const hash = /[0-9a-f]{64}/.exec(gone?.image ?? '')?.[0];
  if (hash === undefined) return;
  const other = await db
    .selectFrom('embeds')
    .select('url')
    .where('image', 'like', `%${hash}%`)
    .limit(1)
    .executeTakeFirst();
  if (!other) await db.deleteFrom('media').where('hash', '=', hash).where('kind', '=', 'preview').execute();
}

/** Pages that could not be read and are due for another attempt. */
export async function dueEmbeds(
  db: Db,
  now: string,
  limit: number,
): Promise<{ url: string; tries: number }[]> {
  return db
    .selectFrom('embeds')
    .select(['url', 'tries'])
    .where('retry_date', '<=', now)
    .orderBy('retry_date')
    .limit(limit)
    .execute();
}

/** Of the posts after the id `after`, those whose text names this URL. */
export const postsNaming = (db: Db, url: string, after: number, size: BatchSize) =>
  naming(db, url).where('id', '>', after).orderBy('id').limit(size).execute();

const naming = (db: Db, url: string) =>
  db
    .selectFrom('posts')
    .select('id')
    // An underscore matches any character, so that no character of the URL has a meaning of its own.
    .where('post_content', 'like', `%${url.replace(/&/g, '&amp;').replace(/[%_\\]/g, '_')}%`);
