import { plainText } from '../../content/document/text.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { searchable } from '../../platform/http/api/text.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { noSuchDraft } from '../../platform/messages/owner.ts';
import { binDays } from '../posts/bin/deletion.ts';
import { createdPost } from '../posts/store/drafts.ts';
import { postHead } from '../posts/store/posts.ts';
import { normalizedField } from '../posts/text.ts';
import type { Cut, NewCut } from './api.ts';
import * as cuts from './store/cuts.ts';

/** Of a post; older ones are deleted. */
const maxCuts = 200;
const maxCharacters = 2_000_000;
const maxFound = 50;

const userOf = (viewer: Viewer): number => {
  if (!viewer.admin) throw new Problem('not_found', noSuchDraft);
  return viewer.userId;
};

/** Keeps text that was deleted while writing. It is on no page and in no export for others. */
export async function keepCut(
  blog: Blog,
  viewer: Viewer,
  id: string,
  input: NewCut,
): Promise<{ id: string }> {
  const user_id = userOf(viewer);
  const { creation_id, place, sequence } = input;
  const html = normalizedField(blog, 'post_content', input.html);
  const now = nowIso(blog);
  // The clock of a browser may be wrong.
  const date = input.date < now ? input.date : now;
  const post_id = await postOf(blog, user_id, input);
  const search_text = searchable(plainText(html));
  await cuts.keepCut(blog.db, {
    id,
    post_id,
    user_id,
    creation_id,
    html,
    search_text,
    place,
    sequence,
    date,
  });
  await prune(blog, { post_id, user_id, creation_id });
  return { id };
}

/** The post may have been created after the text was deleted, or deleted since. */
async function postOf(
  { db }: Blog,
  userId: number,
  { post_id, creation_id }: Pick<NewCut, 'post_id' | 'creation_id'>,
): Promise<number | null> {
  const post = post_id === null ? undefined : await postHead(db, post_id);
  return post?.id ?? (await createdPost(db, userId, creation_id))?.post_id ?? null;
}

async function prune({ db }: Blog, owner: Parameters<typeof cuts.cutSizes>[1]): Promise<void> {
  let characters = 0;
  const old = (await cuts.cutSizes(db, owner)).filter((cut, index) => {
    characters += cut.characters;
    return index >= maxCuts || characters > maxCharacters;
  });
  await cuts.deleteCuts(
    db,
    old.map(({ id }) => id),
  );
}

/** The text is in the post again. */
export async function deleteCut({ db }: Blog, id: string): Promise<{ id: string }> {
  await cuts.deleteCuts(db, [id]);
  return { id };
}

type Query = { post?: number | undefined; creation?: string | undefined; search?: string | undefined };

/** Of a post or of a new one, newest first; with `search`, of all posts. */
export async function cutsOf(blog: Blog, viewer: Viewer, query: Query): Promise<Cut[]> {
  const user_id = userOf(viewer);
  const { post = null, creation = '', search = '' } = query;
  if (search !== '' || (post === null && creation === ''))
    return cuts.findCuts(blog.db, user_id, searchable(search), maxFound);
  const post_id = await postOf(blog, user_id, { post_id: post, creation_id: creation });
  return cuts.cutsOf(blog.db, { post_id, user_id, creation_id: creation });
}

const day = 24 * 60 * 60 * 1000;

export const deleteOrphanedCuts = (blog: Blog): Promise<void> =>
  cuts.deleteOrphanedCuts(blog.db, new Date(blog.now().getTime() - binDays * day).toISOString());
