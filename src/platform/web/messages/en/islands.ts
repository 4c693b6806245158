/**
 * Texts that islands show, in English. Browsers download this file with the first island, so texts that only the server
 * renders belong in pages.ts. Texts marked "exact" are fixed by the specification, odd spellings included.
 */

// Lists and cards

/** Exact. */
export const continueReading = 'Continue to Full Post...';
/** Exact. */
export const directLink = 'Direct Link';
/** Exact. */
export const loadMore = 'load more...';
export const loading = 'Loading';

// Posts

/** Exact. */
export const untitled = 'Untitled';
/** Exact. */
export const revised = 'Revised';
export const byline = (name: string) => `by ${name}`;
export const tags = 'Tags';
export const images = 'Images';
export const imagesOf = (title: string) => `Images of ${title}`;
export const imageOf = (number: number, count: number, title: string) =>
  `Image ${number} of ${count}: ${title}`;
export const close = 'Close';
export const previousImage = 'Previous image';
export const nextImage = 'Next image';

// Voting and comments

/** Exact. */
export const notTerrible = 'Not Terrible';
/** Exact. */
export const thisIsTerrible = 'This is Terrible';
/** Exact. */
export const votedPreviously = 'Voted Previously';
/** Exact. */
export const comment = 'Comment';
/** Exact. */
export const commentCount = (count: number) => `Comment (${count})`;
export const commentsClosed = 'Comments are closed.';
/** Exact. */
export const leaveComment = 'Leave Comment';
/** Exact. */
export const noComments = 'There are no comments. Be the first?';
export const commentsLoading = 'Loading comments…';
export const inReplyTo = (name: string) => `In reply to ${name}`;
export const cancelReply = 'Cancel reply';
/** For people whose comments need no approval. */
export const commentPublished = 'Thank you for your comment. It is published.';
export const allComments = 'All comments';
export const name = 'Name';
export const website = 'Website (optional)';
export const email = 'Email (never shown)';
export const tellMe = 'Tell me by mail';
export const anonymous = 'Anonymous';
export const commentPlaceholder = 'Please leave a meaningful, polite comment.';
/** Exact. */
export const submit = 'Submit';
/** Exact, with two spaces. */
export const commentThanks =
  'Thank you for submitting a comment.  All comments are subject to administrator approval.';
/** Exact. */
export const commentTooShort = 'Error: A message should have more content.';

// Pages and search

/** Exact. */
export const serverError = 'Server error - is the REST server running?';
/** Of published pages, which are there without it. */
export const serverAway =
  'The server is not answering right now. Please try again in a while. Anything you typed stays here.';
