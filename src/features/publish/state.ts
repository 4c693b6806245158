import { recordActivity } from '../../core/site/activity.ts';
import type { Blog } from '../../platform/blog.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { everythingTag } from '../../platform/http/cache/reads.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobsOfKind } from '../../platform/jobs/store.ts';
import { message } from '../../platform/messages/translate.ts';
import type { PublicationState } from './api.ts';
import { publishJob, publishPart, siteChanged } from './changes.ts';
import { notConfigured } from './messages.ts';
import { countPublished, forgetHashes } from './store.ts';
import { nameOf } from './targets/open.ts';

export async function publicationOf(blog: Blog): Promise<PublicationState> {
  const to = publishPart.of(blog);
  if (!to) return { to: null, files: 0, waiting: 0, error: null };
  const [job] = await jobsOfKind(blog.db, publishJob, 1);
  const error = job && job.date_finished === null ? job.error : null;
  return { to: nameOf(to), ...(await countPublished(blog.db)), error };
}

/** Writes every file again, whatever was written before. */
export async function publishAgain(blog: Blog): Promise<PublicationState> {
  if (!publishPart.of(blog)) throw new Problem('conflict', notConfigured);
  await inTransaction(blog.db, async (tx) => {
    await forgetHashes(tx);
    await recordActivity(blog, tx, 'site', message('Published everything again'));
  });
  await siteChanged(blog, [everythingTag]);
  return publicationOf(blog);
}
