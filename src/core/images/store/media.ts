import type { Db } from '../../../platform/db/open.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';
import type { Variant } from '../../../platform/files/variant.ts';

export type StoredMedia = StoredRow<'media', { variants: Variant[] }>;

const unpack = <Row extends { variants: string }>(row: Row) => ({
  ...row,
  variants: JSON.parse(row.variants) as Variant[],
});

const columns = ['id', 'hash', 'kind', 'title', 'type', 'variants', 'bytes', 'date_added'] as const;

export async function mediaByHash(db: Db, hash: string): Promise<StoredMedia | undefined> {
  const row = await db.selectFrom('media').select(columns).where('hash', '=', hash).executeTakeFirst();
  return row && unpack(row);
}

export async function mediaById(db: Db, id: number): Promise<StoredMedia | undefined> {
  const row = await db.selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst();
  return row && unpack(row);
}

/** The audio and video files, newest first. */
export async function recordings(db: Db, limit: number, offset: number): Promise<StoredMedia[]> {
  const rows = await db
    .selectFrom('media')
    .select(columns)
    .where('kind', 'in', ['audio', 'video'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(unpack);
}

export const countRecordings = (db: Db) =>
  db
    .selectFrom('media')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', 'in', ['audio', 'video'])
    .executeTakeFirstOrThrow();

/** Adds a file, unless the same bytes are stored already. */
export async function insertMedia(db: Db, media: Omit<StoredMedia, 'id'>): Promise<void> {
  await db
    .insertInto('media')
    .values({ ...media, variants: JSON.stringify(media.variants) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function deleteMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute();
}

/** Of these hashes, those of files in the table. */
export async function mediaHashes(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db
    .selectFrom('media')
    .select('hash')
    .where('hash', 'in', [...hashes])
    .execute();
  return rows.map(({ hash }) => hash);
}
