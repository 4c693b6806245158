import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

type Waiting = { id: number; target: string; attempts: number; next_run: string; error: string | null };

/** Webmentions that have to be sent are in the outbox. */
export const up: Migration = async (db) => {
  const { rows } = await sql<Waiting>`
    select id, target, attempts, next_run, error from sent_mentions where next_run is not null order by id`.execute(
    db,
  );
  for (const { id, target, attempts, next_run, error } of rows)
    await sql`insert into outbox (kind, key, host, attempts, next_run, error, date_added)
      values ('webmention-send', ${String(id)}, ${URL.parse(target)?.host ?? ''}, ${attempts}, ${next_run},
        ${error}, ${next_run})`.execute(db);
  const statements = [
    sql`drop index sent_mentions_by_next_run`,
    ...['version', 'next_run'].map((column) => sql`alter table sent_mentions drop column ${sql.ref(column)}`),
  ];
  for (const statement of statements) await statement.execute(db);
};
