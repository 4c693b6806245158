import { plural, t } from '../../platform/messages/translate.ts';

export const imageNotOnClipboard = t(
  'This image is in a file on your computer, and the copied text does not contain it. Choose the file to add it here.',
);
export const tooManyPastedImages = (count: number): string =>
  plural(count, {
    one: 'One image was not added: one paste can bring 100. Paste the rest in parts.',
    other: '{count} images were not added: one paste can bring 100. Paste the rest in parts.',
  });
export const charactersLeft = (count: number): string =>
  plural(count, { one: '1 character left', other: '{count} characters left' });
export const charactersTooMany = (count: number): string =>
  plural(count, { one: '1 character too many', other: '{count} characters too many' });
export const formulaWrong = (reason: string): string => t('This formula has an error: {reason}', { reason });
export const formulaTooLong = (max: number): string =>
  t('This formula is longer than {max} characters. Split it.', { max });
export const markdownViewUnavailable = t(
  'The Markdown view could not be loaded. Check your connection and try again.',
);
export const uploadNeedsSavedPost = t('Save the post first: images belong to a post.');
export const uploadUnavailable = t('Images cannot be uploaded here.');
export const imageNotShown = t('This image could not be loaded.');
