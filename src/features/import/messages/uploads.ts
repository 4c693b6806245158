/** Messages about the upload of a file that is to be imported. */

import { commandLine } from '../../../platform/messages/command-line.ts';
import { t } from '../../../platform/messages/translate.ts';

const gigabytes = (bytes: number): string =>
  t('{number} GB', { number: Math.round((bytes / 1024 ** 3) * 10) / 10 });

export const importFileTooLarge = (most: number): string =>
  t('The file is larger than {gigabytes}. Copy it to the server and import it there with “{command}”.', {
    gigabytes: gigabytes(most),
    command: commandLine('import', 'FILE'),
  });
export const importNoRoom = t(
  "There isn't enough disk space on the server for this file. Free some and try again.",
);
export const tooManyImportUploads = (most: number): string =>
  t('{most} uploads were begun and not finished. Finish or delete one of them first.', { most });
export const noSuchImportUpload = t(
  'There is no such upload. Unfinished ones are deleted after a day; start again.',
);
export const importUploadElsewhere = t(
  'This file is being uploaded to another machine of this site. Let your load balancer send an administrator to the same machine each time, and start again.',
);
export const importOffsetWrong = (offset: number): string =>
  t(
    'The upload has to continue at byte {offset}. Ask for its state and send the portion that starts there.',
    { offset: String(offset) },
  );
export const importChunkOutside = t('The portion is empty or goes beyond the end of the file.');
export const importUploadIncomplete = (missing: number): string =>
  t('{missing} bytes of the file are still missing. Send them first.', { missing });
