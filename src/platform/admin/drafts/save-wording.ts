import { saved } from '../../messages/owner.ts';
import { t } from '../../messages/translate.ts';
import type { DraftStatus } from './draft-status.ts';

// Where the text of a form is stored, in a few words beside Save
const savingPost = t('Saving …');
const savedAgo = (age: string): string => t('Saved {age}', { age });
const savingDraft = t('Saving the draft …');
const draftSaved = t('Draft saved');
const draftSavedAgo = (age: string): string => `${draftSaved} ${age}`;
const draftOnServerOnly = (age: string): string =>
  t("Draft saved {age}, on the server only: this browser's storage is full or blocked.", { age });
const draftKeptOffline = t('Offline: kept in this browser');
const draftKeptServerError = t('The server has an error: kept in this browser');
const draftKeptSignedOut = t('Signed out: kept in this browser');
const draftKeptOtherUser = t('Another user is signed in: kept in this browser');
const draftNoRoom = t(
  'There are too many drafts on the server: kept in this browser. Move drafts that you no longer need to the bin.',
);
const draftTooLarge = t('Too large for the server: kept in this browser. Please split the post.');
const draftNotStored = t(
  "Not saved: the server can't be reached, and this browser's storage is full or blocked. Copy your text to a safe place.",
);

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
  if (isBusy) return plain(savingPost);
  if (!isUnsaved || !draft) {
    if (savedAt === null || isUnsaved) return plain('');
    return plain(savedAgo(ago(savedAt, now)), saved);
  }
  const { sent, failure, sequence } = draft;
  const isSent = sent?.sequence === sequence;
  if (isSent && draft.isLocalFailing) return warning(draftOnServerOnly(ago(sent.at, now)));
  if (isSent) return plain(draftSavedAgo(ago(sent.at, now)), draftSaved);
  if (draft.isLocalFailing && failure) return warning(draftNotStored);
  if (failure) return failureWording(failure);
  if (sent && now - draft.changedAt < slowMs && now - sent.at < 2 * slowMs)
    return plain(draftSavedAgo(ago(sent.at, now)), draftSaved);
  return plain(savingDraft, '');
}

function failureWording(failure: NonNullable<DraftStatus['failure']>): Wording {
  if (failure === 'offline') return warning(draftKeptOffline);
  if (failure === 'signed-out') return warning(draftKeptSignedOut);
  if (failure === 'other-user') return warning(draftKeptOtherUser);
  if (failure === 'no-room') return warning(draftNoRoom);
  if (failure === 'too-large') return warning(draftTooLarge);
  return warning(draftKeptServerError);
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
