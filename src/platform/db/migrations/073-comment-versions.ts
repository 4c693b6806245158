import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A number for each post that increases whenever the threads of its approved comments change, whichever program writes, so that
 * a process can keep the threads of a long discussion. Rows stay when their post is deleted: the bin can restore it, and its
 * number must not begin again.
 *
 * PostgreSQL has several rows for one post, so that transactions seldom wait for each other. A transaction increases a row once:
 * it would have to read all versions of the row that it left behind.
 */
export const up: Migration = async (db, { kind, tableOptions }) => {
  const isPostgres = kind === 'postgres';
  await sql`create table comment_versions (
    post_id integer not null,
    slot integer not null,
    version ${sql.raw(isPostgres ? 'bigint' : 'integer')} not null,
    ${sql.raw(isPostgres ? 'changed_by xid8 not null,' : '')}
    primary key (post_id, slot)
  ) ${tableOptions}`.execute(db);
  for (const statement of isPostgres ? postgresTriggers : sqliteTriggers)
    await sql.raw(statement).execute(db);
};

/** Threads show nothing else; a changed text changes none. */
const columns = 'post_id, approved, date_added, parent_id, source';
const events = [
  ['insert', 'insert', 'new', 'new.approved = 1'],
  ['delete', 'delete', 'old', 'old.approved = 1'],
  ['update', `update of ${columns}`, 'new', 'old.approved = 1 or new.approved = 1'],
  ['move', 'update of post_id', 'old', 'old.approved = 1 and old.post_id <> new.post_id'],
] as const;

const sqliteTriggers = events.map(
  ([name, event, row, when]) => `create trigger comment_version_${name} after ${event} on comments
    when ${when} begin
    insert into comment_versions (post_id, slot, version) values (${row}.post_id, 0, 1)
      on conflict (post_id, slot) do update set version = comment_versions.version + 1;
  end`,
);

const slot = 'pg_backend_pid() % 64';
const postgresTriggers = [
  ...events.flatMap(([name, event, row, when]) => [
    `create function comment_version_${name}() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from comment_versions v where v.post_id = ${row}.post_id and v.slot = ${slot}
            and v.changed_by = pg_current_xact_id()) then
          insert into comment_versions (post_id, slot, version, changed_by)
            values (${row}.post_id, ${slot}, 1, pg_current_xact_id())
            on conflict (post_id, slot) do update
            set version = comment_versions.version + 1, changed_by = excluded.changed_by;
        end if;
        return null;
      end
    $$`,
    `create trigger comment_version_${name} after ${event} on comments for each row
      when (${when}) execute function comment_version_${name}()`,
  ]),
  `create function comment_version_truncate() returns trigger language plpgsql as $$
    begin
      update comment_versions set version = version + 1;
      return null;
    end
  $$`,
  `create trigger comment_version_truncate after truncate on comments for each statement
    execute function comment_version_truncate()`,
];
