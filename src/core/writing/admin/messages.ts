import { plural, t } from '../../../platform/messages/translate.ts';

export const nothingToSave = t('Everything is saved.');
export const savedWithLaterChanges = t('Saved. What you typed after that is kept as a draft.');
export const textNotLost = (error: string): string => t('{error} Your text is still here.', { error });
export const postDeletedMeanwhile = t(
  'This post was deleted elsewhere. Your text is still here: Save creates a new post from it.',
);
export const otherVersionOpened = t(
  'The form now shows the other version. Your own is under Drafts in All Posts.',
);
export const imagesNotUploaded = (count: number): string =>
  plural(count, {
    one: 'An image could not be uploaded. Try again or remove it below the text, then save.',
    other: '{count} images could not be uploaded. Try again or remove it below the text, then save.',
  });
export const conflictExplained = t(
  'It was saved in another tab or by another administrator since you opened it. Nothing was overwritten.',
);
export const conflictBaseUnknown = t(
  'The version that both started from is not known any more, so each difference needs a decision.',
);
export const changesUndecided = (count: number): string =>
  plural(count, { one: '1 change needs a decision.', other: '{count} changes need a decision.' });
export const contentCopied = t('Your text was copied to the clipboard.');
export const contentNotCopied = t(
  'This browser does not allow copying. Close this dialog and copy the text from the editor.',
);
export const cutTextCopied = t('The text was copied to the clipboard.');
export const cutTextDeleted = t('The cut text was deleted.');
export const cutTextNotCopied = t(
  'This browser does not allow copying. Select the text and copy it from here.',
);
export const translationNotChosen = (kind: string): string =>
  kind === 'page'
    ? t('Please choose a page from the list, or empty the field.')
    : t('Please choose a post from the list, or empty the field.');
export const categoryNotCreated = t('Please create this category first, or empty the field.');
export const postDuplicated = (title: string): string =>
  t('"{title}" was created as an inactive copy.', { title });
export const closeSourceView = t(
  'Go back from HTML or Markdown to the text first, and place the cursor there.',
);
export const previewFailed = t('The preview could not be loaded. It is tried again when you type.');
export const revisionRestored = t('The earlier version was restored.');
export const previewLinkRevoked = t('The preview link was revoked.');
export const altTextSet = t('The alternative text was saved.');
export const imageDeleted = (title: string): string => t('The image of "{title}" was deleted.', { title });
export const mainImageSet = (title: string): string =>
  t('This is now the main image of "{title}".', { title });
export const pageActivated = (title: string): string => t('The page "{title}" is public now.', { title });
export const pageDeactivated = (title: string): string =>
  t('The page "{title}" is no longer public.', { title });
export const pageDeleted = (title: string): string => t('The page "{title}" was deleted.', { title });
