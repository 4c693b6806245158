import { instant } from '../../../platform/files/dates.ts';
import { CsvParser, columnName, type Delimiter, delimiters } from '../../../platform/files/read-csv.ts';
import { decodeText } from '../../../platform/files/text-file.ts';
import { normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import { noCategories } from '../api/subscribers.ts';
import * as messages from '../messages/lists.ts';

/** Why a line is not imported although its address is one: it says that the person gets no mail. */
const leftOutReasons = ['unsubscribed', 'bounced', 'unconfirmed'] as const;
type LeftOutReason = (typeof leftOutReasons)[number];

export type SubscriberLine =
  | {
      kind: 'subscriber';
      address: string;
      added: string | null;
      confirmed: string | null;
      frequency: 'at-once' | 'weekly';
      /** Paths of categories; null: all posts. */
      categories: string[] | null;
    }
  | { kind: 'left-out'; why: LeftOutReason }
  | { kind: 'invalid'; line: number; text: string; reason: string };

export class NoAddressColumn extends Error {}

/** Names of columns as Ghost, Substack, Mailchimp, Buttondown, Jetpack, MailPoet, Kit and our own export write them; the first wins. */
const columns = {
  address: [
    'email',
    'email_address',
    'e_mail',
    'e_mail_address',
    'subscriber_email',
    'user_email',
    'address',
  ],
  added: [
    'created_at',
    'created',
    'creation_date',
    'created_date',
    'subscribed_at',
    'date_subscribed',
    'subscription_date',
    'subscribed_date',
    'optin_time',
    'confirm_time',
    'date_added',
    'start_date',
    'subscribed',
    'since',
  ],
  confirmed: ['confirmed_at', 'confirm_time', 'date_confirmed'],
  status: ['status', 'state', 'subscription_status', 'email_subscription', 'global_status'],
  /** Has other values too, such as the kind of a paid plan. */
  type: ['type', 'subscriber_type', 'subscription_type'],
  isSubscribed: ['subscribed_to_emails'],
  isUnsubscribed: ['email_disabled', 'unsubscribed', 'opted_out'],
  unsubscribedAt: ['unsub_time', 'unsubscribed_at', 'unsubscription_date', 'unsubscribe_date', 'deleted_at'],
  bouncedAt: ['clean_time', 'undeliverability_date', 'bounced_at', 'bounce_date'],
  frequency: ['frequency'],
  categories: ['categories'],
} as const;
type Column = keyof typeof columns;

/** What the words in a column of states mean; a word that is not here is refused, so that no one is subscribed by a guess. */
const states: Readonly<Record<string, LeftOutReason | 'subscribed'>> = Object.assign(Object.create(null), {
  ...of('subscribed', 'subscribed active confirmed enabled regular premium free paid comped complimentary'),
  ...of('subscribed', 'gifted trialed member true yes 1'),
  ...of(
    'unsubscribed',
    'unsubscribed not_subscribed nonsubscribed non_subscribed canceled cancelled removed',
  ),
  ...of('unsubscribed', 'deleted inactive disabled opted_out complained paused archived blocked spam'),
  ...of('unsubscribed', 'not_sending false no 0'),
  ...of('bounced', 'bounced cleaned undeliverable invalid'),
  ...of('unconfirmed', 'unconfirmed not_confirmed pending unactivated unverified validating'),
});

function of(meaning: LeftOutReason | 'subscribed', words: string): Record<string, typeof meaning> {
  return Object.fromEntries(words.split(' ').map((word) => [word, meaning]));
}

const shownText = 100;

/**
 * Reads a list of subscribers: CSV with commas, semicolons or tabs, in UTF-8, UTF-16 with a byte order mark (Excel's "Unicode
 * text") or Windows-1252. A list of bare addresses needs no names of columns. Blank lines are skipped.
 */
export function* subscriberLines(bytes: Buffer): Generator<SubscriberLine> {
  const text = decodeText(bytes).replace(/^\uFEFF/, '');
  const parser = new CsvParser(messages.subscriberFile, delimiterOf(text));
  let places: Map<Column, number[]> | null = null;
  let line = 0;
  for (const fields of linesOf(parser, text)) {
    line += 1;
    const isBlank = fields.every((field) => field.trim() === '');
    if (isBlank || (line === 1 && fields[0] === 'sep=')) continue;
    if (places === null) {
      places = placesOf(fields);
      if (places.has('address')) continue;
      const index = fields.findIndex((field) => field.includes('@'));
      if (index < 0) throw new NoAddressColumn();
      places.set('address', [index]);
    }
    yield lineOf(fields, places, line);
  }
}

function* linesOf(parser: CsvParser, text: string): Generator<string[]> {
  yield* parser.push(text);
  yield* parser.end();
}

/** The one that the first line with content has most of. */
function delimiterOf(text: string): Delimiter {
  const [first = ''] = text
    .slice(0, 10_000)
    .trimStart()
    .split(/[\r\n]/, 1);
  const announced = /^sep=([,;\t])$/.exec(first)?.[1];
  if (announced) return announced as Delimiter;
  const count = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

function placesOf(fields: readonly string[]): Map<Column, number[]> {
  const names = fields.map(columnName);
  const found = new Map<Column, number[]>();
  for (const [column, candidates] of Object.entries(columns) as [Column, readonly string[]][]) {
    const indexes = candidates.map((name) => names.indexOf(name)).filter((index) => index >= 0);
    if (indexes.length > 0) found.set(column, indexes);
  }
  return found;
}

function lineOf(
  fields: readonly string[],
  places: ReadonlyMap<Column, readonly number[]>,
  line: number,
): SubscriberLine {
  const all = (column: Column) => (places.get(column) ?? []).map((index) => plain(fields[index] ?? ''));
  const value = (column: Column) => all(column)[0] ?? '';
  const typed = value('address');
  const invalid = (reason: string): SubscriberLine => ({
    kind: 'invalid',
    line,
    text: (typed || fields.join(' ').trim()).slice(0, shownText),
    reason,
  });
  if (typed === '') return invalid(messages.addressMissing);
  const address = normalizedAddress(typed);
  if (address === null) return invalid(messages.addressInvalid);

  const status = columnName(value('status'));
  const meaning = states[status];
  if (status !== '' && meaning === undefined)
    return invalid(messages.statusUnknown(value('status').slice(0, shownText)));
  const ofType = states[columnName(value('type'))];
  const why = [
    meaning,
    ofType,
    value('bouncedAt') !== '' && 'bounced',
    all('unsubscribedAt').some(Boolean) && 'unsubscribed',
    isNo(value('isSubscribed')) && 'unsubscribed',
    all('isUnsubscribed').some(isYes) && 'unsubscribed',
  ].find((reason): reason is LeftOutReason => leftOutReasons.some((known) => known === reason));
  if (why) return { kind: 'left-out', why };

  const categories = value('categories');
  return {
    kind: 'subscriber',
    address,
    added: firstDate(all('added')),
    confirmed: firstDate(all('confirmed')),
    frequency: value('frequency').toLowerCase() === 'weekly' ? 'weekly' : 'at-once',
    categories: categories === '' ? null : categories.split(/[\s,]/).filter((path) => path !== noCategories),
  };
}

const firstDate = (values: readonly string[]): string | null =>
  values.map((value) => instant(value)).find((date) => date !== null) ?? null;

const isNo = (value: string): boolean => /^(?:false|no|0)$/i.test(value);
const isYes = (value: string): boolean => /^(?:true|yes|1)$/i.test(value);

/** Without the apostrophe that `csvField` puts before what a spreadsheet would take for a formula. */
const plain = (field: string): string => field.trim().replace(/^'(?=[=+\-@'])/, '');
