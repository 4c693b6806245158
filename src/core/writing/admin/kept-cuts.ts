import type { LocalDraft } from '../../../platform/admin/drafts/local-drafts.ts';
import { storeUnsaved } from '../../../platform/admin/drafts/unsaved.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { NewCut } from '../api.ts';
import { writingCalls } from './calls.ts';

/**
 * Text that was deleted while writing takes the way of drafts: it is stored in this browser at once and sent later, also after
 * a crash or without a connection. One without HTML is in its post again, and is deleted on the server.
 */
type CutDraft = LocalDraft<Pick<NewCut, 'post_id' | 'creation_id' | 'html' | 'place'>>;

const form = 'cut';

export const isCut = (draft: LocalDraft): draft is CutDraft => draft.form === form;

export const storeCut = (
  { id, sequence }: { id: string; sequence: number },
  values: CutDraft['values'],
  path: string,
): void =>
  storeUnsaved({ id, sequence, form, name: t('deleted text'), path, at: new Date().toISOString(), values });

export const cutOf = ({ values, at, sequence }: CutDraft): NewCut => ({ ...values, date: at, sequence });

export async function sendCut(draft: CutDraft, keepalive: boolean): Promise<void> {
  const cutId = draft.id;
  if (draft.values.html === '') await writingCalls.deleteCut({ cutId }, { keepalive });
  else await writingCalls.keepCut({ cutId, ...cutOf(draft) }, { keepalive });
}
