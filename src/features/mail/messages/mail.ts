/** Texts of mails to the owner, and of the admin screens about mail. */

// Mails to the owner

export const ownerReason =
  'You get this mail because you run this site. Settings → Mail in the admin area decides which mails you get.';
export const noOwnerAddress =
  'There is no address that these mails could go to: enter yours here, or a contact address in the settings of the site.';

export const shortTitle = (title: string): string => (title === '' ? 'Untitled' : title);
export const via = (origin: string): string => `via ${origin}`;
const comments = (count: number, more = ''): string =>
  `${count.toLocaleString('en')}${more} ${count === 1 ? 'comment' : 'comments'}`;
const are = (count: number): string => (count === 1 ? 'is' : 'are');

export const commentWaiting = (name: string, title: string): string =>
  `${name} commented on "${shortTitle(title)}"`;
export const commentsWaiting = (count: number, siteName: string): string =>
  `${comments(count)} waiting on ${siteName}`;
export const onlySpamWaiting = (siteName: string): string => `Probable spam is waiting on ${siteName}`;
export const wroteOn = (name: string, title: string, origin: string | null): string =>
  `${name}${origin === null ? '' : ` (${via(origin)})`} wrote on "${shortTitle(title)}":`;
export const moreWaiting = (count: number): string =>
  `${comments(count, ' more')} ${are(count)} waiting in the queue.`;
export const spamWaiting = (count: number): string =>
  `${comments(count)} ${are(count)} probably spam and ${are(count)} not shown here.`;
export const answerByMail =
  'Reply to this mail to answer the comment: it is approved, and your answer is published below it.';
export const openQueue = 'Open the queue';
export const moderationLabels = { approve: 'Approve', spam: 'Spam', delete: 'Delete' } as const;

// The page behind the links of these mails

export const moderationTitles = {
  approve: 'Approve this comment?',
  spam: 'Delete this comment as spam?',
  delete: 'Delete this comment?',
} as const;
export const moderationHints = {
  approve: 'Everyone can read it then.',
  spam: 'The spam filter learns from it. The queue can restore it for a day.',
  delete: 'The queue can restore it for a day.',
} as const;
export const moderationDoneTitles = {
  approve: 'The comment is approved',
  spam: 'The comment was deleted as spam',
  delete: 'The comment was deleted',
} as const;
export const moderationDone = {
  approve: 'Everyone can read it now.',
  spam: 'The queue can restore it for a day.',
  delete: 'The queue can restore it for a day.',
} as const;
export const linkUsedTitle = 'This link no longer works';
export const nothingToDo = 'Nothing to do';
export const linkUsed =
  'It was used already, or it has expired: links in mails work once, and for 7 days. Nothing was changed.';
export const commentGone = 'This comment was deleted meanwhile. Nothing was changed.';
export const alreadyApproved = 'This comment was approved meanwhile. Nothing was changed.';
export const textChanged = 'The text was changed after the mail was sent. This is what it says now:';
export const textChangedNow =
  'The text was changed a moment ago, so please look again. This is what it says now:';

// Sign-ins and sign-in methods

export const newPlace = (username: string): string => `New sign-in to the account ${username}`;
export const signedInFrom = (username: string): string =>
  `Someone signed in to the account ${username} from a browser or a network that has not been used before.`;
export const whenAndWhere = (date: string, browser: string, network: string): string =>
  [
    `Time: ${date}`,
    `Browser: ${browser || 'Unknown browser'}`,
    ...(network === '' ? [] : [`Network: ${network}`]),
  ].join('\n');
export const wasItYou =
  'If it was you, there is nothing to do. If not: sign out the other sessions and change the password now.';
export const openSecurity = 'Open the security screen';
export const ownerAddressChanged = 'Mails about this site no longer go to this address';
export const troubleNoticeOff = 'Mails about sign-ins, backups and the disk were switched off';
export const openMailSettings = 'Open the mail settings';
export const securityChanged = (what: string): string => `Security: ${what}`;
export const securityChangedBy = (what: string, username: string | null): string =>
  username === null ? `${what}.` : `${what}, by ${username}.`;

// Sending

export const mailTooOld = (hours: number): string =>
  `It was not sent within ${hours > 48 ? `${hours / 24} days` : `${hours} hours`}, and is too old now.`;

// Backups and the disk

export const backupFailed = (siteName: string): string => `The backup of ${siteName} failed`;
export const backupStillFails = (siteName: string): string => `The backup of ${siteName} still fails`;
export const backupFailedBecause = (date: string, reason: string): string =>
  `The backup failed on ${date}. ${reason}`;
export const backupMissing = (last: string | null): string =>
  last === null
    ? 'No backup has been made, although one is due every day. The log of the server may say why.'
    : `The last backup was made on ${last}, although one is due every day. The log of the server may say why.`;
export const backupTriedAgain = 'It is tried again every hour. You get a mail every day until it works.';
export const backupWorksAgain = (siteName: string): string => `The backup of ${siteName} works again`;
export const backupMadeOn = (date: string): string => `A backup was made on ${date}.`;
export const openBackups = 'Open the backups';
export const diskSubjects = {
  low: (siteName: string): string => `The disk of ${siteName} is almost full`,
  critical: (siteName: string): string => `The disk of ${siteName} has hardly any space left`,
  full: (siteName: string): string => `The disk of ${siteName} is full`,
} as const;
export const diskFree = (free: string, total: string): string =>
  `The disk with the data folder has ${free} of ${total} left.`;
export const diskAdvice =
  'When it is full, nothing can be saved and no comment can be received. Delete what is not needed there, or move to a larger disk.';
export const diskIsFull =
  'Nothing can be saved and no comment can be received until there is space again. Delete what is not needed there, or move to a larger disk.';

// The writing screen

export const pagesAreNotMailed = 'Pages are not sent by mail: only posts are.';
export const noTestAddress = 'There is no address to send a test mail to: enter yours in Settings → Mail.';
export const testSubject = (subject: string): string => `[Test] ${subject}`;
export const ownerAddressBounces = (address: string, detail: string): string =>
  `Mails to ${address} bounce (${detail}), so nothing is sent there. Check the address in Settings → Mail.`;
