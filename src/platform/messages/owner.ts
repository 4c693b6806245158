/**
 * Messages that the owner sees in the admin area and API clients get as errors, together so that they can be proof-read.
 * Each says what happened and what to do next. Texts marked "exact" are fixed by the specification.
 */

import { commandLine } from './command-line.ts';
import { formatList, message, plural, t } from './translate.ts';

// The frame of the admin area

export const adminLoading = t('Loading the admin area …');

// Posts and drafts

export const saved = t('Saved.');
export const copyOf = (title: string): string => t('Copy of {title}', { title: title || t('Untitled') });
export const postDeleted = (title: string): string => t('The post "{title}" was deleted.', { title });

// Where the text of a form is stored, in a few words beside Save
export const localDraftNotSaved = t('Unsaved text could not be stored in this browser:');

/** Exact. */
export const invalidUrl = t('Please enter valid url.');
/** Exact. */
export const required = t('This is required');

export const postIsGone = t('This post was deleted.');
export const noSuchPost = t('There is no such post.');
export const draftMovedToBin = (name: string): string =>
  t('The draft of {name} was moved to the bin.', { name });
export const unsavedChangesDeleted = t('Your unsaved changes were deleted.');
export const noSuchDraft = t('There is no such draft.');
export const tooManyDrafts = t(
  'There are 500 unsaved drafts. Move those that you no longer need to the bin; this one stays in your browser.',
);
export const otherUserSignedIn = t(
  'Another user has signed in to this browser since the page was opened. Nothing was changed. Sign in again to go on.',
);
export const noSuchVersion = t('The text of this version is not known any more.');
export const noSuchRevision = t('There is no such version of this post.');
export const noSuchRemark = t('This remark does not exist. The post may have been deleted.');
export const previewUnavailable = t('This preview link has expired or was revoked, or it never existed.');
export const changedElsewhere = (kind: 'post' | 'page'): string =>
  kind === 'page'
    ? t('This page was changed elsewhere since you opened it. Nothing was overwritten.')
    : t('This post was changed elsewhere since you opened it. Nothing was overwritten.');
export const webTitleTaken = (webTitle: string): string =>
  t('The web title "{webTitle}" belongs to another post. Please choose another.', { webTitle });
export const pagePathTaken = (path: string): string =>
  t('The path {path} belongs to another page. Please choose another.', { path });
export const pagePathWithoutSlash = t('The path of a page begins with a slash, like /about.');
export const pagePathReserved = (segment: string, use: string): string =>
  t('Paths that begin with /{segment} are used for {use}. Please choose another.', { segment, use });
export const pagePathOfFile = t('The path of a page has no file extension: /about instead of /about.html.');
export const pagePathInvalid = t(
  'The path of a page has 1 to 5 parts of small letters a-z, digits and single dashes, like /about or /legal/privacy.',
);
export const webTitleWithSlash = t(
  'A web title has no slash: only pages have paths. It is made of small letters a-z, digits and single dashes, like tea-at-four.',
);
export const kindIsFixed = t(
  'A post cannot become a page, or a page a post. Create a new one and copy the text.',
);
export const translationOfItself = (kind: string) =>
  kind === 'page'
    ? t('A page cannot be a translation of itself.')
    : t('A post cannot be a translation of itself.');
export const noSuchOriginal = (kind: string) =>
  kind === 'page'
    ? t('The page that this is a translation of does not exist any more. Please choose another one.')
    : t('The post that this is a translation of does not exist any more. Please choose another one.');
export const translationOfOtherKind = t('A post cannot be a translation of a page, or a page of a post.');
export const translationExists = (title: string, language: string) =>
  t(
    '“{title}” is already the version in {language}. Translations of each other have different languages: please set the language first.',
    { title: title || t('Untitled'), language },
  );
