import { plural, t } from '../../platform/messages/translate.ts';

export const noSuchExport = t('There is no such export. It may have expired.');
export const exportInProgress = t(
  'An export of this kind is being made right now. Please wait until it is finished.',
);
export const exportElsewhere =
  'This export is on another machine of the site. Download or delete it there; it is deleted after a week.';
export const exportNotReady = t('This export is not finished yet.');
export const exportMissingFiles = (count: number): string =>
  plural(count, {
    one: 'One image file was not found and is not part of it; export.json names it.',
    other: '{count} image files were not found and are not part of it; export.json names them.',
  });
export const exportWritten = (file: string, megabytes: string): string => `Wrote ${file} (${megabytes} MB).`;

export const copyMissing = (paths: readonly string[]): string =>
  `The site links to ${paths.length.toLocaleString('en')} of its own URLs that it does not have, so the copy does not have them either: ${paths.slice(0, 20).join(', ')}${paths.length > 20 ? ' …' : ''}`;
