import type { PublishTo } from '../../config.ts';
import { touchedBy } from '../../core/posts/change-posts.ts';
import type { PostTransaction } from '../../core/site/store/post-transaction.ts';
import { type Blog, partOf } from '../../platform/blog.ts';
import type { Db } from '../../platform/db/open.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import {
  anyListTag,
  authorsTag,
  type CacheTag,
  everythingTag,
  redirectsTag,
  siteTag,
  withCommonTags,
} from '../../platform/http/cache/reads.ts';
import { startJobs, wakeJob } from '../../platform/jobs/add-job.ts';
import { enqueuePurges, purgePart } from './purge.ts';
import { addChanges } from './store.ts';

export const publishJob = 'publish';

/** Where the site is published; null: nowhere. */
export const publishPart = partOf<PublishTo | null>('publish');

/** Stands for every file. */
export const everyFile = '*';

/** In the transaction of the change, so that none is lost. Returns whether there is a job to start. */
export async function postsChanged(blog: Blog, tx: PostTransaction): Promise<boolean> {
  if (!hasFollowers(blog)) return false;
  const { touches, harmless } = touchedBy(tx);
  const tags = tx.everyPage ? [everyFile] : [...touches, ...harmless];
  if (tags.length === 0) return false;
  await record(blog, tx.db, tags);
  return true;
}

/**
 * Records changes of what is not in posts. A server that was killed between such a change and this records all files when it
 * starts again.
 */
export async function siteChanged(blog: Blog, tags: readonly CacheTag[]): Promise<void> {
  const all = tags.includes(everythingTag);
  const others = all ? [everyFile] : tags.filter((tag) => !tag.includes(':'));
  if (others.length === 0 || !hasFollowers(blog)) return;
  await inTransaction(blog.db, (tx) => record(blog, tx, others));
  startJobs(blog);
}

/** Every page has one of them. */
const tagsOfAll = [siteTag, anyListTag, authorsTag, redirectsTag, everythingTag];

/** Whether published files or a CDN follow the changes. */
const hasFollowers = (blog: Blog): boolean => Boolean(publishPart.of(blog) ?? purgePart.of(blog));

async function record(blog: Blog, tx: Db, tags: readonly string[]): Promise<void> {
  const touched = [...withCommonTags(tags)];
  if (purgePart.of(blog)) await enqueuePurges(blog, tx, tags.includes(everyFile) ? tagsOfAll : touched);
  if (!publishPart.of(blog)) return;
  await addChanges(tx, touched);
  await wakeJob(blog, tx, publishJob);
}
