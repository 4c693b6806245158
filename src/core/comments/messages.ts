import { plural, t } from '../../platform/messages/translate.ts';

export const commentsApproved = (count: number): string =>
  plural(count, { one: 'The comment was approved.', other: '{count} comments were approved.' });
export const commentsUnapproved = (count: number): string =>
  plural(count, { one: 'The comment was unapproved.', other: '{count} comments were unapproved.' });
export const commentsDeleted = (count: number): string =>
  plural(count, { one: 'The comment was deleted.', other: '{count} comments were deleted.' });
export const commentsMarkedSpam = (count: number): string =>
  plural(count, { one: 'The comment was deleted as spam.', other: '{count} comments were deleted as spam.' });
export const commentAnswered = (isApproved: boolean): string =>
  isApproved ? t('The comment was approved and answered.') : t('The comment was answered.');
export const commentEdited = t('The comment was changed.');
export const personTrusted = (name: string): string =>
  t('New comments of {name} are approved at once.', { name });
export const personBlocked = (name: string): string => t('New comments of {name} are refused.', { name });
export const ipAddressBlocked = (name: string): string =>
  t('New comments from the IP address of {name} are refused.', { name });
export const wordBlocked = (word: string): string => t('New comments with "{word}" are refused.', { word });
export const personRemoved = (name: string): string =>
  t('{name} is neither trusted nor blocked any more.', { name });
export const blockRemoved = t('Such comments are accepted again.');
export const approveFirst = t('This comment is not approved. Approve it together with your answer.');
export const noSuchComment = t('There is no such comment.');
export const noSuchPerson = t('This person is neither trusted nor blocked.');
export const noSuchBlock = t('There is no such block.');
export const authorUnknown = t(
  'It is not known who wrote this comment, so its author cannot be trusted or blocked.',
);
export const ownComment = t('This comment is your own.');
export const ipAddressUnknown = t('The IP address of this comment is no longer known.');
export const wordNotBlockable = t('Please enter one to five words.');
export const tooManyBlocks = (max: number) =>
  t('There can be at most {max}. Please delete some first.', { max });
/** Why the spam filter finds a comment suspicious. */
export const spamReasons = {
  links: (count: number) => plural(count, { one: '1 link', other: '{count} links' }),
  linkCode: t('links as HTML or BBCode'),
  copies: (count: number, days: number) =>
    plural(
      count,
      {
        one: 'the same text was sent once in the last {days} days',
        other: 'the same text was sent {count} times in the last {days} days',
      },
      { days },
    ),
  seconds: (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined
      ? t('sent without opening the page')
      : plural(seconds, {
          one: 'sent 1 second after the page was opened',
          other: 'sent {count} seconds after the page was opened',
        }),
  form: t('written like usual spam'),
  words: (words: readonly string[]) => t('words common in spam: {words}', { words: words.join(', ') }),
};
export const commentIdsInvalid = (max: number) =>
  t('Please send 1 to {max} comment ids, like 3,5,8.', { max });
