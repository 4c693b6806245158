import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/open.ts';

/** What a menu links to, apart from URLs and places of the site. */
export type MenuTargets = {
  posts: readonly number[];
  categories: readonly number[];
  tags: readonly string[];
};

export type TargetRow = {
  kind: 'post' | 'category' | 'tag';
  id: number;
  /** The title of a post, the path of a category, the name of a tag. */
  name: string;
  /** Of a post. */
  web_title: string;
  /** The display name of a tag, `titles` of a category. */
  title: string;
  /** Whether readers can see it: categories and tags need a public post. */
  shown: number;
};

/** The targets that exist, in one query. */
export async function menuTargets(db: Db, { posts, categories, tags }: MenuTargets): Promise<TargetRow[]> {
  const parts: RawBuilder<unknown>[] = [];
  if (posts.length > 0)
    parts.push(sql`select 'post' as kind, id, post_title as name, post_title_web as web_title, '' as title, active as shown
      from posts where id in (${sql.join(posts)})`);
  if (categories.length > 0)
    parts.push(sql`select 'category' as kind, c.id, c.category_path as name, '' as web_title, c.titles as title,
        case when exists (select 1 from listing_totals t where t.kind = 'category' and t.total > 0
          and '.' || c.category_path like '%.' || t.name) then 1 else 0 end as shown
      from categories c where c.id in (${sql.join(categories)})`);
  if (tags.length > 0)
    parts.push(sql`select 'tag' as kind, g.id, g.tag_name as name, '' as web_title, g.display_name as title,
        case when exists (select 1 from listing_totals t where t.kind = 'tag' and t.name = g.tag_name
          and t.total > 0) then 1 else 0 end as shown
      from tags g where g.tag_name in (${sql.join(tags)})`);
  if (parts.length === 0) return [];
  const { rows } = await sql<TargetRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}
