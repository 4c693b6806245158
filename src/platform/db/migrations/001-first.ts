import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

export const up: Migration = async (db, { id, date, tableOptions }) => {
  const flag = (name: string) => sql`${sql.ref(name)} integer not null check (${sql.ref(name)} in (0, 1))`;

  const statements = [
    sql`create table categories (
      id ${id},
      category_path text not null unique
    ) ${tableOptions}`,

    sql`create table posts (
      id ${id},
      post_title text not null,
      post_title_web text not null unique check (post_title_web <> ''),
      post_content text not null,
      shown_html text,
      card_html text not null,
      ${flag('card_truncated')},
      description text not null,
      post_date ${date} not null,
      update_date ${date},
      ${flag('active')},
      first_active_date ${date},
      category_id integer references categories (id) on delete restrict,
      vote_count integer not null default 0 check (vote_count >= 0),
      version integer not null default 1
    ) ${tableOptions}`,
    sql`create index posts_by_date on posts (post_date, id)`,
    sql`create index posts_by_category on posts (category_id)`,

    sql`create table tags (
      id ${id},
      tag_name text not null unique
    ) ${tableOptions}`,
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

    sql`create table images (
      id ${id},
      post_id integer not null references posts (id) on delete cascade,
      hash text not null,
      variants text not null,
      width integer not null,
      height integer not null,
      color text not null,
      alt text not null default '',
      ${flag('main_image')},
      bytes integer not null,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create index images_by_post on images (post_id, id)`,
    sql`create index images_by_hash on images (hash)`,
    sql`create unique index one_main_image on images (post_id) where main_image = 1`,

    sql`create table comments (
      id ${id},
      post_id integer not null references posts (id) on delete cascade,
      user_name text not null,
      comment_text text not null,
      date_added ${date} not null,
      ${flag('approved')}
    ) ${tableOptions}`,
    sql`create index comments_by_post on comments (post_id, approved, id)`,
    sql`create index comments_by_state on comments (approved, id)`,

    sql`create table votes (
      post_id integer not null references posts (id) on delete cascade,
      address text not null,
      date_added ${date} not null,
      primary key (post_id, address)
    ) ${tableOptions}`,

    sql`create table users (
      id ${id},
      username text not null,
      username_key text not null unique,
      password_hash text not null,
      date_added ${date} not null
    ) ${tableOptions}`,
    sql`create table sessions (
      id text not null primary key,
      user_id integer not null references users (id) on delete cascade,
      date_added ${date} not null,
      last_seen ${date} not null
    ) ${tableOptions}`,
    sql`create index sessions_by_user on sessions (user_id)`,
    sql`create index sessions_by_last_seen on sessions (last_seen)`,

    sql`create table attempts (
      kind text not null,
      subject text not null,
      at ${date} not null
    ) ${tableOptions}`,
    sql`create index attempts_by_subject on attempts (kind, subject, at)`,
    sql`create index attempts_by_time on attempts (at)`,

    sql`create table settings (
      name text not null primary key,
      value text not null
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);
};
