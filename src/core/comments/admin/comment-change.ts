/** A comment of a post was approved, or is no longer; the number of waiting comments is counted again. */
export const commentChangeEvent = 'admin:comment-change';