export const pagesHaveNoVotes = t('Pages have no votes.');
export const pagesHaveNoTags = t('Pages have no tags: they are in no list.');
export const pagesHaveNoCategory = t('Pages have no category: they are in no list.');
export const noNetworkConfigured = t('No social network is configured. Enter an account under Connections.');
export const sharingInactive = t('This post is inactive. Activate it before sharing it.');
export const answerNotPosted = (network: string, reason: string) =>
  message('An answer could not be posted on {network}: {reason}', { network, reason });
export const notSharedThere = (network: string) => t('This post is not shared on {network}.', { network });
export const sharedOnUnknownServer = (network: string) =>
  t('It is not known which post on {network} this is. Change or delete it there.', { network });
export const sharedImageUnreadable = t('An image of this post could not be read.');

// Many posts at once

export const bulkIdsInvalid = (max: number): string => t('Please send 1 to {max} post ids.', { max });

// The bin

export const itemsRestored = (count: number): string =>
  plural(count, { one: 'Restored from the bin.', other: '{count} items were restored from the bin.' });
export const deletedForGood = (title: string): string => t('"{title}" was deleted for good.', { title });
export const binEmptied = (count: number): string =>
  plural(count, { one: '1 item was deleted for good.', other: '{count} items were deleted for good.' });

export const notInBin = t('This is no longer in the bin.');
export const restoredWithPath = (before: string, now: string): string =>
  t('The path {before} belongs to another page by now, so this one is at {now}.', { before, now });
export const restoredWithWebTitle = (before: string, now: string): string =>
  t('The web title "{before}" belongs to another post by now, so this one is "{now}".', { before, now });
export const restoredWithoutCategory = (path: string): string =>
  t('The category "{path}" no longer exists, so the post is not in it.', { path });
export const restoredWithoutAuthor = t('Its author was removed, so that it has none now.');
export const restoredWithoutTranslations = t(
  'Another translation has its language now, so it is not linked to the translations it had.',
);
export const restoredWithoutSchedule = t(
  'The time at which it was to be published has passed, so it is inactive and not scheduled.',
);
export const postOfImageInBin = t('The post of this image is in the bin. Restore the post first.');
export const postOfImageGone = t('The post of this image was deleted for good, so it cannot be restored.');

// Comments and spam

export const undone = t('That was undone.');

// The editor

// Images and uploads

export const fileTooLarge = (megabytes: number): string =>
  t('This file is larger than {megabytes} MB.', { megabytes });
export const notAnImage = t('This file is not an image. You can upload JPEG, PNG, WebP, AVIF and GIF.');
export const notARecording = t(
  'This file is not audio or video that browsers play. You can upload MP3, M4A, Ogg, FLAC, WAV, MP4 and WebM.',
);
export const quickTimeNotSupported = t(
  'Most browsers do not play QuickTime videos. Save the video as MP4 and upload the new file.',
);
export const imageQueueFull = t('The server is busy with other images. Try again in a minute.');
export const uploadNotMultipart = t('Upload images as multipart/form-data.');
export const uploadLacksBoundary = t('The Content-Type of the upload has no boundary.');
export const uploadFieldTooLong = (name: string): string => t('The field {name} is too long.', { name });
export const uploadFieldRepeated = (name: string): string =>
  t('The field {name} was sent more than once.', { name });
export const uploadFieldMissing = (name: string): string => t('The upload has no field {name}.', { name });
export const uploadFileMissing = (fields: readonly string[]): string =>
  t('The upload has no file in the field {fields}.', { fields: formatList(fields, 'or') });
export const uploadPostIdInvalid = t('post_id must be the number of a post.');
export const tooManyFiles = (max: number): string =>
  t('At most {max} files can be uploaded at once.', { max });
export const tooManyUploadFields = t('The upload has too many fields.');
export const uploadTooLarge = t('The upload is too large.');
export const uploadIncomplete = t('The upload is incomplete.');
export const uploadInterrupted = t('The upload was interrupted.');
export const noSuchImage = t('There is no such image.');
export const noSuchImageOnPost = t('There is no such image on this post.');
export const uploadFailed = t('The upload failed.');

