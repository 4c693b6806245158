import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Indexes and columns that keep the admin list of posts fast with ten thousand posts. */
export const up: Migration = async (db) => {
  const statements = [
    sql`create index posts_by_title on posts (lower(post_title), id)`,
    sql`create index posts_by_votes on posts (vote_count, id)`,
    sql`create index posts_by_status on posts (active, post_date, id)`,
    sql`drop index posts_by_category`,
    sql`create index posts_by_category on posts (category_id, post_date, id)`,

    sql`alter table posts add column search_text text not null default ''`,
    sql`update posts set search_text = lower(post_title || ' ' || post_title_web || ' ' || post_content)`,

    sql`insert into listings (kind, name, post_date, post_id, shuffle)
        select 'inactive', '', post_date, id, 0 from posts where active = 0`,
    sql`insert into listing_totals (kind, name, total)
        select 'inactive', '', count(*) from posts where active = 0`,

    sql`alter table sessions add column browser text not null default ''`,
  ];
  for (const statement of statements) await statement.execute(db);
};
