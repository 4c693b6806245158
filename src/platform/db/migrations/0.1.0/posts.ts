import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const posts: Statements = ({ kind, id, date, tableOptions }) => [
  sql`create table categories (
    id ${id},
    category_path text not null unique,
    titles text not null default ''
  ) ${tableOptions}`,
  // A table of their own so that a number is never used again: a post in the bin may return to its group.
  sql`create table translation_groups (id ${id}) ${tableOptions}`,

  // The database itself guarantees what tells pages of the owner from posts: the web title of a page is its path, and a page is
  // in no category and has no votes. Indexes of the admin list begin with the kind, so that neither slows down the list of the
  // other.
  sql`create table posts (
    id ${id},
    post_title text not null,
    post_title_web text not null unique check (post_title_web <> ''),
    post_content text not null,
    shown_html text,
    card_html text not null,
    card_truncated integer not null check (card_truncated in (0, 1)),
    description text not null,
    post_date ${date} not null,
    update_date ${date},
    active integer not null check (active in (0, 1)),
    first_active_date ${date},
    category_id integer references categories (id) on delete restrict,
    vote_count integer not null default 0 check (vote_count >= 0),
    version integer not null default 1,
    search_text text not null default '',
    written_date ${date},
    written_by text,
    scheduled_date ${date},
    -- Whether the author set the date; otherwise the first activation sets it.
    date_given integer not null default 0 check (date_given in (0, 1)),
    meta_description text not null default '',
    language text not null default '',
    comments_open integer not null default 1 check (comments_open in (0, 1)),
    written_version integer,
    -- Of the renderer that made the stored HTML; 0 is older than all of them.
    renderer_version integer not null default 0,
    kind text not null default 'post'
      check (kind in ('post', 'page') and (kind = 'page') = (post_title_web like '/%')
        and (kind = 'post' or (category_id is null and vote_count = 0))),
    translation_group integer references translation_groups (id),
    author_id integer references profiles (user_id) on delete set null,
    reading_minutes integer not null default 0,
    send_mail integer check (send_mail in (0, 1)),
    mail_subject text not null default '',
    mail_preheader text not null default ''
  ) ${tableOptions}`,
  sql`create index posts_by_date on posts (kind, post_date, id)`,
  sql`create index posts_by_title on posts (kind, lower(post_title), id)`,
  sql`create index posts_by_votes on posts (kind, vote_count, id)`,
  sql`create index posts_by_status on posts (kind, active, post_date, id)`,
  sql`create index posts_by_category on posts (category_id, post_date, id)`,
  sql`create index posts_scheduled on posts (scheduled_date) where scheduled_date is not null`,
  sql`create index posts_by_renderer_version on posts (renderer_version, id)`,
  sql`create index posts_by_translation_group on posts (translation_group) where translation_group is not null`,
  sql`create index posts_by_author on posts (author_id) where author_id is not null`,
  sql`create index posts_sent_by_mail on posts (first_active_date) where send_mail = 1`,

  sql`create table post_categories (
    post_id integer not null references posts (id) on delete cascade,
    category_id integer not null references categories (id) on delete restrict,
    primary key (post_id, category_id)
  ) ${tableOptions}`,
  sql`create index post_categories_by_category on post_categories (category_id)`,
  sql`create table tags (
    id ${id},
    tag_name text not null unique,
    display_name text not null default '',
    name_key text not null default ''
  ) ${tableOptions}`,
  sql`create index tags_by_name_key on tags (name_key)`,
  sql`create table post_tags (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    tag_id integer not null references tags (id) on delete cascade,
    unique (post_id, tag_id)
  ) ${tableOptions}`,
  sql`create index post_tags_by_tag on post_tags (tag_id)`,

  sql`create table listings (
    kind text not null,
    name text not null,
    post_date ${date} not null,
    post_id integer not null references posts (id) on delete cascade,
    shuffle integer not null,
    primary key (kind, name, post_date, post_id)
  ) ${tableOptions}`,
  sql`create index listings_by_post on listings (post_id)`,
  sql`create index listings_by_shuffle on listings (kind, name, shuffle, post_id)`,
  sql`create table listing_totals (
    kind text not null,
    name text not null,
    total integer not null check (total >= 0),
    primary key (kind, name)
  ) ${tableOptions}`,
  sql`insert into listing_totals (kind, name, total) values ('inactive', '', 0)`,

  // Former web titles of public posts. Those of a deleted post stay, with the id of a post that no longer exists.
  sql`create table post_addresses (
    post_title_web text not null primary key,
    post_id integer not null
  ) ${tableOptions}`,
  sql`create index post_addresses_by_post on post_addresses (post_id)`,

  // Renamed, because the names of its constraints come from this one.
  sql`create table votes_by_post (
    post_id integer not null references posts (id) on delete cascade,
    address text not null,
    date_added ${date} not null,
    primary key (post_id, address)
  ) ${tableOptions}`,
  sql`alter table votes_by_post rename to votes`,

  // The plain text of each active post, and its folded words in the full-text index of the database. A scheduled job indexes
  // the posts that are missing.
  sql`create table search_texts (
    post_id integer not null primary key references posts (id) on delete cascade,
    body text not null
  ) ${tableOptions}`,
  ...(kind === 'postgres' ? postgresWords : sqliteWords),
];

const sqliteWords = [
  sql`create virtual table search_words using fts5 (
    title, tags, body, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2 3'
  )`,
];

const postgresWords = [
  sql`create table search_words (
    post_id integer not null primary key references posts (id) on delete cascade,
    head tsvector not null,
    words tsvector not null
  )`,
  // Uncompressed, because decompression dominates the time when many posts are ranked.
  sql`alter table search_words alter column words set storage external`,
  // Without the pending list, which every search would scan completely.
  sql`create index search_words_by_head on search_words using gin (head) with (fastupdate = off)`,
  sql`create index search_words_by_word on search_words using gin (words) with (fastupdate = off)`,
  // The planner ignores the size of the vectors and would choose a sequential scan when many posts match.
  sql`create function search_matches (query tsquery) returns table (post_id integer)
    language sql stable set enable_seqscan = off
    as 'select post_id from search_words where words @@ query'`,
];
