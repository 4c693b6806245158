import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const writing: Statements = ({ id, date, tableOptions }) => [
  sql`create table revisions (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    post_title text not null,
    post_content text not null,
    written_date ${date} not null,
    written_by text,
    meta_description text not null default '',
    -- The versions of the post that had this text, to find the text that a draft is based on.
    first_version integer,
    last_version integer
  ) ${tableOptions}`,
  sql`create index revisions_by_post on revisions (post_id, id)`,

  // Secret links that show a post before it is public.
  sql`create table previews (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    token_hash text not null unique,
    date_added ${date} not null,
    expires ${date} not null
  ) ${tableOptions}`,
  sql`create index previews_by_post on previews (post_id)`,

  // A draft belongs to a form, so that two tabs with one post have a draft each, and a new post has a draft before it is first
  // saved. What the form sets besides the text is JSON.
  sql`create table drafts (
    user_id integer not null references users (id) on delete cascade,
    id text not null,
    post_id integer references posts (id) on delete cascade,
    post_title text not null,
    post_title_web text not null,
    post_content text not null,
    active integer not null,
    scheduled_date ${date},
    version integer not null,
    sequence integer not null,
    date ${date} not null,
    meta_description text not null default '',
    settings text not null default '{}',
    creation_id text not null default '',
    kind text not null default 'post' check (kind in ('post', 'page')),
    primary key (user_id, id)
  ) ${tableOptions}`,
  // Deleting a post cascades to its drafts.
  sql`create index drafts_of_post on drafts (post_id)`,
  // Which form created which post, so that a repeated request does not create it twice. Without a reference to posts: a post in
  // the bin must be restorable after its form has created another one.
  sql`create table post_creations (
    user_id integer not null references users (id) on delete cascade,
    creation_id text not null,
    post_id integer not null,
    date ${date} not null,
    primary key (user_id, creation_id)
  ) ${tableOptions}`,

  // Deleted posts and images leave their tables, so that no query can show them, and wait here as documents.
  sql`create table bin (
    kind text not null,
    item_id integer not null,
    post_id integer not null,
    title text not null,
    image text,
    deleted_by text,
    deleted_date ${date} not null,
    expires ${date} not null,
    post_kind text not null default 'post',
    primary key (kind, item_id)
  ) ${tableOptions}`,
  sql`create index bin_by_date on bin (deleted_date, kind, item_id)`,
  sql`create index bin_by_expiry on bin (expires)`,
  sql`create table bin_rows (
    kind text not null,
    item_id integer not null,
    part integer not null,
    table_name text not null,
    content text not null,
    primary key (kind, item_id, part),
    foreign key (kind, item_id) references bin (kind, item_id) on delete cascade
  ) ${tableOptions}`,
  sql`create table bin_images (
    kind text not null,
    item_id integer not null,
    hash text not null,
    primary key (kind, item_id, hash),
    foreign key (kind, item_id) references bin (kind, item_id) on delete cascade
  ) ${tableOptions}`,
  sql`create index bin_images_by_hash on bin_images (hash)`,
];
