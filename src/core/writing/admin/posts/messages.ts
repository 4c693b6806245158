import { t } from '../../../../platform/messages/translate.ts';

/** Notices that offer to undo what was done in a row of All Posts. */
export const postActivated = (title: string): string => t('"{title}" is public now.', { title });
export const postDeactivated = (title: string): string => t('"{title}" is no longer public.', { title });
export const categorySet = (title: string, category: string | null): string =>
  category === null
    ? t('"{title}" has no category now.', { title })
    : t('"{title}" is now in {category}.', { title, category });
export const tagRemoved = (tag: string, title: string): string =>
  t('The tag {tag} was removed from "{title}".', { tag, title });
export const scheduleCanceled = (title: string): string =>
  t('"{title}" is public now, earlier than it was scheduled.', { title });
