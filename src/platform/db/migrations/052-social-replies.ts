import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Replies to shared posts on Mastodon and Bluesky, and the owner's answers to them. */
export const up: Migration = async (db, { date, tableOptions }) => {
  const statements = [
    // What identifies the shared post there: the id of a status, or an at:// URI with the hash of its content.
    sql`alter table shares add column status_id text`,
    sql`alter table shares add column cid text`,
    // How often it was deleted there and shared again.
    sql`alter table shares add column generation integer not null default 0`,
    sql`alter table shares add column last_look ${date}`,
    sql`alter table shares add column next_look ${date}`,
    sql`alter table shares add column failures integer not null default 0`,
    sql`create index shares_due on shares (next_look) where next_look is not null`,
    // Replies that were received, so that only what changed is received again, and what an answer needs to know of them.
    sql`create table social_replies (
      origin_id text primary key,
      post_id integer not null references posts (id) on delete cascade,
      network text not null,
      status_id text not null,
      target text not null,
      hash text not null
    ) ${tableOptions}`,
    sql`create index social_replies_by_post on social_replies (post_id, network, status_id)`,
    // Answers that are or will be posted there. A comment is no reference: deleted ones are deleted there, too.
    sql`create table social_answers (
      comment_id integer primary key,
      network text not null,
      parent text not null,
      root text not null,
      link text not null,
      text text,
      sent_text text,
      request_key text not null,
      date_added ${date} not null,
      date_started ${date},
      answer_id text,
      next_run ${date},
      failures integer not null default 0
    ) ${tableOptions}`,
    sql`create index social_answers_due on social_answers (next_run) where next_run is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
};
