/** For the owner. */

export const categoryExists = (path: string): string => `There is already a category "${path}".`;
export const categoryBelowItself = 'A category cannot be moved below itself.';
export const categoryBeingRenamed = 'A category is being renamed. Try again when that is done.';
export const categoryInUse = 'Posts use this category. Give them another one first.';
export const tagNameTaken = (name: string): string => `Another tag is called "${name}" already.`;
export const tagRenamed = (from: string, to: string): string => `The tag "${from}" is now called "${to}".`;
export const noSuchTag = 'There is no such tag on any post.';
export const categoryCreated = (path: string): string => `The category "${path}" was created.`;
export const categoryChanged = (path: string): string => `The category "${path}" was changed.`;
export const categoryRenamed = (from: string, to: string): string => `"${from}" was renamed to "${to}".`;
export const categoryRenameStarted = (from: string, to: string): string =>
  `"${from}" is being renamed to "${to}" in the background.`;
export const categoryRenameFailed = (from: string, to: string, reason: string): string =>
  `"${from}" was not renamed to "${to}". ${reason}`;
export const categoryDeleted = (path: string): string => `The category "${path}" was deleted.`;
