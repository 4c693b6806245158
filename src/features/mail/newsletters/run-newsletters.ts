import { readSite } from '../../../core/site/site.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { Failures } from '../../../platform/jobs/failures.ts';
import type { JobContext, RunJob } from '../../../platform/jobs/job.ts';
import { readMailSettings } from '../settings.ts';
import * as store from '../store/newsletters.ts';
import { fillNewsletter, startPost } from './fill-newsletters.ts';
import type { PostSnapshot, Snapshot } from './newsletters.ts';
import { lastWeek } from './rules/newsletters.ts';
import type { WeekSnapshot } from './week-mail.ts';
import { startWeek } from './weekly.ts';

const atOnce = 20;

/** Queues the newsletters that are due, and the summary of the last week. */
export const runNewsletters: RunJob = async (blog, _job, context) => {
  // What is planned waits until mail is on again.
  if (!blog.mail || !(await readMailSettings(blog)).subscriptions) return undefined;
  const week = lastWeek(blog.now(), (await readSite(blog)).time_zone);
  const failures = new Failures(blog, context.signal);
  const failed: number[] = [];
  await failures.catch({ week: week.key }, () => startWeek(blog, week, context));
  for (;;) {
    const due = await store.dueNewsletters(blog.db, nowIso(blog), failed, atOnce);
    if (due.length === 0) break;
    for (const newsletter of due) {
      const { id } = newsletter;
      if (!(await failures.catch({ newsletter: id }, () => send(blog, newsletter, context)))) failed.push(id);
    }
  }
  failures.throwFirst();
  const next = await store.nextDueDate(blog.db);
  return { again: new Date(next !== null && next < week.next ? next : week.next) };
};

async function send(blog: Blog, newsletter: store.StoredNewsletter, context: JobContext): Promise<void> {
  const { id, post_id, week, date_started } = newsletter;
  const snapshot: Snapshot | null = date_started
    ? JSON.parse(newsletter.content)
    : post_id === null
      ? null
      : await startPost(blog, id, post_id, context);
  if (!snapshot) return;
  const about = post_id === null ? `week ${week}` : `post ${post_id}`;
  const filter = snapshot.kind === 'post' ? ofPost(snapshot) : ofWeek(snapshot);
  await fillNewsletter(blog, { id, about, filter }, context);
}

const ofPost = ({ category_ids }: PostSnapshot) => ({
  frequency: 'at-once' as const,
  categories: category_ids,
});

/** Only those who get something. */
const ofWeek = ({ entries }: WeekSnapshot) => ({
  frequency: 'weekly' as const,
  categories: [...new Set(entries.flatMap(({ category_ids }) => category_ids))],
});
