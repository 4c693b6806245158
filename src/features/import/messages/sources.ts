/** Why an export of another blog cannot be opened. Each says what is wrong with the file and what to do next. */

const quoted = (path: string): string => `“${path.length > 100 ? `${path.slice(0, 100)}…` : path}”`;
const gigabytes = (bytes: number): string => `${Math.round(bytes / 1e8) / 10} GB`;

export const sourceMissing = (name: string): string => `There is no file or folder ${quoted(name)}.`;
export const sourceUnreadable = (name: string): string =>
  `${quoted(name)} can't be read. Check its permissions and try again.`;
export const sourceNotAFile = (name: string): string =>
  `${quoted(name)} is neither a file nor a folder. Choose the file that the other blog exported.`;
export const sourceEmpty = (name: string): string =>
  `${quoted(name)} contains nothing that could be imported. Export the other blog again.`;
export const sourceTooManyFiles = (name: string, most: number): string =>
  `${quoted(name)} contains more than ${most.toLocaleString('en')} files, which is the limit. Split it and import the parts one after another.`;
export const sourceFolderTooDeep = (path: string): string =>
  `The folders around ${quoted(path)} are nested too deeply. Remove what isn't part of the blog and try again.`;
export const sourceTooLarge = (name: string, most: number): string =>
  `${quoted(name)} is larger than ${gigabytes(most)} when unpacked, which is the limit. Split it and import the parts one after another.`;
export const sourceBomb = (name: string): string =>
  `${quoted(name)} unpacks to far more than an export of a blog would (a “zip bomb”), so it isn't opened. Export the other blog again.`;
export const sourceOverlaps = (name: string): string =>
  `Files in ${quoted(name)} overlap each other, as in a “zip bomb”, so it isn't opened. Export the other blog again.`;
export const sourceUnsafePath = (name: string, path: string): string =>
  `${quoted(name)} contains the unsafe path ${quoted(path)}, so it isn't opened. Export the other blog again.`;
export const sourceEncrypted = (name: string): string =>
  `${quoted(name)} is protected by a password. Make an archive without one and try again.`;
export const sourceMethodUnknown = (name: string, path: string): string =>
  `${quoted(path)} in ${quoted(name)} is compressed in a way that can't be read. Unpack the archive, make an ordinary zip of the files, and try again.`;
export const sourceTruncated = (name: string): string =>
  `${quoted(name)} is incomplete: its end is missing. Download or copy it again.`;
export const sourceCorrupt = (name: string): string =>
  `${quoted(name)} is corrupt. Download or copy it again; if that doesn't help, export the other blog again.`;
export const sourceFileCorrupt = (path: string): string =>
  `The file ${quoted(path)} is corrupt. Export the other blog again.`;
export const sourceFileChanged = (path: string): string =>
  `The file ${quoted(path)} changed while it was read. Try again when nothing writes to it.`;
export const sourceNoRoom = (name: string): string =>
  `There isn't enough disk space to unpack ${quoted(name)}. Free some and try again.`;

export const skippedLink = 'It is a link to another file; links are not followed.';
export const skippedSpecial = 'It is not an ordinary file.';
export const skippedDuplicate =
  'The archive has another file of the same name after it, which was read instead.';

export const elementTooLarge = (path: string): string =>
  `The file ${quoted(path)} has a part that is too large to be text of a blog, or that never ends. Export the other blog again.`;

export const siteForbidden = (host: string): string =>
  `The robots.txt of ${host} forbids programs to read it. Allow “NotTerrible” there, or export the blog and choose the file.`;
export const siteUnreadable = (host: string, reason: string): string =>
  `${host} could not be read: ${reason} Check the URL in a browser.`;
export const pageWithoutText = 'It is a list, or has no text of its own.';
export const pageNotFetched = (reason: string): string => `It could not be fetched: ${reason}`;