// Categories and tags

export const noSuchCategory = t('There is no such category.');

export const categoryEmpty = t('A category needs a name.');
export const categoryTooDeep = (levels: number) =>
  t('A category can have at most {levels} levels.', { levels });
export const categorySegmentInvalid = t(
  'Each part of a category can contain lowercase letters a-z, digits and single dashes between them. Separate the parts with dots.',
);
export const categorySegmentTooLong = (max: number) =>
  t('Each part of a category can have at most {max} characters.', { max });
export const categorySegmentReserved = (word: string) =>
  t("'{word}' is reserved. Please choose another name.", { word });
/** Exact. */
export const tagInvalid = t('Error: tags need to be at least two chars or pattern issue (only a-z).');

// Sign-in and users

export const claimRateLimited = t(
  'Too many wrong claim links from your IP address. Please wait a few minutes and try again.',
);
export const noSuchAuthor = t('This author does not exist any more. Please choose another one.');

// Site settings, backups, activity

export const backupsOff = t(
  'This site makes no backups itself (BACKUPS_KEEP is 0). Run "{commandLine}" to make one.',
  { commandLine: commandLine('backup', 'FILE') },
);
export const backupInProgress = t('A backup is being made right now. Please wait until it is finished.');
export const noSuchBackup = t('There is no such backup.');
export const backupDiskFull = t('The disk is full.');
export const backupJobFailed = t('The backup failed.');
export const backupFailureInLog = t("The server's log has the reason.");

export const menuUrlInvalid = t(
  'Please enter a URL that begins with http:// or https://, or mailto: and an email address.',
);
export const menuTargetMissing = t('Please choose what the link leads to.');
export const groupNeedsLabel = t('A menu entry without a link needs a label.');
export const menuChangedMeanwhile = t(
  'The menu was changed in another window. Reload it to see that version; your changes were not saved.',
);

export const siteNameEmpty = t('A site needs a name.');
export const fediverseNameInvalid = t('The fediverse name has 1 to 30 letters, digits or underscores.');
export const emailInvalid = t('Please enter a valid email address.');
export const colorInvalid = t('Please enter a color as #rrggbb.');

export const backupMade = t('A backup was made.');

// Requests

export const textTooLong = (max: number) => t('This text can have at most {max} characters.', { max });
export const languageInvalid = t(
  'Please send the language as a tag like de, pt-BR or zh-Hant, or leave it empty.',
);
export const dateInvalid = t('Please send the date as ISO 8601, like 2026-01-31T12:00:00Z.');
export const dateOutOfRange = t('This date is out of range.');
export const integerExpected = t('Please send an integer.');
export const integerInRangeExpected = (min: number, max: number) =>
  t('Please send an integer from {min} to {max}.', { min, max });
export const positiveIntegerExpected = t('Please send a positive integer.');
export const voteValueInvalid = t('voteVal must be 1.');

export const crossSiteRequest = t('This request came from another site and was refused.');
export const csrfTokenInvalid = t(
  'The security token is missing or has expired. Please reload the page and try again.',
);
export const scopeMissing = (scopes: readonly string[]): string =>
  scopes.length === 0
    ? t('This call needs a session: no access token may use it.')
    : t('This access token lacks the scope {scopes}.', {
        scopes: formatList(
          scopes.map((scope) => `"${scope}"`),
          'or',
        ),
      });
export const publishScopeMissing = t(
  'This access token may only write drafts: what readers see needs the scope "publish".',
);
export const sessionRequired = t(
  'Only a signed-in administrator can delete for good; an access token moves to the bin.',
);
export const accessTokenInvalid = t('This access token is unknown, was revoked, or has expired.');
export const accessTokenRateLimited = t(
  'There were too many requests with wrong access tokens. Please try again later.',
);
export const signInRequired = t('Please sign in first.');
export const reauthenticationRequired = t("Please confirm with your password or a passkey that it's you.");
export const noSuchRoute = (method: string, path: string): string =>
  t('No such route: {method} {path}.', { method, path });
