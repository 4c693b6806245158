import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Feeds that the hub has to be notified of are in the outbox; what stays is when it was notified. */
export const up: Migration = async (db) => {
  const statements = [
    sql`insert into outbox (kind, key, host, attempts, next_run, error, date_added)
      select 'websub-ping', path, 'hub', attempts, next_run, error, next_run from hub_pings where next_run is not null`,
    sql`delete from hub_pings where date_sent is null`,
    sql`drop index hub_pings_by_next_run`,
    ...['version', 'attempts', 'next_run', 'error'].map(
      (column) => sql`alter table hub_pings drop column ${sql.ref(column)}`,
    ),
  ];
  for (const statement of statements) await statement.execute(db);
};
