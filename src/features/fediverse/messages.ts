/* Read by people who run other servers of the fediverse. */

export const activityTypeRequired = 'Send an activity as application/activity+json or application/ld+json.';
export const invalidActivity = 'An activity is a JSON object with a string id, type and actor.';
export const activityOfOtherHost = 'The id of an activity must have the host of its actor.';
export const signatureRequired =
  'Sign the request: a Signature header (draft-cavage-http-signatures-12), or Signature and Signature-Input (RFC 9421).';
export const signatureUnreadable = 'The signature headers could not be parsed.';
export const signatureTooNarrow =
  'The signature must cover the method, the target URL or the path and the host, the date and the digest of the body.';
export const digestMismatch = 'The digest header (SHA-256 or SHA-512) is missing or does not match the body.';
export const signatureTooOld =
  'The signature is more than an hour old or from the future. Check the clock of your server.';
export const keyOfOtherHost = 'The key must have the host of the actor.';
export const inboxRateLimited =
  'Your server sent a lot of activities in the last minute. Please send the rest later.';
export const inboxFull = 'Too many activities wait to be processed. Please send this one later.';

/** The text of a report in the moderation queue. */
export const reportOf = (url: string, text: string): string => `Report about ${url}\n\n${text}`.trim();
