import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Description, language and open comments of posts, focal point and social image of images. Drafts keep what the form sets
 * besides the text as JSON.
 */
export const up: Migration = async (db) => {
  const flag = (name: string, value: 0 | 1) =>
    sql`${sql.ref(name)} integer not null default ${sql.lit(value)} check (${sql.ref(name)} in (0, 1))`;
  const percent = (name: string) =>
    sql`${sql.ref(name)} integer not null default 50 check (${sql.ref(name)} between 0 and 100)`;
  const text = (name: string) => sql`${sql.ref(name)} text not null default ''`;
  const columns = [
    ['posts', text('meta_description')],
    ['revisions', text('meta_description')],
    ['drafts', text('meta_description')],
    ['posts', text('language')],
    ['posts', flag('comments_open', 1)],
    ['images', percent('focal_x')],
    ['images', percent('focal_y')],
    ['images', flag('social_image', 0)],
    ['drafts', sql`settings text not null default '{}'`],
  ] as const;
  for (const [table, column] of columns)
    await sql`alter table ${sql.ref(table)} add column ${column}`.execute(db);
  await sql`create unique index one_social_image on images (post_id) where social_image = 1`.execute(db);
};
