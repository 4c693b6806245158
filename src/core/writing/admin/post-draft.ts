import type { LocalDraft } from '../../../platform/admin/drafts/local-drafts.ts';
import type { DraftStore } from '../../../platform/admin/drafts/sender.ts';
import { unsavedDrafts } from '../../../platform/admin/drafts/unsaved.ts';
import type { OpenedDraft } from '../../../platform/admin/drafts/use-draft.ts';
import { urls } from '../../../platform/http/urls.ts';
import { emptyText } from '../../posts/api/post-fields.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { PostSettings } from '../../posts/api/post-settings.ts';
import type { Post } from '../../posts/api/posts.ts';
import { postSettings } from '../../posts/api/settings-of-post.ts';
import type { Draft, DraftHead, NewDraft } from '../../posts/api/writing.ts';
import { cutOf, isCut, sendCut } from './kept-cuts.ts';
import { nameOf, type PostValues, sameText, valuesOf } from './post-values.ts';
import {
  deleteServerDraft,
  moveServerDraftToBin,
  readServerDraft,
  restoreServerDraft,
  saveServerDraft,
} from './server-drafts.ts';

/** Converts the drafts of posts between the form and the server. */

type Target = { id: number | null; kind: PostKind };

export const formOf = ({ id, kind }: Target): string =>
  `post:${id ?? (kind === 'page' ? 'new-page' : 'new')}`;
export const pathOf = ({ id, kind }: Target): string => {
  if (id !== null) return urls.editPost(id);
  return kind === 'page' ? urls.addPage : urls.addPost;
};

export const isPostDraft = (draft: LocalDraft): draft is LocalDraft<PostValues> =>
  draft.form.startsWith('post:');

/** The draft as the server stores it; null for other forms. */
function toServer(draft: LocalDraft): NewDraft | null {
  if (!isPostDraft(draft)) return null;
  // A draft of an earlier release lacks the fields that were added since.
  const values = { ...emptyText, ...draft.values };
  return { ...draftOf(values), sequence: draft.sequence, creation_id: draft.creationId ?? '' };
}

export const postDrafts: DraftStore = {
  bodyOf: (draft) => (isCut(draft) ? cutOf(draft) : toServer(draft)),
  save: async (local, keepalive) => {
    if (isCut(local)) return sendCut(local, keepalive);
    const draft = toServer(local);
    if (draft) await saveServerDraft(local.id, draft, keepalive);
  },
  delete: deleteServerDraft,
  moveToBin: moveServerDraftToBin,
  restore: restoreServerDraft,
};

/** The values of a form as a draft has them: settings apart from the text. */
export function draftOf({ id, ...values }: PostValues): NewDraft {
  const isSetting = (name: string) => name in postSettings;
  const entries = Object.entries(values);
  const settings = Object.fromEntries(entries.filter(([name]) => isSetting(name)));
  const others = Object.fromEntries(entries.filter(([name]) => !isSetting(name)));
  return {
    ...(others as Omit<PostValues, keyof PostSettings | 'id'>),
    settings,
    post_id: id,
    sequence: 0,
    creation_id: '',
  };
}

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
