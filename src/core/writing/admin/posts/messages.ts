/** Notices that offer to undo what was done in a row of All Posts. */
export const postActivated = (title: string): string => `"${title}" is public now.`;
export const postDeactivated = (title: string): string => `"${title}" is no longer public.`;
export const categorySet = (title: string, category: string | null): string =>
  category === null ? `"${title}" has no category now.` : `"${title}" is now in ${category}.`;
export const tagRemoved = (tag: string, title: string): string =>
  `The tag ${tag} was removed from "${title}".`;
export const scheduleCanceled = (title: string): string =>
  `"${title}" is public now, earlier than it was scheduled.`;
