import type { Db } from '../../../platform/db/open.ts';

/** What a link to each of these public posts needs, and what tells whether it links to another one. */
export const linkablePosts = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('posts')
        .select(['id', 'post_title', 'post_title_web', 'post_content'])
        .where('id', 'in', ids)
        .where('active', '=', 1)
        .execute();
