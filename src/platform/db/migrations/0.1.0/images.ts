import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

export const images: Statements = ({ id, date, tableOptions }) => [
  sql`create table images (
    id ${id},
    post_id integer not null references posts (id) on delete cascade,
    hash text not null,
    variants text not null,
    width integer not null,
    height integer not null,
    color text not null,
    alt text not null default '',
    main_image integer not null check (main_image in (0, 1)),
    bytes integer not null,
    date_added ${date} not null,
    focal_x integer not null default 50 check (focal_x between 0 and 100),
    focal_y integer not null default 50 check (focal_y between 0 and 100),
    social_image integer not null default 0 check (social_image in (0, 1))
  ) ${tableOptions}`,
  sql`create index images_by_post on images (post_id, id)`,
  sql`create index images_by_hash on images (hash)`,
  sql`create unique index one_main_image on images (post_id) where main_image = 1`,
  sql`create unique index one_social_image on images (post_id) where social_image = 1`,
  // What the image library is searched by.
  sql`create table image_search (
    image_id integer not null primary key references images (id) on delete cascade,
    content text not null
  ) ${tableOptions}`,

  // Which texts name which image files.
  sql`create table text_images (
    post_id integer not null references posts (id) on delete cascade,
    hash text not null,
    primary key (post_id, hash)
  ) ${tableOptions}`,
  sql`create index text_images_by_hash on text_images (hash)`,
  sql`create table revision_images (
    revision_id integer not null references revisions (id) on delete cascade,
    hash text not null,
    primary key (revision_id, hash)
  ) ${tableOptions}`,
  sql`create index revision_images_by_hash on revision_images (hash)`,
  sql`create table hidden_files (
    hash text not null primary key,
    folder text not null,
    names text not null,
    hidden integer not null check (hidden in (0, 1)),
    pending integer not null check (pending in (0, 1)),
    reconsidered integer not null check (reconsidered in (0, 1))
  ) ${tableOptions}`,
  sql`create index hidden_files_pending on hidden_files (hash) where pending = 1`,

  // Audio and video files, and preview images of embedded pages.
  sql`create table media (
    id ${id},
    hash text not null unique,
    kind text not null,
    title text not null,
    type text not null,
    variants text not null,
    bytes integer not null,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create index media_by_kind on media (kind, id)`,
  sql`create table embeds (
    url text primary key,
    found text,
    image text,
    tries integer not null,
    -- While the page could not be read.
    retry_date ${date},
    date_found ${date}
  ) ${tableOptions}`,
  sql`create index embeds_by_retry_date on embeds (retry_date)`,

  // The logo, the icon and the social image of the site, and the photos of authors.
  sql`create table site_images (
    name text primary key,
    hash text not null,
    variants text not null,
    needs_plate integer not null,
    date_added ${date} not null
  ) ${tableOptions}`,
  sql`create index site_images_by_hash on site_images (hash)`,
];
