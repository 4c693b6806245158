/**
 * Messages that the owner sees in the admin area and API clients get as errors, together so that they can be proof-read.
 * Each says what happened and what to do next. Texts marked "exact" are fixed by the specification.
 */

import { commandLine } from './command-line.ts';

// The frame of the admin area

export const adminLoading = 'Loading the admin area …';
export const commentsWaiting = (count: number): string =>
  count === 1 ? '1 comment waiting' : `${count} comments waiting`;
export const noCommentsWaiting = 'No comments waiting';

// Posts and drafts

export const saved = 'Saved.';
export const testMailOnItsWay = (address: string): string => `A test mail is on its way to ${address}.`;
export const mailGoesOut = 'The mail to subscribers goes out in two minutes.';
export const nothingToSave = 'Everything is saved.';
export const savedWithLaterChanges = 'Saved. What you typed after that is kept as a draft.';
export const textNotLost = (error: string): string => `${error} Your text is still here.`;
export const postDeletedMeanwhile =
  'This post was deleted elsewhere. Your text is still here: Save creates a new post from it.';
export const otherVersionOpened =
  'The form now shows the other version. Your own is under Drafts in All Posts.';
export const copyOf = (title: string): string => `Copy of ${title || 'Untitled'}`;
export const postDuplicated = (title: string): string => `"${title}" was created as an inactive copy.`;
export const postDeleted = (title: string): string => `The post "${title}" was deleted.`;
export const pageDeleted = (title: string): string => `The page "${title}" was deleted.`;
export const pageActivated = (title: string): string => `The page "${title}" is public now.`;
export const pageDeactivated = (title: string): string => `The page "${title}" is no longer public.`;
export const previewFailed = 'The preview could not be loaded. It is tried again when you type.';
export const previewLinkRevoked = 'The preview link was revoked.';
export const revisionRestored = 'The earlier version was restored.';
export const conflictExplained =
  'It was saved in another tab or by another administrator since you opened it. Nothing was overwritten.';
export const conflictBaseUnknown =
  'The version that both started from is not known any more, so each difference needs a decision.';
export const changesUndecided = (count: number): string =>
  count === 1 ? '1 change needs a decision.' : `${count} changes need a decision.`;
export const closeSourceView = 'Go back from HTML or Markdown to the text first, and place the cursor there.';
export const cutTextCopied = 'The text was copied to the clipboard.';
export const cutTextDeleted = 'The cut text was deleted.';
export const cutTextNotCopied = 'This browser does not allow copying. Select the text and copy it from here.';
export const contentCopied = 'Your text was copied to the clipboard.';
export const contentNotCopied =
  'This browser does not allow copying. Close this dialog and copy the text from the editor.';

// Where the text of a form is stored, in a few words beside Save
export const savingPost = 'Saving …';
export const savedAgo = (age: string): string => `Saved ${age}`;
export const savingDraft = 'Saving the draft …';
export const draftSaved = 'Draft saved';
export const draftSavedAgo = (age: string): string => `${draftSaved} ${age}`;
export const draftOnServerOnly = (age: string): string =>
  `Draft saved ${age}, on the server only: this browser's storage is full or blocked.`;
export const draftKeptOffline = 'Offline: kept in this browser';
export const draftKeptServerError = 'The server has an error: kept in this browser';
export const draftKeptSignedOut = 'Signed out: kept in this browser';
export const draftKeptOtherUser = 'Another user is signed in: kept in this browser';
export const draftNoRoom =
  'There are too many drafts on the server: kept in this browser. Move drafts that you no longer need to the bin.';
export const draftTooLarge = 'Too large for the server: kept in this browser. Please split the post.';
export const draftNotStored =
  "Not saved: the server can't be reached, and this browser's storage is full or blocked. Copy your text to a safe place.";
export const localDraftNotSaved = 'Unsaved text could not be stored in this browser:';

/** Exact. */
export const invalidUrl = 'Please enter valid url.';
/** Exact. */
export const required = 'This is required';

export const postIsGone = 'This post was deleted.';
export const noSuchPost = 'There is no such post.';
export const draftMovedToBin = (name: string): string => `The draft of ${name} was moved to the bin.`;
export const unsavedChangesDeleted = 'Your unsaved changes were deleted.';
export const categoryNotCreated = 'Please create this category first, or empty the field.';
export const translationNotChosen = (kind: string): string =>
  `Please choose a ${kind} from the list, or empty the field.`;