export const noSuchPage = t('There is no such page.');
export const noResource = t('Which resource? Add ?resource=acct:name@host to the URL.');
export const noSuchFile = t('There is no such file.');
export const supportedMethods = (methods: readonly string[]): string =>
  t('This URL only supports {methods}.', { methods: new Intl.ListFormat('en').format(methods) });
export const undecodablePath = t('The path of this URL is not correctly encoded.');
export const unreadableRequest = t('This request is malformed.');
export const hostNotAllowed = t(
  'This site only answers requests to localhost. To open it under another name, set SITE_URL to its URL.',
);
export const bodyTooLarge = (limitBytes: number): string =>
  t('This request is too large. At most {kilobytes} KB are allowed.', {
    kilobytes: Math.floor(limitBytes / 1024),
  });
export const compressedBody = t('Compressed request bodies are not supported.');
export const jsonRequired = t('Send the body as JSON, with content-type: application/json.');
export const bytesRequired = t('Send the content as application/octet-stream.');
export const invalidJson = t('The body is not valid JSON.');
export const jsonObjectRequired = t('The body must be a JSON object.');
export const formRequired = t('Send the form as application/x-www-form-urlencoded.');
export const invalidField = (field: string, reason: string): string =>
  t('Please check "{field}": {reason}.', { field, reason });
export const rangeOutsideFile = (bytes: number): string =>
  t('The requested range is outside of the file, which has {bytes} bytes.', { bytes });
export const noSuchAnnouncement = t('There is no such announcement.');

// Failures of database and disk

export const parentDeleted = t('The item this belongs to has just been deleted.');
export const diskFull = t(
  "The site's disk is full, so nothing was saved. Reading still works; try again once there is free space.",
);
export const databaseMoved = t(
  "The site's database was moved while it was running, so nothing was saved. The server's log says what to do.",
);
export const diskReadOnly = t(
  "The site's disk is read-only at the moment, so nothing was saved. Reading still works.",
);
export const dataCorrupt = t("The site's database is corrupt. Stop the site and restore the latest backup.");
export const databaseDown = t('The site cannot reach its database right now. Please try again in a moment.');

export const siteLanguageInvalid = t('Please choose a language, as a tag like en, de-AT or ar.');
export const timeZoneInvalid = t('Please choose a time zone by its name, like Europe/Berlin.');

export const cssUnreadable = t("This part isn't valid CSS, so it was left out.");
export const cssAtRule = (name: string): string =>
  t("@{name} isn't allowed here, so it was left out.", { name });
export const cssProperty = (name: string): string =>
  t("The property {name} isn't allowed, so it was left out.", { name });
export const cssFunction = (name: string): string =>
  t("{name}() isn't allowed, so the declaration was left out.", { name });
export const cssUrl = (url: string): string =>
  t('Only images of this site can be used, so the declaration with "{url}" was left out.', { url });
export const cssTooLong = t('Custom CSS can have at most 50 KB.');

// Jobs

export const jobFailed = (kind: string): string => t('A job failed: {kind}', { kind });
export const jobAttemptFailed = (kind: string): string =>
  t('A job failed and will be tried again: {kind}', { kind });
export const jobKeepsFailing = t(
  'The work was started several times and ended each time before it got anywhere. The log of the server may say why.',
);
/** What the jobs do that never give up, as it is shown when one keeps failing. */
/** Of a job that the frame showed: `Export`, `Backup`. */
export const workFinished = (name: string): string => t('{name}: finished.', { name });
export const publishingWork = (title: string): string =>
  t('Publishing the scheduled post {title}', { title });
export const publishingFailed = t(
  'It was due a while ago. The log of the server says why it cannot be published.',
);
export const jobStranded = t('The files that this needs are on another machine, or were deleted.');

export const snippetUnnamed = t('A snippet needs a name.');
export const tooManySnippets = (max: number): string =>
  t('There can be at most {max} snippets. Delete one first.', { max });
