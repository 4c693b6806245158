import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Display names of tags, titles of categories, and the categories of a post besides its main one. */
export const up: Migration = async (db, { kind, tableOptions }) => {
  const statements = [
    sql`alter table tags add column display_name text not null default ''`,
    sql`alter table tags add column name_key text not null default ''`,
    sql`update tags set display_name = tag_name, name_key = tag_name`,
    sql`create index tags_by_name_key on tags (name_key)`,
    sql`alter table categories add column titles text not null default ''`,
    sql`create table post_categories (
      post_id integer not null references posts (id) on delete cascade,
      category_id integer not null references categories (id) on delete restrict,
      primary key (post_id, category_id)
    ) ${tableOptions}`,
    sql`create index post_categories_by_category on post_categories (category_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
  if (kind !== 'postgres') return;

  // As in 016-changes.ts, with the posts that have it as a further category.
  await sql`create or replace function tell_posts_in() returns trigger language plpgsql as $$
    declare was record := case tg_op when 'DELETE' then old else new end;
    begin
      perform tell_change('post:' || p.id) from posts p where p.category_id = was.id;
      perform tell_change('post:' || p.post_id) from post_categories p where p.category_id = was.id;
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_further_category after insert or update or delete on post_categories
    for each row execute function tell_post_of()`.execute(db);
  await sql`create trigger tell_emptied after truncate on post_categories
    for each statement execute function tell_all()`.execute(db);
  // Lists, topics and menus show the title, also that of a category without posts.
  await sql`create trigger tell_category_titles after update on categories for each row
    when (old.titles <> new.titles) execute function tell_all()`.execute(db);
};
