import type { LocalDraft } from '../../../platform/admin/drafts/local-drafts.ts';
import type { DraftStore } from '../../../platform/admin/drafts/sender.ts';
import { urls } from '../../../platform/http/urls.ts';
import { emptyText, textOf } from '../../posts/api/post-fields.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { NewDraft } from '../../posts/api/writing.ts';
import { cutOf, isCut, sendCut } from './kept-cuts.ts';
import type { PostValues } from './post-values.ts';
import {
  deleteServerDraft,
  moveServerDraftToBin,
  restoreServerDraft,
  saveServerDraft,
} from './server-drafts.ts';

/** What the server stores of the drafts of posts. */

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
export function draftOf({
  id: post_id,
  kind,
  version,
  post_title_web,
  active,
  scheduled_date,
  ...values
}: PostValues): NewDraft {
  const settings = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in emptyText)));
  const others = { kind, version, post_title_web, active, scheduled_date };
  return { ...textOf(values), ...others, settings, post_id, sequence: 0, creation_id: '' };
}
