import { sql } from 'kysely';
import type { Statements } from '../../migration.ts';

/**
 * The items are the report of an import; they also show what was imported before, and what an undo removes. `import_created` has
 * what items share: tags, categories and profiles.
 */
export const imports: Statements = ({ id, date, tableOptions }) => [
  sql`create table imports (
    id ${id},
    name text not null,
    path text not null,
    host text not null,
    format text,
    scope text not null default '',
    state text not null default 'open' check (state in ('open', 'done', 'undoing', 'undone')),
    dry_run integer not null check (dry_run in (0, 1)),
    own_rows integer check (own_rows in (0, 1)),
    cursor integer not null default 0,
    linked_to integer not null default 0,
    expected text,
    problems text not null default '[]',
    site_before text,
    job_id integer,
    username text,
    date_added ${date} not null,
    date_finished ${date}
  ) ${tableOptions}`,
  sql`create table import_items (
    id ${id},
    import_id integer not null references imports (id) on delete cascade,
    position integer not null,
    key text not null,
    kind text not null,
    source_kind text not null,
    label text not null,
    outcome text not null check (outcome in ('imported', 'remark', 'left-out', 'kept')),
    reasons text not null default '[]',
    post_id integer,
    comment_id integer,
    other_id integer,
    post_version integer,
    unique (import_id, position)
  ) ${tableOptions}`,
  sql`create index import_items_by_key on import_items (key)`,
  sql`create index import_items_by_outcome on import_items (import_id, source_kind, outcome, position)`,
  sql`create index import_items_by_post on import_items (post_id) where comment_id is null`,
  sql`create index import_items_by_comment on import_items (comment_id) where comment_id is not null`,
  sql`create index import_items_by_posts on import_items (import_id, post_id, comment_id)`,
  sql`create table import_created (
    import_id integer not null references imports (id) on delete cascade,
    kind text not null,
    created_id integer not null,
    primary key (import_id, kind, created_id)
  ) ${tableOptions}`,

  // Images that were not in the source of an import and are fetched in the background, and the posts that show them. Posts are
  // no references, because a post can be deleted and restored meanwhile.
  sql`create table import_images (
    id ${id},
    import_id integer not null,
    url text not null,
    host text not null,
    state text not null default 'waiting',
    reason text not null default '',
    attempts integer not null default 0,
    next_date ${date} not null,
    hash text,
    unique (import_id, url)
  ) ${tableOptions}`,
  sql`create index import_images_due on import_images (import_id, state, next_date)`,
  sql`create table import_image_uses (
    image_id integer not null references import_images (id) on delete cascade,
    post_id integer not null,
    src text not null,
    role text not null,
    alt text not null default '',
    primary key (image_id, post_id, role, src)
  ) ${tableOptions}`,
];
