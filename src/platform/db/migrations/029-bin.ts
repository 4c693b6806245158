import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

const imageHash = /[0-9a-f]{64}/g;

/**
 * The bin: deleted posts and images leave their tables, so that no query can show them, and wait here as documents. With it
 * the tables that say which texts name which image files, and the text that the image library is searched by.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  const flag = (name: string) => sql`${sql.ref(name)} integer not null check (${sql.ref(name)} in (0, 1))`;
  const statements = [
    sql`create table bin (
      kind text not null,
      item_id integer not null,
      post_id integer not null,
      title text not null,
      image text,
      deleted_by text,
      deleted_date ${date} not null,
      expires ${date} not null,
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
    sql`create table hidden_files (
      hash text not null primary key,
      folder text not null,
      names text not null,
      ${flag('hidden')},
      ${flag('pending')},
      ${flag('reconsidered')}
    ) ${tableOptions}`,
    sql`create index hidden_files_pending on hidden_files (hash) where pending = 1`,

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

    sql`create table image_search (
      image_id integer not null primary key references images (id) on delete cascade,
      content text not null
    ) ${tableOptions}`,
  ];
  for (const statement of statements) await statement.execute(db);

  for (const [table, target, column] of [
    ['posts', 'text_images', 'post_id'],
    ['revisions', 'revision_images', 'revision_id'],
  ] as const)
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number; post_content: string }>`
        select id, post_content from ${sql.table(table)} where id > ${after} order by id limit 50`.execute(
        db,
      );
      for (const { id, post_content } of rows)
        for (const hash of new Set(post_content.match(imageHash)))
          await sql`insert into ${sql.table(target)} (${sql.ref(column)}, hash) values (${id}, ${hash})`.execute(
            db,
          );
      if (rows.length === 0) break;
      after = rows.at(-1)?.id ?? after;
    }

  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; alt: string; post_title: string }>`
      select i.id, i.alt, p.post_title from images as i join posts as p on p.id = i.post_id
      where i.id > ${after} order by i.id limit 500`.execute(db);
    for (const { id, alt, post_title } of rows) {
      const content = `${alt}\n${post_title}`.normalize('NFKC').toLowerCase();
      await sql`insert into image_search (image_id, content) values (${id}, ${content})`.execute(db);
    }
    if (rows.length === 0) break;
    after = rows.at(-1)?.id ?? after;
  }
};
