import { type Message, message, plural, pluralMessage, t } from '../../../platform/messages/translate.ts';

/** Messages about lists of subscribers and the deliveries of newsletters, for the owner. */

export const subscriberFile = t('the list');
export const addressMissing = t('It has no email address.');
export const addressInvalid = t('This is not an email address.');
export const statusUnknown = (status: string): string =>
  t('It is not clear whether “{status}” means that this person wants mail.', { status });
export const consentRequired = t(
  'Nothing was imported. Tick that these people asked for your posts by mail, because others may not be sent any.',
);
export const subscriberFileEmpty = t('Nothing was imported: there are no lines in this list.');
export const noAddressColumn = t(
  'Nothing was imported: no column is named Email, E-mail or Email address, and the first line has no address.',
);
export const tooManyLines = (max: number): string =>
  t(
    'Nothing was imported: the list has more than {max} lines. Split it and import the parts one after another.',
    { max },
  );
export const subscriberFileTooLarge = t(
  'The file is larger than 20 MB. Split it and import the parts one after another.',
);
export const subscriberFileInvalid = t('Nothing was imported: a field of this list is longer than any text.');
export const importRuns = t('An import of subscribers is running. Wait until it has ended.');
export const importStopped = t(
  'The import stopped because the database failed. Those counted above were added. Import the same list again: they will be counted as already there.',
);
export const subscriberIdsInvalid = (max: number): string =>
  t('Please send 1 to {max} ids of subscribers.', { max });
export const noSuchSubscribers = t('These subscribers do not exist (any more).');
export const subscribersDeleted = (count: number): string =>
  plural(count, { one: '1 subscriber was deleted.', other: '{count} subscribers were deleted.' });

// The activity log, which never has addresses of subscribers

export const deletedWhat = (count: number): Message =>
  pluralMessage(count, { one: 'Deleted 1 subscriber', other: 'Deleted {count} subscribers' });
export const importedWhat = (count: number): Message =>
  pluralMessage(count, { one: 'Imported 1 subscriber', other: 'Imported {count} subscribers' });
export const exportedWhat = message('Downloaded the list of subscribers');
export const canceledWhat = (title: Message | string): Message =>
  message('Canceled the newsletter "{title}"', { title });
export const retriedWhat = (count: number, title: Message | string): Message =>
  pluralMessage(
    count,
    {
      one: 'Queued 1 mail of the newsletter "{title}" again',
      other: 'Queued {count} mails of the newsletter "{title}" again',
    },
    { title },
  );

// Newsletters

export const noSuchNewsletter = t('This newsletter does not exist (any more).');
export const newsletterCanceled = t(
  'This newsletter was canceled. What was left out cannot be sent any more.',
);
