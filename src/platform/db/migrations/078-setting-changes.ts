import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * PostgreSQL notifies of every setting, whatever its name is and also when it is deleted: a list of names missed the custom CSS.
 * The page for signing in depends on whether there is an administrator.
 */
export const up: Migration = async (db, { kind }) => {
  if (kind !== 'postgres') return;
  for (const name of ['tell_12', 'tell_menu', 'tell_mail', 'tell_statistics'])
    await sql`drop trigger ${sql.ref(name)} on settings`.execute(db);
  await sql`drop function tell_statistics()`.execute(db);
  await sql`create function tell_setting() returns trigger language plpgsql as $$
    declare was record := case tg_op when 'DELETE' then old else new end;
    begin
      perform tell_change(case was.name when 'statistics' then 'statistics' else 'site' end);
      return null;
    end
  $$`.execute(db);
  await sql`create trigger tell_setting after insert or update or delete on settings for each row
    execute function tell_setting()`.execute(db);
  await sql`create trigger tell_emptied after truncate on settings for each statement
    execute function tell_all()`.execute(db);
  await sql`create trigger tell_users after insert or update of username or delete on users for each row
    execute function tell_site()`.execute(db);
};