export const noSuchDraft = 'There is no such draft.';
export const tooManyDrafts =
  'There are 500 unsaved drafts. Move those that you no longer need to the bin; this one stays in your browser.';
export const otherUserSignedIn =
  'Another user has signed in to this browser since the page was opened. Nothing was changed. Sign in again to go on.';
export const signedOutHere =
  'You were signed out. Nothing is lost: your text is still here, and this browser keeps it.';
export const signedOutElsewhere =
  'Another user has signed in to this browser. Your text is still here, and this browser keeps it for you alone.';
export const signInToContinue = (username: string): string => `Sign in as ${username} to go on.`;
export const signedInAsOther = (other: string, username: string): string =>
  `You signed in as ${other}, but this text is being written by ${username}. Please sign in as ${username}.`;
export const noSuchVersion = 'The text of this version is not known any more.';
export const noSuchRevision = 'There is no such version of this post.';
export const noSuchRemark = 'This remark does not exist. The post may have been deleted.';
export const previewUnavailable = 'This preview link has expired or was revoked, or it never existed.';
export const changedElsewhere = (kind: 'post' | 'page'): string =>
  `This ${kind} was changed elsewhere since you opened it. Nothing was overwritten.`;
export const webTitleTaken = (webTitle: string): string =>
  `The web title "${webTitle}" belongs to another post. Please choose another.`;
export const pagePathTaken = (path: string): string =>
  `The path ${path} belongs to another page. Please choose another.`;
export const pagePathWithoutSlash = 'The path of a page begins with a slash, like /about.';
export const pagePathReserved = (segment: string, use: string): string =>
  `Paths that begin with /${segment} are used for ${use}. Please choose another.`;
export const pagePathOfFile = 'The path of a page has no file extension: /about instead of /about.html.';
export const pagePathInvalid =
  'The path of a page has 1 to 5 parts of small letters a-z, digits and single dashes, like /about or /legal/privacy.';
export const webTitleWithSlash =
  'A web title has no slash: only pages have paths. It is made of small letters a-z, digits and single dashes, like tea-at-four.';
export const kindIsFixed =
  'A post cannot become a page, or a page a post. Create a new one and copy the text.';
export const translationOfItself = (kind: string) => `A ${kind} cannot be a translation of itself.`;
export const noSuchOriginal = (kind: string) =>
  `The ${kind} that this is a translation of does not exist any more. Please choose another one.`;
export const translationOfOtherKind = 'A post cannot be a translation of a page, or a page of a post.';
export const translationExists = (title: string, language: string) =>
  `“${title || 'Untitled'}” is already the version in ${language}. Translations of each other have different languages: please set the language first.`;
export const pagesHaveNoVotes = 'Pages have no votes.';
export const pagesHaveNoTags = 'Pages have no tags: they are in no list.';
export const pagesHaveNoCategory = 'Pages have no category: they are in no list.';
export const noNetworkConfigured = 'No social network is configured. Enter an account under Connections.';
export const sharingInactive = 'This post is inactive. Activate it before sharing it.';
export const answerNotPosted = (network: string, reason: string) =>
  `An answer could not be posted on ${network}: ${reason}`;
export const notSharedThere = (network: string) => `This post is not shared on ${network}.`;
export const sharedOnUnknownServer = (network: string) =>
  `It is not known which post on ${network} this is. Change or delete it there.`;
export const sharedImageUnreadable = 'An image of this post could not be read.';

// Many posts at once

export const bulkIdsInvalid = (max: number): string => `Please send 1 to ${max} post ids.`;
const posts = (count: number): string => (count === 1 ? '1 post was' : `${count} posts were`);
export const postsActivated = (count: number): string => `${posts(count)} activated.`;
export const postsDeactivated = (count: number): string => `${posts(count)} deactivated.`;
export const authorOfPostsSet = (count: number): string =>
  count === 1 ? 'The author of 1 post was set.' : `The author of ${count} posts was set.`;
export const categoryOfPostsSet = (count: number): string => `The category of ${count} posts was set.`;
export const tagAdded = (count: number, tag: string): string => `${posts(count)} tagged with ${tag}.`;
export const tagRemoved = (count: number, tag: string): string =>
  `The tag ${tag} was removed from ${count === 1 ? '1 post' : `${count} posts`}.`;
