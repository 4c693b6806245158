/**
 * Messages that the owner sees in the admin area and API clients get as errors, together so that they can be proof-read.
 * Each says what happened and what to do next. Texts marked "exact" are fixed by the specification.
 */

// Posts and drafts

// Comments and spam

// Images and uploads

// Categories and tags

// Sign-in and users

// Site settings, backups, activity

// Requests

export const crossSiteRequest = 'This request came from another site and was refused.';
