import { sql } from 'kysely';
import { dialectOf } from '../../../platform/db/dialect.ts';
import type { Db } from '../../../platform/db/open.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { Variant } from '../../../platform/files/variant.ts';
import type { ProfileLink } from '../api/profiles.ts';

export type StoredProfile = {
  user_id: number;
  /** Null for a former administrator. */
  username: string | null;
  display_name: string;
  /** HTML. */
  bio: string;
  links: ProfileLink[];
  version: number;
  /** Of the admin area; empty: that of the site. */
  language: string;
  photo: Variant[] | null;
};

/** The name of the photo among the images that belong to no post. */
export const photoName = (userId: number): string => `photo:${userId}`;

// One query, because every list of posts needs it.
const every = prepared((db) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('site_images as i', (join) => join.on('i.name', '=', sql<string>`'photo:' || p.user_id`))
    .select([
      'p.user_id',
      'u.username',
      'p.display_name',
      'p.bio',
      'p.links',
      'p.version',
      'p.language',
      'i.variants',
    ])
    .select((eb) => eb.selectFrom('settings').select('value').where('name', '=', 'site').as('site'))
    .orderBy('p.user_id'),
);

/** There are as many as administrators and former authors. Also the settings of the site, as stored. */
export async function allProfiles(db: Db): Promise<{ profiles: StoredProfile[]; site: string | undefined }> {
  const rows = await every(db);
  const profiles = rows.map(({ links, variants, site: _, ...row }) => ({
    ...row,
    links: JSON.parse(links) as ProfileLink[],
    photo: variants === null ? null : (JSON.parse(variants) as Variant[]),
  }));
  return { profiles, site: rows[0]?.site ?? undefined };
}

/** Locks the profile until the transaction ends. */
export function lockProfile(db: Db, userId: number) {
  return db
    .selectFrom('profiles')
    .select(['user_id', 'display_name', 'version'])
    .where('user_id', '=', userId)
    .modifyEnd(dialectOf(db).forUpdate)
    .executeTakeFirst();
}

export async function insertProfile(db: Db, userId: number): Promise<void> {
  await db.insertInto('profiles').values({ user_id: userId }).execute();
}

export async function updateProfile(
  db: Db,
  userId: number,
  { links, ...change }: Partial<Pick<StoredProfile, 'display_name' | 'bio' | 'links' | 'language'>>,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ ...change, ...(links && { links: JSON.stringify(links) }) })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

/** Posts and comments of the author lose their author. */
export async function deleteProfile(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('profiles').where('user_id', '=', userId).execute();
}

/** Whether a post or a comment names the author. */
export async function isAuthor(db: Db, userId: number): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const comment =
    post ??
    (await db.selectFrom('comments').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst());
  return comment !== undefined;
}
