import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Long work that survives restarts. While a job runs, `next_run` is the end of its lease, so one indexed condition finds
 * both jobs whose time has come and jobs whose runner disappeared.
 */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  await sql`create table jobs (
    id ${id},
    kind text not null,
    payload text not null,
    host text,
    next_run ${date} not null,
    owner text,
    attempts integer not null default 0,
    cancel_requested integer not null default 0 check (cancel_requested in (0, 1)),
    progress text,
    outcome text check (outcome in ('done', 'failed', 'canceled')),
    error text,
    date_added ${date} not null,
    date_finished ${date}
  ) ${tableOptions}`.execute(db);
  await sql`create index jobs_by_next_run on jobs (next_run, id) where date_finished is null`.execute(db);
  await sql`create index jobs_by_kind on jobs (kind, id)`.execute(db);
};
