import type { ExportedRows, Row } from '../../../platform/feature.ts';
import type { ExportedSubscriber } from './subscribers-csv.ts';

const rowsAtOnce = 500;

/** Who gets posts by mail, each on a line of its own with the ids of the chosen categories. */
export async function* subscribersFile(content: ExportedRows): AsyncGenerator<string> {
  const chosen = await chosenCategories(content);
  yield '{\n"subscribers": [';
  let separator = '\n';
  for await (const row of content.rows('subscribers')) {
    yield `${separator}${JSON.stringify({ ...row, categories: chosen.get(Number(row.id)) ?? [] })}`;
    separator = ',\n';
  }
  yield '\n]\n}\n';
}

/** The emails that get no mail, as hashes, with the keys by which another site compares them and verifies links in old mails. */
export async function* suppressionsFile(content: ExportedRows): AsyncGenerator<string> {
  yield `{\n"keys": [\n${JSON.stringify({ keys: content.recipientKeys.join(' ') })}\n],\n"suppressions": [`;
  let separator = '\n';
  for await (const row of content.rows('mail_suppressions')) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield '\n]\n}\n';
}

/** The same for the CSV file that other programs read. */
export async function* archivedSubscribers(content: ExportedRows): AsyncGenerator<ExportedSubscriber[]> {
  const chosen = await chosenCategories(content);
  const paths = new Map(content.categories.map(({ id, segments }) => [id, segments.join('.')]));
  let batch: ExportedSubscriber[] = [];
  for await (const row of content.rows('subscribers')) {
    const ids = chosen.get(Number(row.id)) ?? [];
    batch.push({
      address: String(row.address),
      date_added: String(row.date_added),
      date_confirmed: String(row.date_confirmed),
      date_bounced: textOrNull(row.date_bounced),
      bounce: textOrNull(row.bounce),
      frequency: String(row.frequency),
      categories: row.all_posts === 1 ? null : ids.flatMap((id) => paths.get(id) ?? []).sort(),
    });
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const textOrNull = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

async function chosenCategories({ rows }: ExportedRows): Promise<Map<number, number[]>> {
  const chosen = new Map<number, number[]>();
  for await (const row of rows('subscriber_categories')) {
    const id = Number(row.subscriber_id);
    chosen.set(id, [...(chosen.get(id) ?? []), Number(row.category_id)]);
  }
  return chosen;
}
