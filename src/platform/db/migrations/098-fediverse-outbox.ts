import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Deliveries to the fediverse are in the outbox. */
export const up: Migration = async (db) => {
  const statements = [
    sql`insert into outbox (kind, key, host, payload, attempts, next_run, error, date_added)
      select 'fediverse-deliver', cast(d.activity_id as text) || ' ' || d.inbox, d.host,
        cast(d.activity_id as text), d.attempts, coalesce(h.next_run, a.date_added), h.error, a.date_added
      from fediverse_deliveries as d
      join fediverse_activities as a on a.id = d.activity_id
      left join fediverse_hosts as h on h.host = d.host
      order by d.id`,
    sql`insert into outbox_hosts (kind, host, next_run, attempts, date_failing, given_up, error)
      select 'fediverse-deliver', host, next_run, attempts, date_failing, dead, coalesce(error, '')
      from fediverse_hosts where date_failing is not null`,
    sql`drop table fediverse_deliveries`,
    sql`drop table fediverse_hosts`,
  ];
  for (const statement of statements) await statement.execute(db);
};
