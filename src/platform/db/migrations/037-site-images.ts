import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Images that belong to no post: the logo, the icon and the social image of the site, and the photos of authors. */
export const up: Migration = async (db, { kind, date, tableOptions }) => {
  await sql`create table site_images (
    name text primary key,
    hash text not null,
    variants text not null,
    needs_plate integer not null,
    date_added ${date} not null
  ) ${tableOptions}`.execute(db);
  await sql`create index site_images_by_hash on site_images (hash)`.execute(db);
  if (kind === 'postgres')
    await sql`create trigger tell_site_images after insert or update or delete on site_images
      for each row execute function tell_site()`.execute(db);
};
