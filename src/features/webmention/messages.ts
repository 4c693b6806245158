/* Answers to senders of webmentions: programs, and the people who write them. */

export const postOnly =
  'This is a Webmention endpoint (https://www.w3.org/TR/webmention/). Send a POST request with the form fields source and target.';
export const formInvalid = 'Send exactly one source and one target as application/x-www-form-urlencoded.';
export const urlInvalid = (field: 'source' | 'target') =>
  `The ${field} has to be an http or https URL of at most 2,000 characters, without a user name.`;
export const sameUrl = 'The source and the target are the same page.';
export const ownSource = 'The source is a page of this site.';
export const otherSite = 'The target is not a page of this site.';
export const noSuchTarget = 'The target is not a post or page of this site that can be mentioned.';
export const mentionsClosed = 'The target does not take comments.';
export const rateLimited = 'Too many webmentions came from here. Please send this one again later.';
export const queueFull = 'Too many webmentions are waiting. Please send this one again later.';
export const accepted = 'Thank you. The source will be fetched soon to see whether it links to the target.';
