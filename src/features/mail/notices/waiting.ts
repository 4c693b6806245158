import type { PostTransaction } from '../../../core/site/store/post-transaction.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { readSettings } from '../../../platform/db/settings.ts';
import { wakeJob } from '../../../platform/jobs/add-job.ts';
import { mailSetting, toMailSettings } from '../settings.ts';
import { insertNotices, likelySpam } from '../store/comment-notices.ts';
import { earliestNotice } from './times.ts';

export const noticesJob = 'comment-notices';
/** JSON: when the owner was last notified of waiting comments. */
export const noticesSetting = 'comment_notices';

/**
 * Notes in the transaction that stores comments which wait for approval that the owner is to be notified. Call `startJobs` after
 * the commit if it returns true.
 */
export async function recordWaiting(blog: Blog, { db, waiting }: PostTransaction): Promise<boolean> {
  if (!blog.mail || waiting.size === 0) return false;
  const [settings, stored] = await readSettings(db, mailSetting, noticesSetting);
  const { comment_notice } = toMailSettings(settings);
  if (comment_notice === 'off') return false;
  await insertNotices(db, [...waiting.keys()], nowIso(blog));
  const isFine = [...waiting.values()].some((verdict) => verdict < likelySpam);
  const due = earliestNotice(comment_notice, { now: blog.now(), sent: lastSent(stored), isFine });
  await wakeJob(blog, db, noticesJob, due);
  return due <= blog.now();
}

export function lastSent(stored = '{}'): Date | null {
  const { sent } = JSON.parse(stored) as { sent?: string };
  return sent === undefined ? null : new Date(sent);
}