export const postsDeleted = (count: number): string => `${posts(count)} deleted.`;
export const postsGone = (count: number): string =>
  `${count === 1 ? '1 post no longer exists' : `${count} posts no longer exist`}. The others were changed.`;

// The bin

export const itemsRestored = (count: number): string =>
  count === 1 ? 'Restored from the bin.' : `${count} items were restored from the bin.`;
export const deletedForGood = (title: string): string => `"${title}" was deleted for good.`;
export const binEmptied = (count: number): string =>
  `${count === 1 ? '1 item was' : `${count} items were`} deleted for good.`;

export const notInBin = 'This is no longer in the bin.';
export const restoredWithPath = (before: string, now: string): string =>
  `The path ${before} belongs to another page by now, so this one is at ${now}.`;
export const restoredWithWebTitle = (before: string, now: string): string =>
  `The web title "${before}" belongs to another post by now, so this one is "${now}".`;
export const restoredWithoutCategory = (path: string): string =>
  `The category "${path}" no longer exists, so the post is not in it.`;
export const restoredWithoutAuthor = 'Its author was removed, so that it has none now.';
export const restoredWithoutTranslations =
  'Another translation has its language now, so it is not linked to the translations it had.';
export const restoredWithoutSchedule =
  'The time at which it was to be published has passed, so it is inactive and not scheduled.';
export const postOfImageInBin = 'The post of this image is in the bin. Restore the post first.';
export const postOfImageGone = 'The post of this image was deleted for good, so it cannot be restored.';

// Comments and spam

const comments = (count: number): string => (count === 1 ? 'The comment was' : `${count} comments were`);
export const commentsApproved = (count: number): string => `${comments(count)} approved.`;
export const commentsUnapproved = (count: number): string => `${comments(count)} unapproved.`;
export const commentsDeleted = (count: number): string => `${comments(count)} deleted.`;

export const commentsMarkedSpam = (count: number): string => `${comments(count)} deleted as spam.`;
export const commentAnswered = (isApproved: boolean): string =>
  isApproved ? 'The comment was approved and answered.' : 'The comment was answered.';
export const commentEdited = 'The comment was changed.';
export const undone = 'That was undone.';
export const personTrusted = (name: string): string => `New comments of ${name} are approved at once.`;
export const personBlocked = (name: string): string => `New comments of ${name} are refused.`;
export const ipAddressBlocked = (name: string): string =>
  `New comments from the IP address of ${name} are refused.`;
export const wordBlocked = (word: string): string => `New comments with "${word}" are refused.`;
export const personRemoved = (name: string): string => `${name} is neither trusted nor blocked any more.`;
export const blockRemoved = 'Such comments are accepted again.';
export const approveFirst = 'This comment is not approved. Approve it together with your answer.';
export const noSuchComment = 'There is no such comment.';
export const noSuchPerson = 'This person is neither trusted nor blocked.';
export const noSuchBlock = 'There is no such block.';
export const authorUnknown =
  'It is not known who wrote this comment, so its author cannot be trusted or blocked.';
export const ownComment = 'This comment is your own.';
export const ipAddressUnknown = 'The IP address of this comment is no longer known.';
export const wordNotBlockable = 'Please enter one to five words.';
export const tooManyBlocks = (max: number) => `There can be at most ${max}. Please delete some first.`;

/** Why the spam filter finds a comment suspicious. */
export const spamReasons = {
  links: (count: number) => (count === 1 ? '1 link' : `${count} links`),
  linkCode: 'links as HTML or BBCode',
  copies: (count: number, days: number) =>
    `the same text was sent ${count === 1 ? 'once' : `${count} times`} in the last ${days} days`,
  seconds: (seconds: number | null | undefined) =>
    seconds === null
      ? 'sent without opening the page'
      : `sent ${seconds === 1 ? '1 second' : `${seconds} seconds`} after the page was opened`,
  words: (words: readonly string[]) => `words common in spam: ${words.join(', ')}`,
};

// The editor

export const formulaWrong = (reason: string): string => `This formula has an error: ${reason}`;
export const formulaTooLong = (max: number): string =>
  `This formula is longer than ${max} characters. Split it.`;
export const markdownViewUnavailable =
  'The Markdown view could not be loaded. Check your connection and try again.';
export const imageNotShown = 'This image could not be loaded.';

export const firstRunAnswered =
  'These questions were answered already, in another tab or by another administrator. You can change the answers under Settings.';

// Images and uploads

