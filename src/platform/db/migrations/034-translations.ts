import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Posts with the same translation group are translations of each other. Groups have a table of their own so that a number is
 * never used again: a post in the bin may return to its group.
 */
export const up: Migration = async (db, { kind, id, tableOptions }) => {
  await sql`create table translation_groups (id ${id}) ${tableOptions}`.execute(db);
  await sql`alter table posts add column translation_group integer references translation_groups (id)`.execute(
    db,
  );
  await sql`create index posts_by_translation_group on posts (translation_group)
    where translation_group is not null`.execute(db);

  if (kind !== 'postgres') return;
  // The pages of all posts of a group show its languages and URLs.
  await sql`create function tell_translations() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform tell_change('translations:' || old.translation_group) where old.translation_group is not null;
      end if;
      if tg_op <> 'DELETE' then
        perform tell_change('translations:' || new.translation_group) where new.translation_group is not null;
      end if;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_translations after insert or delete on posts
    for each row execute function tell_translations()`.execute(db);
  await sql`create trigger tell_translations_changed after update on posts for each row
    when ((old.post_title, old.post_title_web, old.active, old.language, old.translation_group) is distinct from
      (new.post_title, new.post_title_web, new.active, new.language, new.translation_group))
    execute function tell_translations()`.execute(db);
};
