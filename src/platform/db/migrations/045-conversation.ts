import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The conversation around posts: what came from other servers keeps its address there, and posts and answers that other servers
 * have to learn of are written down in the transaction that changes them.
 */
export const up: Migration = async (db, { kind, id, date, tableOptions }) => {
  const statements = [
    // Who wrote it, as far as the site can tell (`src/rules/people.ts`).
    sql`alter table comments add column person text`,
    // A keyed hash of the IP address, as long as the comment waits.
    sql`alter table comments add column address text`,
    // Where it can be read on the other server, and what identifies it there.
    sql`alter table comments add column origin_url text`,
    sql`alter table comments add column origin_id text`,
    sql`alter table comments add column date_edited ${date}`,
    sql`create unique index comments_by_origin on comments (origin_id) where origin_id is not null`,
    sql`create index comments_by_person on comments (person) where person is not null`,
    // Deleted comments, whole, until they can no longer be restored.
    sql`create table deleted_comments (
      id integer primary key,
      post_id integer not null references posts (id) on delete cascade,
      content text not null,
      date_deleted ${date} not null
    ) ${tableOptions}`,
    sql`create index deleted_comments_by_post on deleted_comments (post_id)`,
    sql`create index deleted_comments_by_date on deleted_comments (date_deleted)`,
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
    // Posts and answers that changed since other servers were told of them. None is a reference: deleted ones are told, too.
    sql`create table announcements (
      kind text not null check (kind in ('post', 'answer')),
      subject_id integer not null,
      version integer not null default 1,
      primary key (kind, subject_id)
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
  if (kind !== 'postgres') return;
  await sql`create trigger tell_reactions after insert or update or delete on reactions for each row
    execute function tell_post_of()`.execute(db);
  await sql`create trigger tell_emptied after truncate on reactions
    for each statement execute function tell_all()`.execute(db);
};