export const mediaDeleted = (title: string): string => `"${title}" was deleted.`;
export const imageDeleted = (title: string): string => `The image of "${title}" was deleted.`;
export const altTextSet = 'The alternative text was saved.';
export const mainImageSet = (title: string): string => `This is now the main image of "${title}".`;
export const fileTooLarge = (megabytes: number): string => `This file is larger than ${megabytes} MB.`;
export const notAnImage = 'This file is not an image. You can upload JPEG, PNG, WebP, AVIF and GIF.';
export const notARecording =
  'This file is not audio or video that browsers play. You can upload MP3, M4A, Ogg, FLAC, WAV, MP4 and WebM.';
export const quickTimeNotSupported =
  'Most browsers do not play QuickTime videos. Save the video as MP4 and upload the new file.';
export const noSuchMedia = 'There is no such audio or video file.';
export const embedUrlInvalid = 'Only pages with an http or https URL can be embedded.';
export const embedUnavailable = 'The page could not be read. It will be shown as a link.';
export const animationNotSupported =
  'Animated PNG and AVIF images are not supported. Save the animation as WebP or GIF.';
export const imageCorrupt =
  'The image is corrupt or incomplete. Open it in an image editor, save it again and upload the new file.';
export const tooManyFrames = (frames: number, max: number): string =>
  `The animation has ${frames} frames, and the limit is ${max}. Shorten it.`;
export const tooManyPixels = (megapixels: number, max: number): string =>
  `The image has ${megapixels} megapixels, and the limit is ${max}. Make it smaller.`;
export const tooManyAnimationPixels = (megapixels: number, max: number): string =>
  `All frames together have ${megapixels} megapixels, and the limit for an animation is ${max}. Make it smaller or shorter.`;
export const imageTooSlow = 'The image took too long to process. Try again later, or use a smaller one.';
export const imageQueueFull = 'The server is busy with other images. Try again in a minute.';
export const imageDeletedMeanwhile = 'This image was being deleted elsewhere. Please upload it again.';
export const imageCroppedToSquare = 'The image is not square, so its middle is used.';
export const imageCentered = 'The image is not square, so it is centered on a transparent square.';
export const socialImageCropped =
  'The image was cropped to 1200 × 630 pixels, the shape that social networks show.';
export const imageSmall = (width: number, height: number, wanted: number, wantedHeight: number): string =>
  `The image has only ${width} × ${height} pixels and may look blurred. ${wanted} × ${wantedHeight} or more is better.`;
export const uploadNotMultipart = 'Upload images as multipart/form-data.';
export const uploadLacksBoundary = 'The Content-Type of the upload has no boundary.';
export const uploadFieldTooLong = (name: string): string => `The field ${name} is too long.`;
export const uploadFieldRepeated = (name: string): string => `The field ${name} was sent more than once.`;
export const uploadFieldMissing = (name: string): string => `The upload has no field ${name}.`;
export const uploadFileMissing = (fields: readonly string[]): string =>
  `The upload has no file in the field ${fields.join(' or ')}.`;
export const uploadPostIdInvalid = 'post_id must be the number of a post.';
export const tooManyFiles = (max: number): string => `At most ${max} files can be uploaded at once.`;
export const tooManyUploadFields = 'The upload has too many fields.';
export const uploadTooLarge = 'The upload is too large.';
export const uploadIncomplete = 'The upload is incomplete.';
export const uploadInterrupted = 'The upload was interrupted.';
export const imageUrlInvalid = 'Only images with an http or https URL can be fetched.';
export const imageAddressPrivate =
  'The server did not fetch the image, because its address is private. Save the image and upload it.';
export const imageNotServed = (status: string): string =>
  `The image could not be fetched: ${status} Save the image and upload it.`;
export const imageServerSilent = 'The server of the image did not answer. Try again later.';
export const noSuchImage = 'There is no such image.';
export const noSuchImageOnPost = 'There is no such image on this post.';
export const uploadFailed = 'The upload failed.';
export const uploadCanceled = 'The upload was canceled.';
export const imageNotOnClipboard =
  'This image is in a file on your computer, and the copied text does not contain it. Choose the file to add it here.';
export const tooManyPastedImages = (count: number): string =>
  `${count === 1 ? 'One image was' : `${count} images were`} not added: one paste can bring 100. Paste the rest in parts.`;
