import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * What other servers were told: the pages that posts and answers link to (Webmention), and the feeds that the hub was told of
 * (WebSub). None is a reference to a post: that it was deleted has to be told, too.
 */
export const up: Migration = async (db, { id, date, tableOptions }) => {
  const statements = [
    sql`create table sent_mentions (
      id ${id},
      post_id integer not null,
      comment_id integer not null default 0,
      source text not null,
      target text not null,
      fingerprint text not null,
      wanted integer not null check (wanted in (0, 1)),
      state text not null check (state in ('waiting', 'sent', 'unsupported', 'failed')),
      endpoint text,
      version integer not null default 1,
      attempts integer not null default 0,
      next_run ${date},
      error text,
      date_sent ${date},
      date_changed ${date} not null,
      unique (post_id, comment_id, target)
    ) ${tableOptions}`,
    sql`create index sent_mentions_by_next_run on sent_mentions (next_run, id) where next_run is not null`,
    sql`create index sent_mentions_by_comment on sent_mentions (comment_id) where comment_id > 0`,
    sql`create index sent_mentions_by_date on sent_mentions (date_changed) where wanted = 0`,
    // The feeds that contain a post, as far as the hub knows. JSON.
    sql`create table hub_posts (
      post_id integer primary key,
      fingerprint text not null,
      feeds text not null
    ) ${tableOptions}`,
    sql`create table hub_pings (
      path text primary key,
      version integer not null default 1,
      attempts integer not null default 0,
      next_run ${date},
      error text,
      date_sent ${date}
    ) ${tableOptions}`,
    sql`create index hub_pings_by_next_run on hub_pings (next_run) where next_run is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
};
