import { shownBrowser } from '../../../platform/http/browsers.ts';
import { plural, t } from '../../../platform/messages/translate.ts';

/** Texts of mails to the owner, and of the admin screens about mail. */

// Mails to the owner

export const ownerReason = t(
  'You get this mail because you run this site. Settings → Mail in the admin area decides which mails you get.',
);

export const shortTitle = (title: string): string => (title === '' ? t('Untitled') : title);
export const via = (origin: string): string => t('via {origin}', { origin });

export const commentWaiting = (name: string, title: string): string =>
  t('{name} commented on "{title}"', { name, title: shortTitle(title) });
export const commentsWaiting = (count: number, siteName: string): string =>
  plural(
    count,
    { one: '1 comment waiting on {siteName}', other: '{count} comments waiting on {siteName}' },
    { siteName },
  );
export const onlySpamWaiting = (siteName: string): string =>
  t('Probable spam is waiting on {siteName}', { siteName });
export const wroteOn = (name: string, title: string, origin: string | null): string =>
  t('{name} wrote on "{title}":', {
    name: origin === null ? name : `${name} (${via(origin)})`,
    title: shortTitle(title),
  });
export const moreWaiting = (count: number): string =>
  plural(count, {
    one: '1 more comment is waiting in the queue.',
    other: '{count} more comments are waiting in the queue.',
  });
export const spamWaiting = (count: number): string =>
  plural(count, {
    one: '1 comment is probably spam and is not shown here.',
    other: '{count} comments are probably spam and are not shown here.',
  });
export const answerByMail = t(
  'Reply to this mail to answer the comment: it is approved, and your answer is published below it.',
);
export const openQueue = t('Open the queue');
export const moderationLabels = { approve: t('Approve'), spam: t('Spam'), delete: t('Delete') } as const;

// The page behind the links of these mails

export const moderationTitles = {
  approve: t('Approve this comment?'),
  spam: t('Delete this comment as spam?'),
  delete: t('Delete this comment?'),
} as const;
export const moderationHints = {
  approve: t('Everyone can read it then.'),
  spam: t('The spam filter learns from it. The queue can restore it for a day.'),
  delete: t('The queue can restore it for a day.'),
} as const;
export const moderationDoneTitles = {
  approve: t('The comment is approved'),
  spam: t('The comment was deleted as spam'),
  delete: t('The comment was deleted'),
} as const;
export const moderationDone = {
  approve: t('Everyone can read it now.'),
  spam: t('The queue can restore it for a day.'),
  delete: t('The queue can restore it for a day.'),
} as const;
export const linkUsedTitle = t('This link no longer works');
export const nothingToDo = t('Nothing to do');
export const linkUsed = t(
  'It was used already, or it has expired: links in mails work once, and for 7 days. Nothing was changed.',
);
export const commentGone = t('This comment was deleted meanwhile. Nothing was changed.');
export const alreadyApproved = t('This comment was approved meanwhile. Nothing was changed.');
export const textChanged = t('The text was changed after the mail was sent. This is what it says now:');
export const textChangedNow = t(
  'The text was changed a moment ago, so please look again. This is what it says now:',
);

// Sign-ins and sign-in methods

export const newPlace = (username: string): string =>
  t('New sign-in to the account {username}', { username });
export const signedInFrom = (username: string): string =>
  t(
    'Someone signed in to the account {username} from a browser or a network that has not been used before.',
    { username },
  );
export const whenAndWhere = (date: string, browser: string, network: string): string =>
  [
    t('Time: {date}', { date }),
    t('Browser: {browser}', { browser: shownBrowser(browser) || t('Unknown browser') }),
    ...(network === '' ? [] : [t('Network: {network}', { network })]),
  ].join('\n');
export const wasItYou = t(
  'If it was you, there is nothing to do. If not: sign out the other sessions and change the password now.',
);
export const openSecurity = t('Open the security screen');
export const remarkAdded = (title: string): string =>
  t('A reader commented on your draft "{title}"', { title });
export const remarkAddedText = t(
  'A reader with the preview link has left a remark. Further remarks of today cause no mail.',
);
export const openPost = t('Open the post');
export const ownerAddressChanged = t('Mails about this site no longer go to this address');
export const troubleNoticeOff = t('Mails about sign-ins, backups and the disk were switched off');
export const openMailSettings = t('Open the mail settings');
export const securityChanged = (what: string): string => t('Security: {what}', { what });
export const securityChangedBy = (what: string, username: string | null): string =>
  username === null ? `${what}.` : t('{what}, by {username}.', { what, username });

// Sending

export const mailTooOld = (hours: number): string =>
  hours > 48
    ? plural(hours / 24, {
        one: 'It was not sent within 1 day, and is too old now.',
        other: 'It was not sent within {count} days, and is too old now.',
      })
    : plural(hours, {
        one: 'It was not sent within 1 hour, and is too old now.',
        other: 'It was not sent within {count} hours, and is too old now.',
      });

// Backups and the disk

export const backupFailed = (siteName: string): string => t('The backup of {siteName} failed', { siteName });
export const backupStillFails = (siteName: string): string =>
  t('The backup of {siteName} still fails', { siteName });
export const backupFailedBecause = (date: string, reason: string): string =>
  t('The backup failed on {date}. {reason}', { date, reason });
export const backupMissing = (last: string | null): string =>
  last === null
    ? t('No backup has been made, although one is due every day. The log of the server may say why.')
    : t(
        'The last backup was made on {last}, although one is due every day. The log of the server may say why.',
        { last },
      );
export const backupTriedAgain = t('It is tried again every hour. You get a mail every day until it works.');
export const backupWorksAgain = (siteName: string): string =>
  t('The backup of {siteName} works again', { siteName });
export const backupMadeOn = (date: string): string => t('A backup was made on {date}.', { date });
export const openBackups = t('Open the backups');
export const diskSubjects = {
  low: (siteName: string): string => t('The disk of {siteName} is almost full', { siteName }),
  critical: (siteName: string): string => t('The disk of {siteName} has hardly any space left', { siteName }),
  full: (siteName: string): string => t('The disk of {siteName} is full', { siteName }),
} as const;
export const diskFree = (free: string, total: string): string =>
  t('The disk with the data folder has {free} of {total} left.', { free, total });
export const diskAdvice = t(
  'When it is full, nothing can be saved and no comment can be received. Delete what is not needed there, or move to a larger disk.',
);
export const diskIsFull = t(
  'Nothing can be saved and no comment can be received until there is space again. Delete what is not needed there, or move to a larger disk.',
);

// The writing screen

export const pagesAreNotMailed = t('Pages are not sent by mail: only posts are.');
export const noTestAddress = t('There is no address to send a test mail to: enter yours in Settings → Mail.');
export const testSubject = (subject: string): string => t('[Test] {subject}', { subject });
export const ownerAddressBounces = (address: string, detail: string): string =>
  t('Mails to {address} bounce ({detail}), so nothing is sent there. Check the address in Settings → Mail.', {
    address,
    detail,
  });