export const uploadNeedsSavedPost = 'Save the post first: images belong to a post.';
export const uploadUnavailable = 'Images cannot be uploaded here.';
export const imagesNotUploaded = (count: number): string =>
  `${count === 1 ? 'An image' : `${count} images`} could not be uploaded. Try again or remove it below the text, then save.`;

// Categories and tags

export const noSuchCategory = 'There is no such category.';

export const categoryEmpty = 'A category needs a name.';
export const categoryTooDeep = (levels: number) => `A category can have at most ${levels} levels.`;
export const categorySegmentInvalid =
  'Each part of a category can contain lowercase letters a-z, digits and single dashes between them. Separate the parts with dots.';
export const categorySegmentTooLong = (max: number) =>
  `Each part of a category can have at most ${max} characters.`;
export const categorySegmentReserved = (word: string) => `'${word}' is reserved. Please choose another name.`;
/** Exact. */
export const tagInvalid = 'Error: tags need to be at least two chars or pattern issue (only a-z).';

// Sign-in and users

export const userAdded = (name: string): string => `"${name}" can sign in now.`;
export const userRemoved = (name: string): string => `"${name}" was removed.`;
export const ownPasswordChanged = 'Your password was changed. You were signed out everywhere else.';
export const passwordChanged = (name: string): string => `The password of "${name}" was changed.`;
export const passkeyAdded = (name: string): string => `You can now sign in with "${name}".`;
export const passkeyRemoved = (name: string): string => `The passkey "${name}" was removed.`;
export const secondFactorOn = 'Signing in now asks for a passkey after the password.';
export const secondFactorOff = 'The password alone is enough to sign in again.';
export const notReauthenticated = "Nothing was done, because you didn't confirm that it's you.";
export const sessionEnded = 'That session was signed out.';
export const otherSessionsEnded = 'You were signed out everywhere else.';
export const codesCopied = 'Copied.';
export const codesNotCopied =
  'This browser does not allow copying. Please select the codes and copy them by hand.';
export const saveCodesFirst = 'Please save the codes first.';
export const passwordTooShort = (min: number) => `A password needs at least ${min} characters.`;
export const passwordTooLong = (max: number) => `A password can have at most ${max} characters.`;
export const usernameInvalid = 'A username cannot be empty, or begin or end with a space.';
export const passwordOrPasskeyExpected = 'Please send the password or a passkey.';
export const passwordTooEasy =
  'This password is too easy to guess: it is a common password or a variation of one. A short sentence of your own is better.';
export const passkeysNeedHostName = (ip: string) =>
  `Passkeys need a host name, and ${ip} is an IP address. Set SITE_URL to the host name of this site.`;
export const passkeysNeedHttps = 'Passkeys need https. Set SITE_URL to the https URL of this site.';

export const tooManyPasskeys = (max: number): string => `You have ${max} passkeys. Remove one first.`;
export const passkeyNotVerified = 'This passkey could not be verified. Please start over.';
export const passkeyAlreadyAdded = 'This passkey has already been added.';
export const noSuchPasskey = 'You have no such passkey.';
export const lastPasskeyNeeded =
  'This is your last passkey, and signing in requires one. Add another one or turn off the second factor first.';
export const secondFactorNeedsPasskey = 'Please add a passkey first.';
export const secondFactorNeedsCodes = 'Please create recovery codes first, in case you lose your passkey.';
export const passkeyNotAccepted = 'This passkey was not accepted. Please try again.';
export const notYourPassword = 'This is not your password.';
export const signInRateLimited =
  'Too many failed sign-ins from your IP address. Please wait a few minutes and try again.';
export const signInQueueFull = 'Too many sign-ins are in progress. Please try again in a moment.';
export const claimLinkInvalid =
  'This claim link no longer works: it was used, has expired, or a newer one was printed.';
export const claimRateLimited =
  'Too many wrong claim links from your IP address. Please wait a few minutes and try again.';
export const firstPasswordExpired = `This first password was not used within a week and has expired. Set a new one on the server: ${/* @__PURE__ */ commandLine('admin', 'reset-password')}`;
export const passwordTooWeakForPublicSite = `This password is too easy to guess for a public site, so it no longer works. Set a new one on the server: ${/* @__PURE__ */ commandLine('admin', 'reset-password')}`;
export const passwordChangedMeanwhile = 'The password has just been changed. Please sign in again.';
export const noSuchSession = 'There is no such session.';
export const profileChangedElsewhere =
  'This profile was changed elsewhere since you opened it. Nothing was overwritten.';
