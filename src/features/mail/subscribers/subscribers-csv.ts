import { csvLine } from '../../../platform/files/write-csv.ts';
import { noCategories } from '../api/subscribers.ts';

export type ExportedSubscriber = {
  address: string;
  date_added: string;
  date_confirmed: string;
  date_bounced: string | null;
  bounce: string | null;
  frequency: string;
  /** Paths; null: all posts. */
  categories: readonly string[] | null;
};

/** The first three columns are those that Ghost's import of members reads; other programs know the first. */
const columns = [
  'email',
  'created_at',
  'subscribed_to_emails',
  'confirmed_at',
  'status',
  'frequency',
  'categories',
  'bounce',
];

/** All subscribers as CSV, as `src/features/mail/subscribers/subscriber-file.ts` reads it. */
export async function* subscribersCsv(
  batches: AsyncIterable<readonly ExportedSubscriber[]>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const batch of batches) yield batch.map(lineOf).join('');
}

const lineOf = (row: ExportedSubscriber): string =>
  csvLine([
    row.address,
    row.date_added,
    String(row.date_bounced === null),
    row.date_confirmed,
    row.date_bounced === null ? 'subscribed' : 'bounced',
    row.frequency,
    row.categories === null ? '' : row.categories.join(' ') || noCategories,
    row.bounce ?? '',
  ]);
