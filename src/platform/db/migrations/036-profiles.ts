import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Profiles of authors. A profile outlives its administrator, so that posts and comments keep the name of their author; that
 * is why posts and comments refer to profiles rather than to users.
 */
export const up: Migration = async (db, { kind, tableOptions }) => {
  await sql`create table profiles (
    user_id integer primary key,
    display_name text not null default '',
    bio text not null default '',
    links text not null default '[]',
    version integer not null default 1
  ) ${tableOptions}`.execute(db);
  await sql`insert into profiles (user_id) select id from users`.execute(db);

  for (const [table, column] of [
    ['posts', 'author_id'],
    ['comments', 'user_id'],
  ] as const) {
    const author = sql`${sql.ref(column)} integer references profiles (user_id) on delete set null`;
    await sql`alter table ${sql.ref(table)} add column ${author}`.execute(db);
    await sql`create index ${sql.ref(`${table}_by_author`)} on ${sql.ref(table)} (${sql.ref(column)})
      where ${sql.ref(column)} is not null`.execute(db);
  }
  const { rows: users } = await sql<{ id: number }>`select id from users`.execute(db);
  const [only] = users;
  if (users.length === 1 && only) {
    await sql`update posts set author_id = ${only.id}`.execute(db);
    await sql`update comments set user_id = ${only.id} where user_name = 'Admin'`.execute(db);
  } else
    await sql`update posts set author_id = (select id from users where username = posts.written_by)
      where written_by is not null`.execute(db);

  if (kind !== 'postgres') return;
  await sql`create function tell_authors() returns trigger language plpgsql as $$
    begin
      perform tell_change('authors');
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_authors after insert or update or delete or truncate on profiles
    for each statement execute function tell_authors()`.execute(db);
};