export const saveAgainToReplace = 'Save again to replace it with what you typed.';
export const userRemovalExplained = (username: string, profile: string | null): string =>
  `"${username}" will no longer be able to sign in. ` +
  (profile
    ? `Posts and comments keep the name "${profile}", and you can still change this profile here.`
    : 'Posts of this administrator stay, without an author.');
export const linkUrlInvalid = 'Please enter a URL that begins with https://, http:// or mailto:.';
export const tooManyLinks = (max: number): string => `A profile can have at most ${max} links.`;
export const noSuchAuthor = 'This author does not exist any more. Please choose another one.';
export const noSuchUser = 'There is no such administrator.';
export const usernameTaken = 'There is already an administrator with this name.';
export const lastAdministrator =
  'This is the last administrator. Add another one before you remove this one.';

// Site settings, backups, activity

export const backupsOff = `This site makes no backups itself (BACKUPS_KEEP is 0). Run "${/* @__PURE__ */ commandLine('backup', 'FILE')}" to make one.`;
export const backupInProgress = 'A backup is being made right now. Please wait until it is finished.';
export const noSuchBackup = 'There is no such backup.';
export const backupDiskFull = 'The disk is full.';
export const backupJobFailed = 'The backup failed.';
export const backupFailureInLog = "The server's log has the reason.";

export const menuUrlInvalid =
  'Please enter a URL that begins with http:// or https://, or mailto: and an email address.';
export const menuTargetMissing = 'Please choose what the link leads to.';
export const groupNeedsLabel = 'A menu entry without a link needs a label.';
export const menuChangedMeanwhile =
  'The menu was changed in another window. Reload it to see that version; your changes were not saved.';

export const siteNameEmpty = 'A site needs a name.';
export const addressCopied = 'Copied.';
export const addressNotCopied =
  'The browser doesn’t allow copying here: select the address and copy it with the keyboard.';
export const fediverseNameInvalid = 'The fediverse name has 1 to 30 letters, digits or underscores.';
export const emailInvalid = 'Please enter a valid email address.';
export const colorInvalid = 'Please enter a color as #rrggbb.';

export const backupMade = 'A backup was made.';

// Requests

export const charactersLeft = (count: number): string =>
  count === 1 ? '1 character left' : `${count} characters left`;
export const charactersTooMany = (count: number): string =>
  count === 1 ? '1 character too many' : `${count} characters too many`;
export const textTooLong = (max: number) => `This text can have at most ${max} characters.`;
export const languageInvalid =
  'Please send the language as a tag like de, pt-BR or zh-Hant, or leave it empty.';
export const dateInvalid = 'Please send the date as ISO 8601, like 2026-01-31T12:00:00Z.';
export const dateOutOfRange = 'This date is out of range.';
export const integerExpected = 'Please send an integer.';
export const integerInRangeExpected = (min: number, max: number) =>
  `Please send an integer from ${min} to ${max}.`;
export const positiveIntegerExpected = 'Please send a positive integer.';
export const base64urlExpected = 'Please send bytes as base64url.';
export const commentIdsInvalid = (max: number) => `Please send 1 to ${max} comment ids, like 3,5,8.`;
export const voteValueInvalid = 'voteVal must be 1.';

export const crossSiteRequest = 'This request came from another site and was refused.';
export const csrfTokenInvalid =
  'The security token is missing or has expired. Please reload the page and try again.';
export const scopeMissing = (scopes: readonly string[]): string =>
  scopes.length === 0
    ? 'This call needs a session: no access token may use it.'
    : `This access token lacks the scope "${scopes.join('" or "')}".`;
export const publishScopeMissing =
  'This access token may only write drafts: what readers see needs the scope "publish".';
export const sessionRequired =
  'Only a signed-in administrator can delete for good; an access token moves to the bin.';
export const accessTokenInvalid = 'This access token is unknown, was revoked, or has expired.';
export const accessTokenRateLimited =
  'There were too many requests with wrong access tokens. Please try again later.';
export const signInRequired = 'Please sign in first.';
export const reauthenticationRequired = "Please confirm with your password or a passkey that it's you.";
export const noSuchRoute = (method: string, path: string): string => `No such route: ${method} ${path}.`;
export const noSuchPage = 'There is no such page.';
export const noResource = 'Which resource? Add ?resource=acct:name@host to the URL.';
export const noSuchFile = 'There is no such file.';
export const supportedMethods = (methods: readonly string[]): string =>
  `This URL only supports ${new Intl.ListFormat('en').format(methods)}.`;
