/**
 * Texts that readers of the public site see, together so that they can be proof-read. Named exports, because islands
 * download only the texts they import. Texts marked "exact" are fixed by the specification, odd spellings included.
 */

// Voting and comments

export const voteRateLimited = "You've voted a lot in the last minute. Please wait a moment and try again.";

// Pages and search

// Sign-in
