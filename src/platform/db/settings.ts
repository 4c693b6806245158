import type { Db } from './open.ts';
import { prepared } from './prepared.ts';

/** The id of the site, which stays with the database through backups and moves. */
export const siteIdSetting = 'site_id';

const setting = prepared((db, name: string) =>
  db.selectFrom('settings').select('value').where('name', '=', name),
);

export async function readSetting(db: Db, name: string): Promise<string | undefined> {
  const [row] = await setting(db, name);
  return row?.value;
}

type Names = [string, string, string, string, string, string, string, string];

const settings = prepared((db, ...names: Names) =>
  db.selectFrom('settings').select(['name', 'value']).where('name', 'in', names),
);

/** One query, because every page needs all of them. */
export async function readSettings(db: Db, ...names: string[]): Promise<(string | undefined)[]> {
  // The prepared query has a fixed number of names.
  const asked: Names = ['', '', '', '', '', '', '', ''];
  if (names.length > asked.length) throw new Error(`At most ${asked.length} settings can be read at once.`);
  const rows = await settings(db, ...(Object.assign(asked, names) as Names));
  return names.map((name) => rows.find((row) => row.name === name)?.value);
}

export async function writeSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** False when the setting already has a value, which stays unchanged. */
export async function addSetting(db: Db, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function deleteSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** Stores the value unless another process was first; returns the stored one. */
export async function ensureSetting(db: Db, name: string, value: string): Promise<string> {
  await addSetting(db, name, value);
  return (await readSetting(db, name)) ?? value;
}
