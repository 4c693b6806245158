import { type Blog, nowIso } from '../../../platform/blog.ts';
import type { Db } from '../../../platform/db/open.ts';
import { readSetting, writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { RunJob } from '../../../platform/jobs/job.ts';
import { newToken } from '../queue/links.ts';
import { messageId } from '../queue/queue.ts';
import * as store from '../store/comment-notices.ts';
import { commentTemplate } from './comment-template.ts';
import { mailOwner, readOwner } from './owner-template.ts';
import { noticeTime, pauseMs } from './times.ts';
import { lastSent, noticesSetting } from './waiting.ts';

/** Tells the owner of waiting comments once it is time; otherwise it says when that will be. */
export const runCommentNotices: RunJob = async (blog, _job, context) => {
  try {
    const due = await inTransaction(blog.db, async (tx) => {
      await context.fence(tx);
      return mailDueNotices(blog, tx);
    });
    return due === null ? undefined : { again: due };
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    return { again: new Date(blog.now().getTime() + pauseMs) };
  }
};

/** No mail can be queued now; rolls back, so that the notices stay. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/**
 * The notices are deleted in the transaction that queues the mail about them, so that none is lost and none is sent twice. Null:
 * nothing is left to do.
 */
export async function mailDueNotices(blog: Blog, tx: Db): Promise<Date | null> {
  const owner = await readOwner(blog, tx);
  // They stay until the site sends mail again.
  if (!owner) return null;
  const { address, site, settings } = owner;
  if (address === null || settings.comment_notice === 'off') {
    await store.takeNotices(tx);
    return null;
  }
  const { any, fine } = await store.oldestNotices(tx);
  if (any !== null) {
    const due = noticeTime(
      settings.comment_notice,
      { any: new Date(any), fine: fine === null ? null : new Date(fine) },
      { now: blog.now(), sent: lastSent(await readSetting(tx, noticesSetting)), zone: site.time_zone },
    );
    if (due > blog.now()) return due;
  }
  const { commentIds, last } = await store.takeNotices(tx);
  const waiting = await store.waitingAmong(tx, commentIds);
  if (waiting.fine.length + waiting.spam.length === 0) return null;
  // With a random part, because the Message-ID allows the owner's answer.
  const about = `waiting comments ${last} ${newToken()}`;
  const id = messageId(blog, about, address);
  const content = await commentTemplate(blog, tx, { address, site }, waiting, id);
  if (!(await mailOwner(blog, tx, { address, site }, about, content))) throw new QueueFull();
  await writeSetting(tx, noticesSetting, JSON.stringify({ sent: nowIso(blog) }));
  return null;
}
