import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Pages of the owner are posts of another kind, in the same tables. The database itself guarantees what tells them apart: the
 * web title of a page is its path, and a page is in no category and has no votes. Indexes of the admin list begin with the
 * kind, so that neither kind slows down the list of the other.
 */
export const up: Migration = async (db) => {
  const statements = [
    sql`alter table posts add column kind text not null default 'post'
        check (kind in ('post', 'page') and (kind = 'page') = (post_title_web like '/%')
          and (kind = 'post' or (category_id is null and vote_count = 0)))`,
    sql`alter table drafts add column kind text not null default 'post' check (kind in ('post', 'page'))`,
    sql`alter table bin add column post_kind text not null default 'post'`,
    sql`drop index posts_by_date`,
    sql`drop index posts_by_title`,
    sql`drop index posts_by_votes`,
    sql`drop index posts_by_status`,
    sql`create index posts_by_date on posts (kind, post_date, id)`,
    sql`create index posts_by_title on posts (kind, lower(post_title), id)`,
    sql`create index posts_by_votes on posts (kind, vote_count, id)`,
    sql`create index posts_by_status on posts (kind, active, post_date, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
};
