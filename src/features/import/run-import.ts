import { changePosts } from '../../core/posts/change-posts.ts';
import { redirectsChanged } from '../../core/redirects/redirects.ts';
import { recordActivity } from '../../core/site/activity.ts';
import { readSite } from '../../core/site/site.ts';
import { type Blog, itself, nowIso } from '../../platform/blog.ts';
import { inBulk } from '../../platform/db/content-version.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Source } from '../../platform/files/source.ts';
import { siteTag } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type JobContext, JobFailure, type RunJob } from '../../platform/jobs/job.ts';
import { importChoices } from './api.ts';
import { setPhotos } from './author-photos.ts';
import { asChosen } from './choices.ts';
import { copySite, scopeOf } from './copy-site.ts';
import type { Reader } from './formats/reader.ts';
import { detectReader, loadReader } from './formats/readers.ts';
import type { AuthorItem, SourceItem } from './items.ts';
import * as messages from './messages/imports.ts';
import { parentsFirst } from './parents-first.ts';
import { rewriteLinks } from './rewrite-links.ts';
import { type ImportRun, Keys, Terms } from './run.ts';
import { Samples } from './samples.ts';
import { openSource } from './sources/open-source.ts';
import {
  countKinds,
  countOutcomes,
  hasEarlierImport,
  importById,
  isWithoutContent,
  type StoredImport,
  updateImport,
  userNamed,
} from './store/imports.ts';
import { type Prepared, prepareItem, writeItems } from './write-items.ts';

/** A longer transaction would delay the requests that wait for it; lists and search index follow in about the same time. */
const targetMs = 25;
const maxBatch = 100;
/** The reader of this program's own exports. */
const ownFormat = 'not-terrible';

type FindReader = (format: string | null, source: Source) => Promise<Reader | undefined>;

const anyReader: FindReader = (format, source) => (format ? loadReader(format) : detectReader(source));

/** Reads a source and writes its items in batches; an interrupted run continues behind the last batch. */
export const importJob =
  (findReader: FindReader): RunJob =>
  (site, { payload }, context) =>
    inBulk(site, async (blog) => {
      const { import: id } = payload as { import: number };
      const row = await importById(blog.db, id);
      if (row?.state !== 'open') return undefined;
      await readable(row.name, () => copySite(blog, row, context)).catch((error) => {
        // A copy that is stopped continues later.
        context.signal.throwIfAborted();
        throw error;
      });
      const source = await readable(row.name, () => openSource(row.path, { name: row.name }));
      try {
        const reader = await readable(row.name, () => findReader(row.format, source));
        if (!reader) throw new JobFailure(messages.importFormatUnknown(row.name));
        const expected = await countedBefore(blog, row, reader, source, context);
        const run = await startRun(blog, row, reader, source);
        await writeAll(run, reader, row.cursor, expected, context);
        // Own rows stay as they are, links included.
        if (!run.isDryRun && !run.takesOwnRows) {
          const before = (await importById(blog.db, id)) ?? row;
          await rewriteLinks(blog, { ...before, scope: run.scope }, context, (done) =>
            context.progress({ phase: 'links', done, total: before.cursor }),
          );
        }
        await finish(run, reader, row, expected);
        return undefined;
      } finally {
        await source.close();
      }
    });

export const runImport = importJob(anyReader);

/** A source that cannot be read will not become readable by itself. */
async function readable<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem) throw new JobFailure(error.message);
    throw new JobFailure(messages.importUnreadable(name, (error as Error).message));
  }
}

async function countedBefore(
  blog: Blog,
  row: StoredImport,
  reader: Reader,
  source: Source,
  { progress }: JobContext,
): Promise<Map<string, number>> {
  if (row.expected !== null) return new Map(Object.entries(JSON.parse(row.expected)));
  progress({ phase: 'counting', done: 0, total: null });
  await updateImport(blog.db, row.id, { format: reader.format });
  const counts = await readable(row.name, () => reader.count(source));
  await updateImport(blog.db, row.id, { expected: JSON.stringify(Object.fromEntries(counts)) });
  return new Map(counts);
}

async function startRun(blog: Blog, row: StoredImport, reader: Reader, source: Source): Promise<ImportRun> {
  const takesOwnRows =
    row.own_rows === null
      ? reader.format === ownFormat && (await isWithoutContent(blog))
      : row.own_rows === 1;
  if (row.own_rows === null) await updateImport(blog.db, row.id, { own_rows: Number(takesOwnRows) });
  return {
    blog: { ...blog, actor: row.username === null ? itself : { ...itself, username: row.username } },
    id: row.id,
    format: reader.format,
    scope: row.scope,
    isDryRun: row.dry_run === 1,
    takesOwnRows,
    source,
    site: await readSite(blog),
    now: nowIso(blog),
    dateAdded: row.date_added,
    terms: new Terms(),
    keys: new Keys(),
    hasEarlier: await hasEarlierImport(blog.db, { id: row.id, format: reader.format, scope: row.scope }),
    choices: importChoices.parse(JSON.parse(row.choices)),
    userId: (await userNamed(blog.db, row.username)) ?? null,
  };
}

