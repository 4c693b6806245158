/** Messages about the upload of a file that is to be imported. */

import { commandLine } from '../../../platform/messages/command-line.ts';

const gigabytes = (bytes: number): string => `${Math.round((bytes / 1024 ** 3) * 10) / 10} GB`;

export const importFileTooLarge = (most: number): string =>
  `The file is larger than ${gigabytes(most)}. Copy it to the server and import it there with “${commandLine('import', 'FILE')}”.`;
export const importNoRoom =
  "There isn't enough disk space on the server for this file. Free some and try again.";
export const tooManyImportUploads = (most: number): string =>
  `${most} uploads were begun and not finished. Finish or delete one of them first.`;
export const noSuchImportUpload =
  'There is no such upload. Unfinished ones are deleted after a day; start again.';
export const importUploadElsewhere =
  'This file is being uploaded to another machine of this site. Let your load balancer send an administrator to the same machine each time, and start again.';
export const importOffsetWrong = (offset: number): string =>
  `The upload has to continue at byte ${offset}. Ask for its state and send the portion that starts there.`;
export const importChunkOutside = 'The portion is empty or goes beyond the end of the file.';
export const importUploadIncomplete = (missing: number): string =>
  `${missing} bytes of the file are still missing. Send them first.`;
