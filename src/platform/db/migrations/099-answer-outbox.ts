import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Answers that have to be posted on social networks are in the outbox. */
export const up: Migration = async (db) => {
  const statements = [
    sql`insert into outbox (kind, key, host, next_run, date_added)
      select 'social-answers', cast(comment_id as text), network, next_run, date_added
      from social_answers where next_run is not null order by comment_id`,
    sql`drop index social_answers_due`,
    ...['next_run', 'failures'].map(
      (column) => sql`alter table social_answers drop column ${sql.ref(column)}`,
    ),
  ];
  for (const statement of statements) await statement.execute(db);
};
