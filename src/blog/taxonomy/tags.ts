import { Problem } from '../../contract/errors.ts';
import type { Tag, TagSuggestion } from '../../contract/tags.ts';
import * as messages from '../../messages/owner.ts';
import { tagProblem } from '../../rules/tags.ts';
import { tagById, tagPost, tagsFrom, untagPost, usedTags } from '../../store/tags.ts';
import { quoted } from '../activity.ts';
import type { Blog } from '../blog.ts';
import { changePosts, lockedPost } from '../posts/change-posts.ts';

const noSuchTag = () => new Problem('not_found', messages.noSuchTag);

export function addTag(blog: Blog, postId: number, name: string): Promise<{ tag: Tag; added: boolean }> {
  return changePosts(blog, async (tx) => {
    const { kind, post_title } = await lockedPost(tx, postId);
    if (kind === 'page') throw new Problem('conflict', messages.pagesHaveNoTags);
    const problem = tagProblem(name);
    if (problem) throw new Problem('invalid', problem);
    const tagged = await tagPost(tx, postId, name);
    const what = `Tagged the post ${quoted(post_title)} with ${name}`;
    return { result: tagged, activity: tagged.added ? [{ kind: 'tag', what }] : [] };
  });
}

const suggestions = 20;

/** Existing tags for the author to choose from. */
export function suggestedTags(blog: Blog, search: string): Promise<TagSuggestion[]> {
  const begin = search.trim().toLowerCase();
  return begin === '' ? usedTags(blog.db, suggestions) : tagsFrom(blog.db, begin, suggestions);
}

export function removeTag(blog: Blog, id: number): Promise<{ id: number }> {
  return changePosts(blog, async (tx) => {
    const tag = await tagById(tx.db, id);
    if (!tag) throw noSuchTag();
    const { post_title } = await lockedPost(tx, tag.post_id);
    if (!(await untagPost(tx, id))) throw noSuchTag();
    const what = `Removed the tag ${tag.tag_name} from the post ${quoted(post_title)}`;
    return { result: { id }, activity: [{ kind: 'tag', what }] };
  });
}
