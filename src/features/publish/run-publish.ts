import type { Blog } from '../../platform/blog.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { encodeTag } from '../../platform/http/cache/page-cache.ts';
import { redirectsTag } from '../../platform/http/cache/reads.ts';
import { pageSourcePart } from '../../platform/http/pages/page-source.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { everyFile, publishPart } from './changes.ts';
import { locationsOf, redirectsFrom } from './copy-site.ts';
import { liveOf } from './live.ts';
import { pagesFailed } from './messages.ts';
import { notFoundPath, Publication, unlinked } from './publication.ts';
import * as store from './store.ts';
import { storedLedger } from './stored-ledger.ts';
import { nameOf, openStore } from './targets/open.ts';

const changesEveryMs = 200;

/** Writes the files that changes made out of date. What was written is recorded file by file, so that a later run continues. */
export const runPublish: RunJob = async (blog, _job, { signal, progress, fence }) => {
  const to = publishPart.of(blog);
  if (!to) return undefined;
  await beginAnewElsewhere(blog, nameOf(to));
  const live = liveOf(blog);
  // A web server of another user has to read the files.
  const umask = 'folder' in to ? process.umask(0o022) : null;
  const source = await pageSourcePart.of(blog)(blog, live);
  try {
    const publication = new Publication(source, openStore(to), storedLedger(blog.db), {
      ...locationsOf(blog),
      live,
      signal,
    });
    let lastLook = 0;
    while (await takeChanges(blog, fence)) {
      await publication.run(async () => {
        if (performance.now() - lastLook < changesEveryMs) return;
        // What changed meanwhile may be more urgent.
        await takeChanges(blog, fence);
        lastLook = performance.now();
        progress(null);
      });
      await publication.finish();
    }
    progress(null);
  } finally {
    await source.close();
    if (umask !== null) process.umask(umask);
  }
  const failed = await store.retryPostponed(blog.db);
  if (failed > 0) throw new Error(pagesFailed(failed));
  return undefined;
};

const setting = 'published_to';

/** Another folder or bucket has none of the files. */
async function beginAnewElsewhere(blog: Blog, name: string): Promise<void> {
  if ((await readSetting(blog.db, setting)) === name) return;
  await inTransaction(blog.db, async (tx) => {
    await store.deletePublished(tx);
    await store.addChanges(tx, [everyFile]);
    await writeSetting(tx, setting, name);
  });
}

const changesAtOnce = 2_000;
const rowsAtOnce = 1_000;
/** What more files depend on waits for the rest. */
const manyFiles = 200;
/** With more tags, the database takes longer to look for them than this process. */
const fewTags = 20;

/** Marks the files that depend on the changes as due. Returns whether anything is. */
async function takeChanges(blog: Blog, fence: JobContext['fence']): Promise<boolean> {
  const { db } = blog;
  const changes = await store.waitingChanges(db, changesAtOnce);
  if (changes.length === 0) return (await store.nextDue(db)) !== undefined;
  const tags = new Set(changes.map(({ tag }) => encodeTag(tag)));
  const isAll = tags.has(everyFile);
  const former: string[] = [];
  if (isAll || tags.has(redirectsTag)) for await (const path of redirectsFrom(blog)) former.push(path);
  const { few, many } = isAll ? { few: [], many: [] } : await dependents(blog, tags);
  await inTransaction(db, async (tx) => {
    await fence(tx);
    if (isAll) {
      await store.addPaths(tx, [...unlinked, notFoundPath], { due: 1, rank: 0 });
      await store.markAllDue(tx);
    }
    await store.addPaths(tx, former, { due: 1, rank: 0 });
    await store.markDue(tx, few, 0);
    await store.markDue(tx, many, 1);
    await store.deleteChanges(
      tx,
      changes.map(({ id }) => id),
    );
  });
  return true;
}

/** The files with one of these tags: those with one that few files have, and the others. */
async function dependents(
  { db }: Blog,
  tags: ReadonlySet<string>,
): Promise<{ few: number[]; many: number[] }> {
  const found: { id: number; by: string[] }[] = [];
  const counts = new Map<string, number>();
  for (let last = 0; ; ) {
    const rows = await store.tagsAfter(db, last, rowsAtOnce, tags.size > fewTags ? null : [...tags]);
    for (const row of rows) {
      const by = row.tags.split(' ').filter((tag) => tags.has(tag));
      if (by.length > 0) found.push({ id: row.id, by });
      for (const tag of by) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    if (rows.length < rowsAtOnce) break;
    last = rows.at(-1)?.id ?? last;
  }
  const isFew = (tag: string) => (counts.get(tag) ?? 0) <= manyFiles;
  const { few = [], many = [] } = Object.groupBy(found, ({ by }) => (by.some(isFew) ? 'few' : 'many'));
  return { few: few.map(({ id }) => id), many: many.map(({ id }) => id) };
}