async function writeAll(
  run: ImportRun,
  reader: Reader,
  cursor: number,
  expected: ReadonlyMap<string, number>,
  context: JobContext,
): Promise<void> {
  const total = Math.max(
    1,
    [...expected.values()].reduce((sum, count) => sum + count, 0),
  );
  let position = 0;
  /** Of the items that the plain count names. */
  let counted = 0;
  let size = 4;
  let batch: Prepared[] = [];
  const authors: AuthorItem[] = [];
  const samples = new Samples();
  const flush = async () => {
    if (batch.length === 0) return;
    const ms = await writeBatch(run, batch, context);
    if (ms > targetMs) size = Math.max(1, Math.floor(size / 2));
    else if (ms < targetMs / 2) size = Math.min(maxBatch, size * 2);
    batch = [];
    context.progress({ phase: 'items', done: Math.min(counted, total), total });
    context.signal.throwIfAborted();
  };
  for await (const found of parentsFirst(itemsOf(run, reader))) {
    position++;
    if (run.isDryRun) samples.add(found);
    const item = asChosen(found, run.choices);
    if (expected.has(item.sourceKind)) counted++;
    // Known before the first item that depends on it, also when the run continues.
    if (item.kind === 'site' && run.scope === '') await setScope(run, item.url);
    if (item.kind === 'author' && item.image) authors.push(item);
    const isNew = run.keys.isNew(item.key);
    if (position <= cursor) continue;
    const prepared = await prepareItem(run, item, { position, isNew: isNew && !run.hasEarlier });
    if (run.isDryRun) samples.addText(prepared);
    batch.push(prepared);
    if (batch.length >= size) await flush();
  }
  await flush();
  if (run.isDryRun) await updateImport(run.blog.db, run.id, { samples: JSON.stringify(samples.result()) });
  if (!run.isDryRun && !run.takesOwnRows) await setPhotos(run, authors);
}

async function setScope(run: ImportRun, url: string | undefined): Promise<void> {
  run.scope = scopeOf(url);
  if (run.scope) await updateImport(run.blog.db, run.id, { scope: run.scope });
  run.hasEarlier = await hasEarlierImport(run.blog.db, run);
}

/** Errors of the reader are distinguished from those of the database, which are worth another attempt. */
async function* itemsOf({ source, choices }: ImportRun, reader: Reader): AsyncGenerator<SourceItem> {
  const timeZone = choices.time_zone || 'UTC';
  const items = reader.read(source, { timeZone })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await readable(source.name, () => items.next());
      if (done) break;
      yield value;
    }
  } finally {
    await items.return?.();
  }
  yield* skippedFiles(source);
}

/** Files that no reader got to see, such as links; the report names them. */
function* skippedFiles({ skipped = [] }: Source): Generator<SourceItem> {
  for (const { path, reason } of skipped)
    yield { kind: 'left-out', key: `skipped file ${path}`, sourceKind: 'skipped file', label: path, reason };
}

/** Returns how long the transaction worked; how long its commit waits for the disk does not depend on its size. */
async function writeBatch(
  run: ImportRun,
  batch: readonly Prepared[],
  { fence }: JobContext,
): Promise<number> {
  const cursor = batch.at(-1)?.position ?? 0;
  const ms = await changePosts(run.blog, async (tx) => {
    const began = performance.now();
    await fence(tx.db);
    await writeItems(tx, run, batch);
    await updateImport(tx.db, run.id, { cursor });
    return { result: performance.now() - began, activity: [] };
  });
  run.terms.commit();
  return ms;
}

/** What a source without any of it was not imported for. */
const content = new Set(['post', 'page', 'update', 'comment', 'attachment', 'own']);

/** Compares the sums and ends the import. */
async function finish(
  { blog, isDryRun }: ImportRun,
  reader: Reader,
  { id, name }: StoredImport,
  expected: ReadonlyMap<string, number>,
): Promise<void> {
  const found = new Map<string, number>();
  let imported = 0;
  for (const { source_kind, outcome, total } of await countOutcomes(blog.db, id)) {
    found.set(source_kind, (found.get(source_kind) ?? 0) + total);
    if (outcome !== 'left-out') imported += total;
  }
  if ((await countKinds(blog.db, id)).every(({ kind }) => !content.has(kind)))
    throw new JobFailure(messages.importEmpty(name));
  const problems = [...expected].flatMap(([kind, count]) =>
    (found.get(kind) ?? 0) === count ? [] : [messages.sumDiffers(kind, count, found.get(kind) ?? 0)],
  );
  await inTransaction(blog.db, async (tx) => {
    await updateImport(tx, id, {
      state: 'done',
      problems: JSON.stringify(problems),
      date_finished: nowIso(blog),
    });
    if (!isDryRun)
      await recordActivity(blog, tx, 'site', messages.importedWhat(name, reader.label, imported));
  });
  if (isDryRun) return;
  redirectsChanged(blog);
  blog.changed({ touches: [siteTag] });
}
