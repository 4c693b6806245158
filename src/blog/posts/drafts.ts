import { Problem } from '../../contract/errors.ts';
import { fieldNames } from '../../contract/post-fields.ts';
import type { Draft, DraftHead, NewDraft } from '../../contract/writing.ts';
import * as messages from '../../messages/owner.ts';
import type { Viewer } from '../../rules/viewer.ts';
import * as drafts from '../../store/drafts.ts';
import { type Blog, nowIso } from '../blog.ts';
import { seePost } from './posts.ts';
import { normalizedText, searchableText } from './text.ts';

const noSuchDraft = () => new Problem('not_found', messages.noSuchDraft);

const userOf = (viewer: Viewer): number => {
  if (!viewer.admin) throw noSuchDraft();
  return viewer.userId;
};

/** The drafts of this administrator. */
export const draftsOf = (blog: Blog, viewer: Viewer): Promise<DraftHead[]> =>
  drafts.draftHeads(blog.db, userOf(viewer));

export async function draftById(blog: Blog, viewer: Viewer, id: string): Promise<Draft> {
  const draft = await drafts.draftById(blog.db, userOf(viewer), id);
  if (!draft) throw noSuchDraft();
  return { ...draft, active: draft.active === 1 };
}

/** Stores unsaved changes apart from the post: they affect neither pages nor lists nor revisions. */
export async function keepDraft(blog: Blog, viewer: Viewer, id: string, input: NewDraft): Promise<DraftHead> {
  const { post_id, post_title, sequence } = input;
  const date = nowIso(blog);
  const head = { id, post_id, post_title, sequence, date };
  if (post_id !== null) await seePost(blog, viewer, post_id);
  else if (isEmpty(input)) {
    await drafts.deleteDraft(blog.db, userOf(viewer), head);
    return head;
  }
  await drafts.keepDraft(blog.db, userOf(viewer), {
    ...input,
    ...normalizedText(blog, input),
    id,
    active: input.active ? 1 : 0,
    date,
  });
  return head;
}

/** Whether a new post would have neither words nor images. */
const isEmpty = (draft: NewDraft): boolean =>
  searchableText(fieldNames, draft).trim() === '' &&
  fieldNames.every((name) => !draft[name].includes('<img'));

export async function dropDraft(
  blog: Blog,
  viewer: Viewer,
  id: string,
  sequence: number,
): Promise<{ id: string }> {
  await drafts.deleteDraft(blog.db, userOf(viewer), { id, sequence });
  return { id };
}
