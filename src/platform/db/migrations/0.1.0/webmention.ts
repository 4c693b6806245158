import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const webmention: Statements = ({ id, date, tableOptions }) => [
  // Accepted and waiting until their source has been fetched; verified ones become comments or reactions.
  sql`create table received_webmentions (
    id ${id},
    source text not null,
    source_host text not null,
    post_id integer not null references posts (id) on delete cascade,
    target text not null,
    version integer not null default 1,
    attempts integer not null default 0,
    next_run ${date} not null,
    unique (source, post_id)
  ) ${tableOptions}`,
  sql`create index received_webmentions_by_post on received_webmentions (post_id)`,
  sql`create index received_webmentions_by_time on received_webmentions (next_run)`,
  sql`create index received_webmentions_by_host on received_webmentions (source_host)`,
  sql`create index received_webmentions_by_attempts on received_webmentions (attempts)`,

  // The pages that posts and answers link to. No reference to a post: other servers are notified of its deletion, too.
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

  // The feeds that contain a post, as far as the hub (WebSub) knows. JSON.
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
