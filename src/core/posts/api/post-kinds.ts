/** A page is in no list, feed or choice of related posts; its `post_title_web` is its path. */
export const postKinds = ['post', 'page'] as const;
export type PostKind = (typeof postKinds)[number];

/** Drafts and scheduled posts are both inactive. */
export const postStatuses = ['active', 'inactive', 'draft', 'scheduled'] as const;
export type PostStatus = (typeof postStatuses)[number];
