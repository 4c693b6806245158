import type { Blog } from '../../platform/blog.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { maxPostTags } from '../../platform/http/api/limits.ts';
import { Problem } from '../../platform/http/problem.ts';
import { addJob, startJobs } from '../../platform/jobs/add-job.ts';
import { pagesHaveNoTags } from '../../platform/messages/owner.ts';
import { message } from '../../platform/messages/translate.ts';
import { changePosts, lockedPost } from '../posts/change-posts.ts';
import { requireTags } from '../posts/post-settings.ts';
import type { Tag, TagSuggestion } from '../posts/terms/api/tags.ts';
import { displayTerm } from '../posts/terms/api/terms.ts';
import {
  lockTags,
  postsTagged,
  type StoredTag,
  setDisplayName,
  tagById,
  tagByName,
  tagCalled,
  tagPost,
  tagsFrom,
  tagsNamed,
  untagPost,
  usedTags,
} from '../posts/terms/store/tags.ts';
import { named } from '../site/activity.ts';
import { type IndexTag, indexTagJob } from './index-tag.ts';
import * as messages from './messages.ts';

const noSuchTag = () => new Problem('not_found', messages.noSuchTag);

export function addTag(blog: Blog, postId: number, name: string): Promise<{ tag: Tag; added: boolean }> {
  return changePosts(blog, async (tx) => {
    const { kind, post_title } = await lockedPost(tx, postId);
    if (kind === 'page') throw new Problem('conflict', pagesHaveNoTags);
    await requireTags(tx, [name]);
    const tagged = await tagPost(tx, postId, name);
    const what = message('Tagged {post} with {tag}', {
      post: named({ kind, post_title }),
      tag: tagged.tag.display_name,
    });
    return { result: tagged, activity: tagged.added ? [{ kind: 'tag', what }] : [] };
  });
}

const suggestions = 20;

/** Existing tags for the author to choose from. */
export async function suggestedTags(blog: Blog, search: string): Promise<TagSuggestion[]> {
  const begin = search.trim();
  const found = await (begin === '' ? usedTags(blog.db, suggestions) : tagsFrom(blog.db, begin, suggestions));
  return found.map(presentSuggestion);
}

const presentSuggestion = ({ tag_name, display_name }: StoredTag): TagSuggestion => ({
  tag_name,
  display_name,
});

/** Those of these web names that exist. */
export const tagsOfNames = async (blog: Blog, names: readonly string[]): Promise<TagSuggestion[]> =>
  (await tagsNamed(blog.db, names.slice(0, maxPostTags))).map(presentSuggestion);

export function removeTag(blog: Blog, id: number): Promise<{ id: number }> {
  return changePosts(blog, async (tx) => {
    const tag = await tagById(tx.db, id);
    if (!tag) throw noSuchTag();
    const post = await lockedPost(tx, tag.post_id);
    if (!(await untagPost(tx, id))) throw noSuchTag();
    const what = message('Removed the tag {tag} from {post}', { tag: tag.display_name, post: named(post) });
    return { result: { id }, activity: [{ kind: 'tag', what }] };
  });
}

/** Posts of tags that have more are indexed by a job: it takes milliseconds for each. */
const postsInRequest = 200;

/** Changes what readers see of a tag; its URL stays. An empty name is its web name. */
export async function renameTag(blog: Blog, tagName: string, displayName: string): Promise<TagSuggestion> {
  const display_name = displayTerm(displayName) || tagName;
  let isLater = false;
  const tag = await changePosts(blog, async (tx) => {
    await lockTags(tx.db);
    const found = await tagByName(tx.db, tagName);
    if (!found) throw noSuchTag();
    const other = await tagCalled(tx.db, display_name);
    if (other && other.id !== found.id) throw new Problem('conflict', messages.tagNameTaken(display_name));
    if (found.display_name === display_name) return { result: found, activity: [] };
    await setDisplayName(tx, found, display_name);
    isLater = (await postsTagged(tx.db, found.id, 0, postsInRequest + 1)).length > postsInRequest;
    if (isLater) await addJob(blog, tx.db, indexTagJob, { tag: found.id } satisfies IndexTag);
    const what = message('Renamed the tag {from} to {to}', { from: found.display_name, to: display_name });
    return { result: found, activity: [{ kind: 'tag', what }] };
  });
  if (isLater) startJobs(blog);
  else if (tag.display_name !== display_name) await indexAgain(blog, tag.id);
  return { tag_name: tagName, display_name };
}

const postsAtOnce = 50;

/** The search index has the words of the name. */
const indexAgain = (blog: Blog, tagId: number): Promise<void> =>
  inBatches(0, postsAtOnce, async (after, size) => {
    const ids = await postsTagged(blog.db, tagId, after, size);
    await changePosts(blog, async (tx) => {
      for (const id of ids) tx.follow(id, 'page', 'search');
      return { result: undefined, activity: [] };
    });
    return ids.at(-1) ?? null;
  });
