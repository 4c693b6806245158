import { plural, t } from '../../../platform/messages/translate.ts';
import type { DeliveryCounts, Newsletter } from '../api/newsletters.ts';

const totalOf = ({ canceled: _, ...counts }: DeliveryCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** How much of a newsletter is done, between 0 and 1; null while its recipients are not known. */
export function fractionOf({ counts, filling }: Newsletter): number | null {
  const total = totalOf(counts);
  if (filling && total === 0) return null;
  return total === 0 ? 1 : (total - counts.waiting) / total;
}

/** Whether it changes by itself, so that the screen has to ask again. */
export const isMoving = ({ counts, filling, planned }: Newsletter): boolean =>
  counts.waiting > 0 || filling || planned;

export function progressText(newsletter: Newsletter): string {
  const { counts, filling, planned } = newsletter;
  if (planned) return t('It has not begun yet.');
  const done = totalOf(counts) - counts.waiting;
  if (filling)
    return plural(done, {
      one: '1 mail done. Recipients are still being added.',
      other: '{count} mails done. Recipients are still being added.',
    });
  if (counts.waiting > 0)
    return plural(
      totalOf(counts),
      { one: '{done} of 1 mail done.', other: '{done} of {count} mails done.' },
      { done },
    );
  return totalOf(counts) === 0
    ? t('It had no recipients.')
    : plural(done, { one: 'Done: 1 mail.', other: 'Done: {count} mails.' });
}

/** The numbers that are not zero, and always those that were sent. */
export const numbersOf = ({ counts }: Newsletter): [keyof DeliveryCounts, string, number][] =>
  (Object.entries(countNames) as [keyof DeliveryCounts, string][])
    .map(([name, text]): [keyof DeliveryCounts, string, number] => [name, text, counts[name]])
    .filter(([name, , count]) => name === 'sent' || count > 0);

const countNames: Record<keyof DeliveryCounts, string> = {
  sent: t('Sent'),
  waiting: t('Waiting'),
  failed: t('Failed'),
  unconfirmed: t('Unconfirmed'),
  suppressed: t('Left out'),
  canceled: t('Canceled'),
};

export const titleOfNewsletter = ({ subject, week }: Pick<Newsletter, 'subject' | 'week'>): string =>
  subject || (week ? t('Week {week}', { week }) : t('Untitled'));
