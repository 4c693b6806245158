import { t } from '../../platform/messages/translate.ts';

/** For the owner. */

export const categoryExists = (path: string): string => t('There is already a category "{path}".', { path });
export const categoryBelowItself = t('A category cannot be moved below itself.');
export const categoryBeingRenamed = t('A category is being renamed. Try again when that is done.');
export const categoryInUse = t('Posts use this category. Give them another one first.');
export const tagNameTaken = (name: string): string => t('Another tag is called "{name}" already.', { name });
export const tagRenamed = (from: string, to: string): string =>
  t('The tag "{from}" is now called "{to}".', { from, to });
export const noSuchTag = t('There is no such tag on any post.');
export const categoryCreated = (path: string): string => t('The category "{path}" was created.', { path });
export const categoryChanged = (path: string): string => t('The category "{path}" was changed.', { path });
export const categoryRenamed = (from: string, to: string): string =>
  t('"{from}" was renamed to "{to}".', { from, to });
export const categoryRenameStarted = (from: string, to: string): string =>
  t('"{from}" is being renamed to "{to}" in the background.', { from, to });
export const categoryRenameFailed = (from: string, to: string, reason: string): string =>
  t('"{from}" was not renamed to "{to}". {reason}', { from, to, reason });
export const categoryDeleted = (path: string): string => t('The category "{path}" was deleted.', { path });
