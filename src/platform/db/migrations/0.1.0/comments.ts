import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const comments: Statements = ({ id, date, tableOptions }) => [
  // A parent has a smaller id, so there are no cycles, and copies in the order of ids find each parent before its replies.
  // Imported comments have old dates, so lists are in the order of dates; the index by post has all that threads need.
  sql`create table comments (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    user_name text not null,
    comment_text text not null,
    date_added ${date} not null,
    approved integer not null check (approved in (0, 1)),
    text_hash text,
    signs text not null default '{}',
    verdict integer not null default 0,
    reasons text not null default '[]',
    taught text,
    scored_round integer not null default 0,
    -- What the spam filter extracts, so that scoring again does not parse every pending comment.
    features text,
    user_id integer references profiles (user_id) on delete set null,
    parent_id integer check (parent_id < id) references comments (id) on delete set null,
    author_url text,
    source text not null default 'local' check (source <> ''),
    -- Who wrote it, as far as the site can tell.
    person text,
    -- A keyed hash of the IP address, as long as the comment waits.
    address text,
    -- Where it can be read on the other server, and what identifies it there.
    origin_url text,
    origin_id text,
    date_edited ${date},
    date_told ${date}
  ) ${tableOptions}`,
  sql`create index comments_by_post on comments (post_id, approved, date_added, id, parent_id, source)`,
  sql`create index comments_by_state on comments (approved, date_added, id)`,
  sql`create index comments_by_verdict on comments (approved, verdict, date_added, id)`,
  sql`create index comments_by_date on comments (date_added, id)`,
  sql`create index comments_by_text on comments (text_hash, date_added)`,
  sql`create index comments_by_round on comments (approved, scored_round, id)`,
  sql`create index comments_by_author on comments (user_id) where user_id is not null`,
  sql`create index comments_by_parent on comments (parent_id) where parent_id is not null`,
  sql`create index comments_by_person on comments (person) where person is not null`,
  sql`create unique index comments_by_origin on comments (origin_id) where origin_id is not null`,

  // Word counts of the spam filter, trained by the owner's approvals and deletions.
  sql`create table spam_words (
    word text not null primary key,
    fine integer not null,
    spam integer not null,
    round integer not null
  ) ${tableOptions}`,
  sql`create table spam_totals (
    id integer not null primary key check (id = 1),
    fine integer not null,
    spam integer not null,
    round integer not null
  ) ${tableOptions}`,
  sql`insert into spam_totals (id, fine, spam, round) values (1, 0, 0, 0)`,

  // Whole, until they can no longer be restored.
  sql`create table deleted_comments (
    id integer primary key,
    post_id integer not null references posts (id) on delete cascade,
    content text not null,
    date_deleted ${date} not null
  ) ${tableOptions}`,
  sql`create index deleted_comments_by_post on deleted_comments (post_id)`,
  sql`create index deleted_comments_by_date on deleted_comments (date_deleted)`,
  sql`create table people (
    person text primary key,
    name text not null,
    state text not null check (state in ('trusted', 'blocked')),
    date_added ${date} not null
  ) ${tableOptions}`,
  // An IP address (hashed) or a word whose comments are refused.
  sql`create table comment_blocks (
    id ${id},
    kind text not null check (kind in ('address', 'word')),
    value text not null,
    label text not null,
    date_added ${date} not null,
    unique (kind, value)
  ) ${tableOptions}`,
];
