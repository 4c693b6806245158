import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const conversation: Statements = ({ id, date, tableOptions }) => [
  // Likes and reposts on other servers.
  sql`create table reactions (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    kind text not null check (kind in ('like', 'repost')),
    source text not null,
    origin_id text not null unique,
    author_name text not null,
    author_url text,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create index reactions_by_post on reactions (post_id, kind)`,
  // Posts and answers that changed since other servers were notified of them. None is a reference: other servers are notified of
  // deleted ones, too.
  sql`create table announcements (
    kind text not null check (kind in ('post', 'answer')),
    subject_id integer not null,
    version integer not null default 1,
    primary key (kind, subject_id)
  ) ${tableOptions}`,
  // Comments from other servers that the owner deleted, so that they do not come back when their server sends them again. Kept
  // longer than deleted_comments: as long as the post.
  sql`create table deleted_origins (
    origin_id text primary key,
    post_id integer not null references posts (id) on delete cascade,
    comment_id integer not null,
    date_deleted ${date} not null
  ) ${tableOptions}`,
  sql`create index deleted_origins_by_post on deleted_origins (post_id)`,
];
