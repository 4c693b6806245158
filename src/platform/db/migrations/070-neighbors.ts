import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Notifies other machines that the posts before and after a new or former place of a post link to another one, and that a new
 * comment has to be on the page of its post at once, while lists may show it later.
 */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  await sql`create function tell_neighbors() returns trigger language plpgsql as $$
    declare was record := case tg_op when 'DELETE' then old else new end;
    begin
      perform tell_change('post:' || n.post_id) from (
        (select l.post_id from listings l where l.kind = 'all' and l.name = ''
          and (l.post_date, l.post_id) < (was.post_date, was.post_id) order by l.post_date desc, l.post_id desc limit 1)
        union all
        (select l.post_id from listings l where l.kind = 'all' and l.name = ''
          and (l.post_date, l.post_id) > (was.post_date, was.post_id) order by l.post_date, l.post_id limit 1)) n;
      return null;
    end
  $$`.execute(db);
  await sql`create function tell_comment() returns trigger language plpgsql as $$
    begin
      perform tell_change('comments:' || new.post_id);
      perform tell_change('+post:' || new.post_id);
      return null;
    end
  $$`.execute(db);
  await sql`drop trigger tell_9 on comments`.execute(db);
  await sql`create trigger tell_9 after insert on comments for each row
    when (new.approved = 1) execute function tell_comment()`.execute(db);
  for (const [operation, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ])
    await sql`create trigger ${sql.ref(`tell_neighbors_${operation}`)} after ${sql.raw(`${operation}`)} on listings for each row
      when (${sql.raw(`${row}`)}.kind = 'all') execute function tell_neighbors()`.execute(db);
};
