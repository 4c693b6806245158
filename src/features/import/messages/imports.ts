import { type Message, message, pluralMessage } from '../../../platform/messages/translate.ts';

// What the report of an import says, and why an import is refused.

export const noSuchImport = 'There is no such import.';
export const importRunning = 'This import is still running. Cancel it first, or wait until it is done.';
export const importNotRunning = 'This import is not running.';
export const importDone = 'This import is done already.';
export const importUndone = 'This import has been undone. Upload the file again to import it once more.';
export const importNothingToUndo = 'This was a dry run: there is nothing to undo.';
export const importFilesGone = 'The files of this import have been deleted. Upload them again.';
export const importFormatUnknown = (name: string): string =>
  `"${name}" is not an export that can be read: no known format matches.`;
export const importUnreadable = (name: string, reason: string): string =>
  `"${name}" could not be read to the end: ${reason}`;

export const importEmpty = (name: string): string =>
  `"${name}" was read to its end, but has no posts, pages, comments or images. Check that it is the whole export.`;

export const sumDiffers = (kind: string, expected: number, found: number): string =>
  `A plain count of the source finds ${expected} of "${kind}", but the import has read ${found}.`;

// Remarks

export const titleTruncated = (max: number): string => `The title was cut to ${max} characters.`;
export const summaryTruncated = (max: number): string =>
  `The summary was cut to ${max} characters, because it is the description for search engines.`;
export const webTitleNumbered = (wanted: string, taken: string): string =>
  `Another post has the web title "${wanted}", so this one has "${taken}".`;
export const webTitleChanged = (wanted: string, taken: string): string =>
  `The web title "${wanted}" is not possible here, so it is "${taken}".`;
export const wasPrivate = 'It was private, so it is inactive here.';
export const dateMissing = 'It has no date, so it is a draft here: give it one and publish it.';
export const dateUnreadable = (date: string): string => `Its date "${date}" could not be understood.`;
export const languageUnknown = (language: string): string => `Its language "${language}" is unknown.`;
export const textDiffers = ({ source, stored }: { source: string; stored: string }): string =>
  `The text differs from the source: "${source}" became "${stored}".`;
export const pageTags = 'Pages have no tags and categories here, so they were left out.';
export const tooManyTags = (max: number): string => `Only the first ${max} tags were taken over.`;
export const addressRefused = (address: string, reason: string): string =>
  `The old address ${address} does not lead here: ${reason}`;
export const parentMissing = 'The comment that it replies to was not imported.';
export const guestName = (from: string, to: string): string =>
  `The name "${from}" belongs to an author or is too long, so it is shown as "${to}".`;
export const authorUrlDropped = (url: string): string => `"${url}" is not a web address, so it was left out.`;
export const bioTruncated = 'The bio was too long, so it was left out.';
export const siteKeepsName = 'This site has a name of its own, which stays.';

export const updatedHere =
  'It was changed in the source since the last import, so its text here is new. The former one is among its revisions.';

// Reasons to leave an item out

export const editedHere =
  'It was changed in the source since the last import, but also here, so it stays as it is here.';

export const importedBefore = 'It was imported before.';
export const inBin = 'It was imported before and is in the bin; restore it there.';
export const twiceInSource = 'The source contains it twice.';
export const postTooLong = (megabytes: number): string =>
  `Its text is longer than ${megabytes} MB, which no post can be.`;
export const itemUnreadable = (reason: string): string => `It could not be converted: ${reason}`;
export const commentEmpty = 'It has no text.';
export const pageUnknown = 'The file does not say which page it belongs to.';
export const postMissing = 'The post that it belongs to was not imported.';
export const nameMissing = 'It has no name.';
export const ownContentOnly = 'Only a site without content takes this over.';
export const redirectRefused = (reason: string): string => `It cannot be a redirect: ${reason}`;

// Own exports

export const ownRowInvalid =
  'It is not as this program writes it, so it is left out. Import an export that was not changed.';
export const ownFilesMissing = (names: readonly string[]): string =>
  `These files are missing from the export or are no images or recordings: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`;

// Reasons to keep an item at an undo

export const keptChanged = 'It was changed since the import.';
export const keptAnswered = 'Readers have commented on it, voted for it or reacted to it since the import.';
export const keptDraft = 'It has unsaved changes.';
export const keptImages = 'Images were added to it since the import.';
export const keptReplied = 'It was answered since the import.';
export const keptWithPost = 'The post that it belongs to stays.';

// Activity

export const importedWhat = (name: string, label: string, total: number): Message =>
  pluralMessage(
    total,
    { one: 'Imported 1 item of "{name}" ({label})', other: 'Imported {count} items of "{name}" ({label})' },
    { name, label },
  );
export const undidWhat = (name: string): Message => message('Undid the import of "{name}"', { name });

// Images

const shortened = (url: string): string => (url.length > 200 ? `${url.slice(0, 199)}…` : url);

export const imageNotInSource = (url: string): string =>
  `The image ${shortened(url)} is not in the file, and its URL says no server to fetch it from.`;
export const imageNotReadable = (url: string, reason: string): string =>
  `The image ${shortened(url)} could not be stored: ${reason}`;
export const becameImage = (url: string, title: string): string =>
  `It is the image ${url} of “${title.length > 80 ? `${title.slice(0, 79)}…` : title || 'Untitled'}”.`;
export const inLibrary = 'No imported post shows it, so it is only in the library of images.';
export const inLibraryLater =
  'No imported post shows it. It is fetched from the old site and then only in the library of images.';
export const libraryTitle = (name: string): string => `Images of ${name} that no post shows`;
export const photoNotStored = (url: string, reason: string): string =>
  `The photo ${shortened(url)} could not be stored: ${reason}`;
export const imageUrlTooLong = (url: string): string =>
  `The URL of the image ${shortened(url)} is too long to fetch it. The post links to it.`;
export const imageGaveUp = (reason: string): string => `${reason} It was tried for several days.`;
