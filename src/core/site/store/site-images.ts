import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';
import type { Variant } from '../../../platform/files/variant.ts';

/** An image that belongs to no post. */
export type StoredSiteImage = StoredRow<'site_images', { variants: Variant[]; needs_plate: boolean }>;

const columns = ['name', 'hash', 'variants', 'needs_plate', 'date_added'] as const;

const everyImage = prepared((db) => db.selectFrom('site_images').select(columns));

const unpack = (row: StoredRow<'site_images'>) => ({
  ...row,
  variants: JSON.parse(row.variants) as Variant[],
  needs_plate: row.needs_plate === 1,
});

/** There are few: four of the site, and one for each author. */
export async function allSiteImages(db: Db): Promise<StoredSiteImage[]> {
  return (await everyImage(db)).map(unpack);
}

/** Adds or replaces the image; returns the replaced one. */
export async function putSiteImage(db: Db, image: StoredSiteImage): Promise<StoredSiteImage | undefined> {
  const before = await siteImage(db, image.name);
  const values = {
    ...image,
    variants: JSON.stringify(image.variants),
    needs_plate: image.needs_plate ? 1 : 0,
  };
  await db
    .insertInto('site_images')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
  return before;
}

/** Returns the deleted image. */
export async function deleteSiteImage(db: Db, name: string): Promise<StoredSiteImage | undefined> {
  const before = await siteImage(db, name);
  await db.deleteFrom('site_images').where('name', '=', name).execute();
  return before;
}

async function siteImage(db: Db, name: string): Promise<StoredSiteImage | undefined> {
  const row = await db.selectFrom('site_images').select(columns).where('name', '=', name).executeTakeFirst();
  return row && unpack(row);
}
