/**
 * Texts that readers of the public site see, together so that they can be proof-read. Named exports, because islands
 * download only the texts they import. Texts marked "exact" are fixed by the specification, odd spellings included.
 */

// Voting and comments

export const voteRateLimited = "You've voted a lot in the last minute. Please wait a moment and try again.";
export const commentRateLimited =
  "You've sent a lot of comments in the last few minutes. Please wait a few minutes and try again.";

// Pages and search

export const siteOverloaded = 'The site is very busy right now. Please try again in a few seconds.';

// Sign-in

export const passkeyRateLimited =
  'There were too many sign-in attempts in the last few minutes. Please wait a few minutes and try again.';
