import type { Blog } from '../../platform/blog.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as messages from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { type Activity, named } from '../site/activity.ts';
import type { BulkChange, BulkResult } from './api/bulk.ts';
import type { PostKind } from './api/post-kinds.ts';
import type { PostChange } from './api/posts.ts';
import { removeForGood } from './bin/bin.ts';
import { deletionOf } from './bin/deletion.ts';
import { tablesOfPosts } from './bin/store/bin.ts';
import { changePosts } from './change-posts.ts';
import { lockCategories, requireAuthor, requireTags } from './post-settings.ts';
import type { StoredFullPost } from './store/post-rows.ts';
import { deletePost, lockPost } from './store/posts.ts';
import { changeLocked, removePost } from './write-posts.ts';

/** Changes many posts in one transaction, with a result for each in the given order. A post that is gone is no failure. */
export function changeMany(blog: Blog, viewer: Viewer, change: BulkChange): Promise<BulkResult[]> {
  if (change.action === 'delete') return deleteManyForGood(blog, change.ids);
  return changePosts(blog, async (tx) => {
    if (change.action === 'category') await lockCategories(tx, change);
    if (change.action === 'author') await requireAuthor(tx, change.author_id);
    if (change.action === 'add_tag') await requireTags(tx, [change.tag]);
    const tables = change.action === 'bin' ? await tablesOfPosts(tx.db) : [];
    const activity: Activity[] = [];
    const results = new Map<number, BulkResult>();
    // Locked in one order everywhere, so that two such changes cannot wait for each other.
    for (const id of [...new Set(change.ids)].sort((a, b) => a - b)) {
      const post = await lockPost(tx.db, id);
      const reason = post ? inapplicable(change, post) : messages.noSuchPost;
      results.set(id, { id, done: reason === '', message: reason });
      if (!post || reason !== '') continue;
      if (change.action === 'bin') {
        await deletePost(tx, id, deletionOf(blog), tables);
        activity.push({ kind: 'post', what: message('Deleted {post}', { post: named(post) }) });
      } else {
        const changed = await changeLocked(blog, tx, id, (before) => postChange(change, before), viewer);
        activity.push(...changed.activity);
      }
    }
    return { result: [...new Set(change.ids)].flatMap((id) => results.get(id) ?? []), activity };
  });
}

/** One after another, because each needs room that the one before has made. */
async function deleteManyForGood(blog: Blog, ids: readonly number[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    const message = await removeForGood(blog, 'post', () => removePost(blog, id)).then(
      () => '',
      (error: unknown) => {
        if (error instanceof Problem && error.code === 'not_found') return error.message;
        throw error;
      },
    );
    results.push({ id, done: message === '', message });
  }
  return results;
}

/** Why the change is not possible for this kind of post; empty if it is. */
function inapplicable({ action }: BulkChange, { kind }: { kind: PostKind }): string {
  if (kind === 'post') return '';
  if (action === 'category') return messages.pagesHaveNoCategory;
  return action === 'add_tag' || action === 'remove_tag' ? messages.pagesHaveNoTags : '';
}

function postChange(
  change: Exclude<BulkChange, { action: 'bin' | 'delete' }>,
  before: StoredFullPost,
): PostChange {
  const tags = before.tags.map(({ tag_name }) => tag_name);
  switch (change.action) {
    case 'activate':
      return { active: true, scheduled_date: null };
    case 'deactivate':
      return { active: false, scheduled_date: null };
    case 'category':
      return { category_id: change.category_id };
    case 'author':
      return { author_id: change.author_id };
    case 'add_tag':
      return tags.includes(change.tag) ? {} : { tags: [...tags, change.tag] };
    case 'remove_tag':
      return tags.includes(change.tag) ? { tags: tags.filter((tag) => tag !== change.tag) } : {};
  }
}
