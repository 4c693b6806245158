import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The notification that each trigger function sends; `was` is the new row, or the deleted one. */
const functions = {
  tell_post: `perform tell_change('post:' || was.id)`,
  tell_post_of: `perform tell_change('post:' || was.post_id)`,
  // The prefix ~ marks changes that pages may show with a delay.
  tell_votes: `perform tell_change('~post:' || was.id)`,
  tell_list: `perform tell_change(was.kind || ':' || was.name)`,
  tell_posts_in: `perform tell_change('post:' || p.id) from posts p where p.category_id = was.id`,
  tell_site: `perform tell_change('site')`,
  tell_all: `perform tell_change('*')`,
};

const triggers: [name: keyof typeof functions, on: string, when?: string][] = [
  ['tell_post', 'insert or delete on posts'],
  ['tell_post', 'update on posts', 'old.vote_count = new.vote_count'],
  ['tell_votes', 'update on posts', 'old.vote_count <> new.vote_count'],
  ['tell_list', 'insert or delete on listings'],
  ['tell_post_of', 'insert or update or delete on images'],
  ['tell_post_of', 'insert or update or delete on post_tags'],
  ['tell_all', 'update on tags'],
  ['tell_posts_in', 'update on categories'],
  // Unapproved comments are on no page.
  ['tell_post_of', 'insert on comments', 'new.approved = 1'],
  ['tell_post_of', 'update on comments', 'old.approved = 1 or new.approved = 1'],
  ['tell_post_of', 'delete on comments', 'old.approved = 1'],
  ['tell_site', 'insert or update on settings', `new.name in ('site', 'announcement')`],
];

/**
 * On commit, PostgreSQL notifies every process of what a transaction changed, no matter whether a server, a command or psql
 * wrote it. On SQLite processes poll the data version instead.
 */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  // Payloads are limited to 8000 bytes; a key that is too long invalidates everything instead.
  await sql`create function tell_change(key text) returns void language sql as $$
    select pg_notify('not_terrible_changes', case when octet_length(key) < 2000 then key else '*' end)
  $$`.execute(db);
  for (const [name, body] of Object.entries(functions))
    await sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$
      declare was record := case tg_op when 'DELETE' then old else new end;
      begin
        ${sql.raw(body)};
        return null;
      end
    $$`.execute(db);
  for (const [index, [name, on, when]] of triggers.entries())
    await sql`create trigger ${sql.ref(`tell_${index + 1}`)} after ${sql.raw(on)} for each row
      ${sql.raw(when ? `when (${when})` : '')} execute function ${sql.ref(name)}()`.execute(db);
  for (const table of ['posts', 'listings', 'images', 'post_tags', 'comments'])
    await sql`create trigger tell_emptied after truncate on ${sql.ref(table)}
      for each statement execute function tell_all()`.execute(db);
};
