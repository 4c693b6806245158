/** The columns of the text of a post (`src/core/posts/api/post-fields.ts`) in the tables posts, revisions and drafts. */
export const textColumns = ['post_title', 'post_content', 'meta_description'] as const;
export type TextColumn = (typeof textColumns)[number];
