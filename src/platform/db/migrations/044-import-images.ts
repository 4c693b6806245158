import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Images that were not in the source of an import and are fetched in the background, and the posts that show them. Posts are no
 * references, because a post can be deleted and restored meanwhile.
 */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table import_images (
      id ${id},
      import_id integer not null,
      url text not null,
      host text not null,
      state text not null default 'waiting',
      reason text not null default '',
      attempts integer not null default 0,
      next_date ${date} not null,
      hash text,
      unique (import_id, url)
    ) ${tableOptions}`,
    sql`create index import_images_due on import_images (import_id, state, next_date)`,
    sql`create table import_image_uses (
      image_id integer not null references import_images (id) on delete cascade,
      post_id integer not null,
      src text not null,
      role text not null,
      alt text not null default '',
      primary key (image_id, post_id, role, src)
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
