import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Notifies other machines of changes that the menu of every page shows: the menu itself, titles, URLs and categories. */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  await sql`create function tell_link() returns trigger language plpgsql as $$
    declare was record := case tg_op when 'DELETE' then old else new end;
    begin
      perform tell_change('link:' || was.id);
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_link after insert or delete on posts
    for each row execute function tell_link()`.execute(db);
  await sql`create trigger tell_link_changed after update on posts for each row
    when ((old.post_title, old.post_title_web, old.active) is distinct from
      (new.post_title, new.post_title_web, new.active)) execute function tell_link()`.execute(db);
  await sql`create trigger tell_menu after insert or update on settings for each row
    when (new.name = 'menu') execute function tell_site()`.execute(db);
  // A category without public posts is in no list that would notify of its new path.
  await sql`create trigger tell_category_path after update on categories for each row
    when (old.category_path <> new.category_path) execute function tell_all()`.execute(db);
};
