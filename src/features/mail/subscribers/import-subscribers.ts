import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { allCategories } from '../../../core/posts/terms/store/categories.ts';
import { recordActivity } from '../../../core/site/activity.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { TooLarge } from '../../../platform/files/text-file.ts';
import { addressKey } from '../../../platform/http/api/mail-address.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { addJob, startJobs } from '../../../platform/jobs/add-job.ts';
import type { JobContext, RunJob } from '../../../platform/jobs/job.ts';
import { hasUnfinishedJob, jobsOfKind } from '../../../platform/jobs/store.ts';
import {
  invalidLinesShown,
  maxSubscriberLines,
  type SubscriberImport,
  type SubscriberImportState,
  subscriberImport,
} from '../api/subscribers.ts';
import * as messages from '../messages/lists.ts';
import { hashesOfAddresses } from '../queue/links.ts';
import * as store from '../store/subscriber-lists.ts';
import { suppressedAmong } from '../store/suppressions.ts';
import { NoAddressColumn, type SubscriberLine, subscriberLines } from './subscriber-file.ts';

type Entry = Extract<SubscriberLine, { kind: 'subscriber' }>;

/** Small enough that requests are answered in between. */
const linesAtOnce = 500;

export const importJob = 'subscriber-import';

const payload = z.object({ file: z.uuid(), username: z.string().nullable() });
const progress = z.object({ done: z.int(), total: z.int(), report: subscriberImport });

const folderOf = ({ dataFolder }: Blog): string => path.join(dataFolder, 'subscriber-lists');

/**
 * Starts the import of a list. The whole list is read first, so one that cannot be read changes nothing. It is in a file until the
 * job ends, because a row of a table would be in backups.
 */
export async function startImport(blog: Blog, bytes: Buffer, { consent }: { consent: boolean }) {
  if (!consent) throw new Problem('invalid', messages.consentRequired);
  const { entries } = await readLines(bytes);
  if (await hasUnfinishedJob(blog.db, importJob)) throw new Problem('conflict', messages.importRuns);
  const file = randomUUID();
  // Of an import that was never finished.
  await rm(folderOf(blog), { recursive: true, force: true });
  await mkdir(folderOf(blog), { recursive: true, mode: 0o700 });
  await writeFile(path.join(folderOf(blog), file), bytes, { mode: 0o600 });
  const given = { file, username: blog.actor?.username ?? null };
  await inTransaction(blog.db, (tx) => addJob(blog, tx, importJob, given, { needsFiles: true }));
  startJobs(blog);
  return { isRunning: true, done: 0, total: entries.length, report: null };
}

const shownMs = 24 * 60 * 60 * 1000;

/** How far the last import is; its report for a day. */
export async function importState(blog: Blog): Promise<SubscriberImportState> {
  const [last] = await jobsOfKind(blog.db, importJob, 1);
  const { done = 0, total = 0, report = null } = progress.safeParse(last?.progress).data ?? {};
  if (last && last.date_finished === null) return { isRunning: true, done, total, report: null };
  const isShown = blog.now().getTime() - Date.parse(last?.date_finished ?? '') < shownMs;
  const stopped = last?.outcome === 'failed' ? messages.importStopped : null;
  return {
    isRunning: false,
    done,
    total,
    report: isShown && report ? { ...report, stopped: report.stopped ?? stopped } : null,
  };
}

/**
 * Adds the people of a list, batch by batch. An interrupted import goes on where it was; when a batch fails, the report says how
 * many were added, and a second import adds the others.
 */
export const runImport: RunJob = async (blog, job, context) => {
  const { file, username } = payload.parse(job.payload);
  const list = path.join(folderOf(blog), file);
  const { entries, report: fresh } = await readLines(await readFile(list));
  const { done, report } = progress.safeParse(job.progress).data ?? { done: 0, report: fresh };
  const total = entries.length;
  const categories = new Map(
    (await allCategories(blog.db)).map(({ id, category_path }) => [category_path, id]),
  );
  try {
    for (let from = done; from < total; from += linesAtOnce) {
      context.signal.throwIfAborted();
      await addBatch(blog, context, entries.slice(from, from + linesAtOnce), categories, report);
      context.progress({ done: Math.min(from + linesAtOnce, total), total, report });
    }
  } catch (error) {
    context.signal.throwIfAborted();
    blog.report('An import of subscribers failed', { error: String(error) });
    report.stopped = messages.importStopped;
  }
  context.progress({ done: total, total, report });
  const actor = username === null ? blog.actor : { username, address: '', browser: '' };
  if (report.added > 0)
    await recordActivity({ ...blog, actor }, blog.db, 'site', messages.importedWhat(report.added));
  await rm(list, { force: true });
  return undefined;
};

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
        // Without the text, in which an address can be: the report is stored.
        const { line: number, reason } = line;
        if (report.invalid_lines.length < invalidLinesShown)
          report.invalid_lines.push({ line: number, reason });
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
  context: JobContext,
  entries: readonly Entry[],
  categories: ReadonlyMap<string, number>,
  report: SubscriberImport,
): Promise<void> {
  const now = nowIso(blog);
  const past = (date: string | null): string => (date === null || date > now ? now : date);
  const chosen = new Map(entries.map((entry) => [addressKey(entry.address), entry]));
  const result = await inTransaction(blog.db, async (tx) => {
    await context.fence(tx);
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
    const hashesOf = await hashesOfAddresses(blog, tx);
    const hashes = await suppressedAmong(
      tx,
      inserted.flatMap(({ address_key }) => hashesOf(address_key)),
    );
    const isSuppressed = ({ address_key }: { address_key: string }) =>
      hashesOf(address_key).some((hash) => hashes.has(hash));
    const suppressed = inserted.filter(isSuppressed);
    await store.deleteInserted(
      tx,
      suppressed.map(({ id }) => id),
    );
    const added = inserted.filter((row) => !isSuppressed(row));
    let unknown = 0;
    const choices = added.flatMap(({ id, address_key }) => {
      const paths = chosen.get(address_key)?.categories ?? [];
      const known = paths.flatMap((path) => categories.get(path) ?? []);
      if (known.length < paths.length) unknown += 1;
      return known.map((category_id) => ({ subscriber_id: id, category_id }));
    });
    await store.insertChosenCategories(tx, choices);
    return { inserted: inserted.length, added: added.length, suppressed: suppressed.length, unknown };
  });
  report.added += result.added;
  report.suppressed += result.suppressed;
  report.existing += entries.length - result.inserted;
  report.unknown_categories += result.unknown;
}
