import { readSite } from '../../../core/site/site.ts';
import { type Blog, nowIso } from '../../../platform/blog.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { urls } from '../../../platform/http/urls.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';
import { messagesIn } from '../../../platform/web/messages/catalogs.ts';
import * as store from '../store/newsletters.ts';
import { categoriesAbove } from './fill-newsletters.ts';
import { mailSite } from './post-mail.ts';
import type { Week } from './rules/newsletters.ts';
import type { WeekEntry, WeekSnapshot } from './week-mail.ts';

/** The rest of a very busy week is left out. */
const maxPosts = 100;

/**
 * Begins the summary of a week that is over, with the posts that were published in it and that their authors wanted to be sent.
 * If the server was down on Monday morning, it is made later in the same week; of earlier weeks there is none.
 */
export async function startWeek(blog: Blog, week: Week, { fence }: JobContext): Promise<void> {
  if (await store.newsletterOfWeek(blog.db, week.key)) return;
  const entries = await entriesOf(blog, week);
  if (entries.length === 0) return;
  const site = await mailSite(blog);
  const subject = messagesIn(site.language).newsletterMail.weekSubject(site.site_name);
  const snapshot: WeekSnapshot = { kind: 'week', site, subject, entries };
  await inTransaction(blog.db, async (tx) => {
    await fence(tx);
    const now = nowIso(blog);
    await store.insertNewsletter(tx, {
      post_id: null,
      week: week.key,
      date_due: now,
      date_added: now,
      date_started: now,
      subject,
      preheader: entries.map(({ title }) => title).join(' · '),
      content: JSON.stringify(snapshot),
    });
  });
}

async function entriesOf(blog: Blog, week: Week): Promise<WeekEntry[]> {
  const { language, time_zone } = await readSite(blog);
  const entries: WeekEntry[] = [];
  for (const post of await store.mailedPosts(blog.db, week, maxPosts)) {
    const own = post.language || language;
    entries.push({
      title: post.post_title || messagesIn(own).untitled,
      url: blog.siteUrl() + urls.post(post.post_title_web),
      description: post.description,
      language: own,
      date: new Date(post.post_date).toLocaleDateString(own, { dateStyle: 'long', timeZone: time_zone }),
      category_ids: await categoriesAbove(blog.db, post),
    });
  }
  return entries;
}
