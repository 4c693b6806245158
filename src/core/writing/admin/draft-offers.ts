import { unsavedDrafts } from '../../../platform/admin/drafts/unsaved.ts';
import type { OpenedDraft } from '../../../platform/admin/drafts/use-draft.ts';
import type { Post } from '../../posts/api/posts.ts';
import type { Draft, DraftHead } from '../../posts/api/writing.ts';
import { formOf, isPostDraft } from './post-draft.ts';
import { nameOf, type PostValues, sameText, valuesOf } from './post-values.ts';
import { readServerDraft } from './server-drafts.ts';

function fromServer(draft: Draft): OpenedDraft<PostValues> {
  const { id, sequence, date, post_id, creation_id: creationId, settings, ...values } = draft;
  // The form fills in settings that the draft lacks.
  const draftValues = { ...values, ...settings, id: post_id } as PostValues;
  return { id, sequence, at: date, creationId, values: draftValues };
}

/** Opens the newer of the local and the server's draft. Null if it is deleted or belongs to another post. */
export async function openPostDraft(
  id: string,
  postId: number | null,
): Promise<OpenedDraft<PostValues> | null> {
  const local = unsavedDrafts()
    .filter(isPostDraft)
    .find((draft) => draft.id === id);
  const remote = await readServerDraft(id);
  const newest = local && local.sequence >= (remote?.sequence ?? 0) ? local : remote && fromServer(remote);
  return newest?.values.id === postId ? newest : null;
}

const isSaved = (draft: PostValues, post: PostValues): boolean =>
  sameText(draft, post) && draft.post_title_web === post.post_title_web;

export type PostOffer = OpenedDraft<PostValues> & { name: string };

/** The newest draft of a post that differs from the post. */
export async function offerFor(post: Post, heads: readonly DraftHead[]): Promise<PostOffer | null> {
  const local = unsavedDrafts().filter(({ form }) => form === formOf(post));
  const remote = heads.filter(({ post_id }) => post_id === post.id).map(({ id, date }) => ({ id, at: date }));
  for (const { id } of [...local, ...remote].sort((a, b) => (a.at < b.at ? 1 : -1))) {
    const draft = await openPostDraft(id, post.id);
    const saved = valuesOf(post);
    if (draft && !isSaved({ ...saved, ...draft.values }, saved))
      return { ...draft, name: nameOf(draft.values) };
  }
  return null;
}
