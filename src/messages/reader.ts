/**
 * Texts that readers of the public site see, together so that they can be proof-read. Named exports, because islands
 * download only the texts they import. Texts marked "exact" are fixed by the specification, odd spellings included.
 */

// Voting and comments

/** Exact. */
export const commentTooShort = 'Error: A message should have more content.';
export const commentTooLong = (max: number) =>
  `Error: A message can have at most ${max.toLocaleString('en')} characters.`;
export const nameTooLong = (max: number) => `A name can have at most ${max} characters.`;
export const nameReserved = "The name 'Admin' is reserved. Please choose another name.";

export const voteRateLimited = "You've voted a lot in the last minute. Please wait a moment and try again.";
export const commentRateLimited =
  "You've sent a lot of comments in the last few minutes. Please wait a few minutes and try again.";

// Pages and search

/** Exact. */
export const serverError = 'Server error - is the REST server running?';

export const siteOverloaded = 'The site is very busy right now. Please try again in a few seconds.';

// Sign-in

export const passkeyRateLimited =
  'There were too many sign-in attempts in the last few minutes. Please wait a few minutes and try again.';
