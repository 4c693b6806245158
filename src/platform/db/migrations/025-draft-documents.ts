import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * A draft belongs to a form instead of a post, so that two tabs with one post have a draft each, and a new post has a draft
 * before it is first saved.
 */
export const up: Migration = async (db, { date, tableOptions }) => {
  await sql`create table earlier_drafts as select * from drafts`.execute(db);
  await sql`drop table drafts`.execute(db);
  await sql`create table drafts (
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
    primary key (user_id, id)
  ) ${tableOptions}`.execute(db);
  // Deleting a post cascades to its drafts.
  await sql`create index drafts_of_post on drafts (post_id)`.execute(db);
  await sql`insert into drafts (user_id, id, post_id, post_title, post_title_web, post_content, active,
      scheduled_date, version, sequence, date)
    select d.user_id, 'post-' || d.post_id, d.post_id, d.post_title, p.post_title_web, d.post_content, p.active,
      p.scheduled_date, d.version, 1, d.date
    from earlier_drafts d join posts p on p.id = d.post_id`.execute(db);
  await sql`drop table earlier_drafts`.execute(db);
};
