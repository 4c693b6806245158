import * as messages from '../../messages/owner.ts';
import { t } from '../../messages/translate.ts';
import type { DraftStatus } from './draft-status.ts';

type Wording = {
  /** What is shown, with the age of the last save. */
  text: string;
  /** What screen readers announce, without the age, so that it changes only with the state. */
  announced: string;
  isWarning: boolean;
};

type State = {
  isBusy: boolean;
  isUnsaved: boolean;
  /** When the post was last saved from this form. */
  savedAt: number | null;
  draft: DraftStatus | null;
  now: number;
};

/** A confirmation that takes longer than this is worth mentioning. */
const slowMs = 6_000;

const plain = (text: string, announced = text): Wording => ({ text, announced, isWarning: false });
const warning = (text: string): Wording => ({ text, announced: text, isWarning: true });

/** Says in words where the text of a form is stored. */
export function wordingOf({ isBusy, isUnsaved, savedAt, draft, now }: State): Wording {
  if (isBusy) return plain(messages.savingPost);
  if (!isUnsaved || !draft) {
    if (savedAt === null || isUnsaved) return plain('');
    return plain(messages.savedAgo(ago(savedAt, now)), messages.saved);
  }
  const { sent, failure, sequence } = draft;
  const isSent = sent?.sequence === sequence;
  if (isSent && draft.isLocalFailing) return warning(messages.draftOnServerOnly(ago(sent.at, now)));
  if (isSent) return plain(messages.draftSavedAgo(ago(sent.at, now)), messages.draftSaved);
  if (draft.isLocalFailing && failure) return warning(messages.draftNotStored);
  if (failure) return failureWording(failure);
  if (sent && now - draft.changedAt < slowMs && now - sent.at < 2 * slowMs)
    return plain(messages.draftSavedAgo(ago(sent.at, now)), messages.draftSaved);
  return plain(messages.savingDraft, '');
}

function failureWording(failure: NonNullable<DraftStatus['failure']>): Wording {
  if (failure === 'offline') return warning(messages.draftKeptOffline);
  if (failure === 'signed-out') return warning(messages.draftKeptSignedOut);
  if (failure === 'other-user') return warning(messages.draftKeptOtherUser);
  if (failure === 'no-room') return warning(messages.draftNoRoom);
  if (failure === 'too-large') return warning(messages.draftTooLarge);
  return warning(messages.draftKeptServerError);
}

/** Seconds in steps that a reader can follow, then minutes and hours. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 3) return t('just now');
  if (seconds < 60) return t('{seconds} s ago', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('{minutes} min ago', { minutes });
  return t('{hours} h ago', { hours: Math.floor(minutes / 60) });
}
