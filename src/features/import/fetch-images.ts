import { prepareImage } from '../../core/images/images.ts';
import { fetchImageFile, importPolicy } from '../../core/images/processing/fetch-image.ts';
import { imagesByHash } from '../../core/images/store/images.ts';
import { removeUnusedFiles } from '../../core/images/unused-files.ts';
import { type Blog, nowIso } from '../../platform/blog.ts';
import { inBulk } from '../../platform/db/content-version.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { MediaError, NotFetched } from '../../platform/files/errors.ts';
import { inParallel } from '../../platform/jobs/in-parallel.ts';
import type { JobContext, RunJob } from '../../platform/jobs/job.ts';
import { itemFailed } from '../../platform/messages/operator.ts';
import * as messages from './messages/imports.ts';
import { showFetched } from './show-fetched.ts';
import * as queue from './store/images.ts';
import { importById } from './store/imports.ts';
import type { ImageJob, StoredFiles } from './stored-files.ts';

/** Each response is in memory until it is complete. */
const atOnce = 6;
const perHost = 2;
/** Then other jobs get their turn. */
const imagesPerRun = 60;
/** Several posts may show an image in different sizes; when the original is gone, one of these is better than none. */
const sizesTried = 3;

const minute = 60_000;
const hour = 60 * minute;
/** How long after each failed attempt the next one follows: four days in all. */
const backoffMs = [minute, 10 * minute, hour, 6 * hour, 12 * hour, 24 * hour, 24 * hour, 24 * hour];

/**
 * Fetches the images of an import that its source did not have, and shows them in their posts. What cannot be fetched stays as a
 * link to the old URL. The queue is in the database, so that an interrupted run continues where it was.
 */
export const run: RunJob = async (blog, job, context) => {
  const { import: importId, scope } = job.payload as ImageJob;
  const policy = await fetchPolicy(blog, importId);
  const due = await queue.dueImages(blog.db, importId, nowIso(blog), imagesPerRun);
  await inBulk(blog, (bulk) => fetchAll(bulk, { importId, scope, policy }, due, context));
  context.progress(await queue.countImportImages(blog.db, importId));
  context.signal.throwIfAborted();
  const next = await queue.nextDue(blog.db, importId);
  return next === null ? undefined : { again: new Date(next) };
};

type Run = { importId: number; scope: string; policy: typeof importPolicy };

/** The server that the owner named instead of a file may be private, if the operator allows its address. */
export async function fetchPolicy(
  { db, outgoingAllow: allow }: Blog,
  importId: number,
): Promise<typeof importPolicy> {
  const named = (await importById(db, importId))?.url ?? null;
  return named === null ? importPolicy : { ...importPolicy, named, allow };
}

/** Each server has queues of its own, so that one slow server does not hold up the rest. */
async function fetchAll(
  blog: Blog,
  run: Run,
  due: readonly queue.QueuedImage[],
  context: JobContext,
): Promise<void> {
  const queues = [...Map.groupBy(due, ({ id, host }) => `${host} ${id % perHost}`)];
  await inParallel(context.signal, {
    max: atOnce,
    take: async (_busy, free) => queues.splice(0, free),
    keyOf: ([key]) => key,
    work: async ([, images]) => {
      for (const image of images) if (!context.signal.aborted) await fetchOne(blog, run, image, context);
    },
  });
}

async function fetchOne(
  blog: Blog,
  run: Run,
  image: queue.QueuedImage,
  { fence, signal }: JobContext,
): Promise<void> {
  const attempts = image.attempts + 1;
  try {
    const stored = await storedFiles(blog, image, run);
    try {
      await showFetched(blog, run, image, stored, fence);
    } finally {
      // The posts that showed it may be gone.
      await removeUnusedFiles(blog, [stored]);
    }
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    // One image that always fails must not keep the others back.
    if (!(error instanceof MediaError)) blog.report(itemFailed, { image: image.id, error: reason });
    const isOver = error instanceof MediaError && isFinal(error);
    const backoff = isOver ? undefined : backoffMs[image.attempts];
    await inTransaction(blog.db, async (tx) => {
      await fence(tx);
      if (backoff === undefined) {
        const why = isOver ? reason : messages.imageGaveUp(reason);
        return queue.settleImage(tx, image.id, { state: 'lost', reason: why, attempts });
      }
      const next_date = new Date(blog.now().getTime() + backoff).toISOString();
      return queue.settleImage(tx, image.id, { state: 'waiting', reason, attempts, next_date });
    });
  }
}

async function storedFiles(blog: Blog, { id, url, hash }: queue.QueuedImage, run: Run): Promise<StoredFiles> {
  const [known] = hash === null ? [] : await imagesByHash(blog.db, hash);
  if (known) return known;
  const others = await queue.sourcesOf(blog.db, id, sizesTried);
  let first: unknown;
  for (const from of new Set([url, ...others]))
    try {
      return await fetchAndStore(blog, from, run);
    } catch (error) {
      first ??= error;
      // Only a server that answers may have another size of it.
      if (!(error instanceof MediaError) || !isFinal(error)) break;
    }
  throw first;
}

async function fetchAndStore(blog: Blog, url: string, { policy }: Run): Promise<StoredFiles> {
  await using fetched = await fetchImageFile(url, blog.uploadFolder, blog.outgoingStrangers, policy);
  return await prepareImage(blog, fetched);
}

/** A server that is busy or silent may answer later; what is no image stays none. */
function isFinal(error: MediaError): boolean {
  if (error instanceof NotFetched) return error.isFinal;
  return error.code !== 'busy' && error.code !== 'storage_down';
}
