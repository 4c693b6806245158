import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { allCategories } from '../../../core/posts/terms/store/categories.ts';
import { recordActivity } from '../../../core/site/activity.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { TooLarge } from '../../../platform/files/text-file.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { invalidLinesShown, maxSubscriberLines, type SubscriberImport } from '../api/subscribers.ts';
import * as messages from '../messages/lists.ts';
import { hashOfAddress } from '../queue/links.ts';
import * as store from '../store/subscriber-lists.ts';
import { NoAddressColumn, type SubscriberLine, subscriberLines } from './subscriber-file.ts';

type Entry = Extract<SubscriberLine, { kind: 'subscriber' }>;

/** Small enough that requests are answered in between. */
const linesAtOnce = 500;

/**
 * Adds the people of a list. The whole list is read before anything is written, so a list that cannot be read changes nothing.
 * Batches are written one after another; when one fails, the report says how many were added, and a second import adds the
 * others. Not a job, because a job would have to store the list, and with it addresses that no deletion would find.
 */
export async function importSubscribers(
  blog: Blog,
  bytes: Buffer,
  { consent }: { consent: boolean },
): Promise<SubscriberImport> {
  if (!consent) throw new Problem('invalid', messages.consentRequired);
  const { entries, report } = await readLines(bytes);
  const categories = new Map(
    (await allCategories(blog.db)).map(({ id, category_path }) => [category_path, id]),
  );
  try {
    for (let from = 0; from < entries.length; from += linesAtOnce) {
      await addBatch(blog, entries.slice(from, from + linesAtOnce), categories, report);
      await yieldToEventLoop();
    }
  } catch (error) {
    blog.report('An import of subscribers failed', { error: String(error) });
    report.stopped = messages.importStopped;
  }
  if (report.added > 0) await recordActivity(blog, blog.db, 'site', messages.importedWhat(report.added));
  return report;
}

async function readLines(bytes: Buffer): Promise<{ entries: Entry[]; report: SubscriberImport }> {
  const report: SubscriberImport = {
    added: 0,
    existing: 0,
    suppressed: 0,
    unsubscribed: 0,
    bounced: 0,
    unconfirmed: 0,
    invalid: 0,
    invalid_lines: [],
    unknown_categories: 0,
    stopped: null,
  };
  const entries = new Map<string, Entry>();
  let lines = 0;
  try {
    for (const line of subscriberLines(bytes)) {
      lines += 1;
      if (lines > maxSubscriberLines) throw new Problem('invalid', messages.tooManyLines(maxSubscriberLines));
      if (lines % linesAtOnce === 0) await yieldToEventLoop();
      if (line.kind === 'left-out') report[line.why] += 1;
      else if (line.kind === 'invalid') {
        report.invalid += 1;
        const { kind: _, ...shown } = line;
        if (report.invalid_lines.length < invalidLinesShown) report.invalid_lines.push(shown);
      } else if (entries.has(addressKey(line.address))) report.existing += 1;
      else entries.set(addressKey(line.address), line);
    }
  } catch (error) {
    if (error instanceof NoAddressColumn) throw new Problem('invalid', messages.noAddressColumn);
    if (error instanceof TooLarge) throw new Problem('invalid', messages.subscriberFileInvalid);
    throw error;
  }
  if (lines === 0) throw new Problem('invalid', messages.subscriberFileEmpty);
  return { entries: [...entries.values()], report };
}

async function addBatch(
  blog: Blog,
  entries: readonly Entry[],
  categories: ReadonlyMap<string, number>,
  report: SubscriberImport,
): Promise<void> {
  const now = nowIso(blog);
  const past = (date: string | null): string => (date === null || date > now ? now : date);
  const chosen = new Map(entries.map((entry) => [addressKey(entry.address), entry]));
  const result = await inTransaction(blog.db, async (tx) => {
    const inserted = await store.insertNewSubscribers(
      tx,
      entries.map(({ address, added, confirmed, frequency, categories }) => ({
        address,
        address_key: addressKey(address),
        frequency,
        all_posts: categories === null ? 1 : 0,
        source: 'import',
        date_added: past(added ?? confirmed),
        date_confirmed: past(confirmed ?? added),
        date_bounced: null,
        bounce: null,
      })),
    );
    // After the insert, which waits for someone who unsubscribes at the same moment: their hash is visible then.
    const hashes = new Map(inserted.map((row) => [hashOfAddress(blog, row.address_key), row]));
    const suppressed = await store.suppressedAmong(tx, [...hashes.keys()]);
    await store.deleteInserted(
      tx,
      [...suppressed].map((hash) => hashes.get(hash)?.id ?? 0),
    );
    const added = [...hashes].filter(([hash]) => !suppressed.has(hash)).map(([, row]) => row);
    let unknown = 0;
    const choices = added.flatMap(({ id, address_key }) => {
      const paths = chosen.get(address_key)?.categories ?? [];
      const known = paths.flatMap((path) => categories.get(path) ?? []);
      if (known.length < paths.length) unknown += 1;
      return known.map((category_id) => ({ subscriber_id: id, category_id }));
    });
    await store.insertChosenCategories(tx, choices);
    return { inserted: inserted.length, added: added.length, suppressed: suppressed.size, unknown };
  });
  report.added += result.added;
  report.suppressed += result.suppressed;
  report.existing += entries.length - result.inserted;
  report.unknown_categories += result.unknown;
}