export const undecodablePath = 'The path of this URL is not correctly encoded.';
export const unreadableRequest = 'This request is malformed.';
export const hostNotAllowed =
  'This site only answers requests to localhost. To open it under another name, set SITE_URL to its URL.';
export const bodyTooLarge = (limitBytes: number): string =>
  `This request is too large. At most ${Math.floor(limitBytes / 1024)} KB are allowed.`;
export const compressedBody = 'Compressed request bodies are not supported.';
export const jsonRequired = 'Send the body as JSON, with content-type: application/json.';
export const bytesRequired = 'Send the content as application/octet-stream.';
export const invalidJson = 'The body is not valid JSON.';
export const jsonObjectRequired = 'The body must be a JSON object.';
export const formRequired = 'Send the form as application/x-www-form-urlencoded.';
export const invalidField = (field: string, reason: string): string => `Please check "${field}": ${reason}.`;
export const rangeOutsideFile = (bytes: number): string =>
  `The requested range is outside of the file, which has ${bytes} bytes.`;
export const noSuchAnnouncement = 'There is no such announcement.';

// Failures of database and disk

export const parentDeleted = 'The item this belongs to has just been deleted.';
export const diskFull =
  "The site's disk is full, so nothing was saved. Reading still works; try again once there is free space.";
export const databaseMoved =
  "The site's database was moved while it was running, so nothing was saved. The server's log says what to do.";
export const diskReadOnly =
  "The site's disk is read-only at the moment, so nothing was saved. Reading still works.";
export const dataCorrupt = "The site's database is corrupt. Stop the site and restore the latest backup.";
export const databaseDown = 'The site cannot reach its database right now. Please try again in a moment.';

export const siteLanguageInvalid = 'Please choose a language, as a tag like en, de-AT or ar.';
export const timeZoneInvalid = 'Please choose a time zone by its name, like Europe/Berlin.';

export const cssUnreadable = "This part isn't valid CSS, so it was left out.";
export const cssAtRule = (name: string): string => `@${name} isn't allowed here, so it was left out.`;
export const cssProperty = (name: string): string =>
  `The property ${name} isn't allowed, so it was left out.`;
export const cssFunction = (name: string): string =>
  `${name}() isn't allowed, so the declaration was left out.`;
export const cssUrl = (url: string): string =>
  `Only images of this site can be used, so the declaration with "${url}" was left out.`;
export const cssTooLong = 'Custom CSS can have at most 50 KB.';

// Jobs

export const jobFailed = (kind: string): string => `A job failed: ${kind}`;
export const jobAttemptFailed = (kind: string): string => `A job failed and will be tried again: ${kind}`;
export const jobKeepsFailing =
  'The work was started several times and ended each time before it got anywhere. The log of the server may say why.';
/** What the jobs do that never give up, as it is shown when one keeps failing. */
/** Of a job that the frame showed: `Export`, `Backup`. */
export const workFinished = (name: string): string => `${name}: finished.`;
export const queueNames: Readonly<Record<string, string>> = {
  announce: 'Announcing changes of posts',
  'ask-commenters': 'Asking commenters to confirm their address',
  'comment-notices': 'Telling you of waiting comments',
  'fediverse-deliver': 'Sending posts to the fediverse',
  'fediverse-inbox': 'Reading what the fediverse sends',
  'import-images': 'Fetching images of an import',
  mail: 'Sending mails',
  'mail-bounces': 'Reading bounces',
  newsletter: 'Preparing newsletters',
  'social-answers': 'Posting answers to Bluesky and Mastodon',
  'social-replies': 'Reading replies from Bluesky and Mastodon',
  'subscription-requests': 'Confirming new subscribers',
  webhooks: 'Calling webhooks',
  'webmention-receive': 'Verifying webmentions',
  'webmention-send': 'Sending webmentions',
  'websub-ping': 'Telling the hub of new posts',
};
export const publishingWork = (title: string): string => `Publishing the scheduled post ${title}`;
export const publishingFailed =
  'It was due a while ago. The log of the server says why it cannot be published.';
export const jobStranded = 'The files that this needs are on another machine, or were deleted.';

export const snippetUnnamed = 'A snippet needs a name.';
export const tooManySnippets = (max: number): string =>
  `There can be at most ${max} snippets. Delete one first.`;
