import type { Migration } from '../migration.ts';

/** Earlier versions stored these texts with the first change of any setting. */
const unwritten: Record<string, string> = {
  site_description: 'A personal blog. Not terrible.',
  thank_you_line: 'Thank you for stopping by. It was not terrible to have you.',
};

/** From now on texts and web titles follow the language of the site. Those that sites have keep their web titles. */
export const up: Migration = async (db) => {
  if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) return;
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'site').executeTakeFirst();
  const stored: Record<string, unknown> = JSON.parse(row?.value ?? '{}');
  const chosen = Object.entries(stored).filter(([name, value]) => unwritten[name] !== value);
  const value = JSON.stringify({ web_titles: 'transliterate', ...Object.fromEntries(chosen) });
  await db
    .insertInto('settings')
    .values({ name: 'site', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
};
