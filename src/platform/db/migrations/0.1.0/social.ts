import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const social: Statements = ({ date, tableOptions }) => [
  // Posts shared to social networks. A row without a URL is being shared at this moment.
  sql`create table shares (
    post_id integer not null references posts (id) on delete cascade,
    network text not null,
    url text,
    date ${date} not null,
    -- What identifies the shared post there: the id of a status, or an at:// URI with the hash of its content.
    status_id text,
    cid text,
    -- How often it was deleted there and shared again.
    generation integer not null default 0,
    last_look ${date},
    next_look ${date},
    failures integer not null default 0,
    primary key (post_id, network)
  ) ${tableOptions}`,
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
