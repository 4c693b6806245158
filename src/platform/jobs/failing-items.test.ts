import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addNewsletter, addSubscriber } from '../../../tests/support/mail-rows.ts';
import { startMailServer } from '../../../tests/support/mail-server.ts';
import { admin, type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { otherSite } from '../../../tests/support/other-site.ts';
import { addComment } from '../../core/comments/comments.ts';
import { queueEmbeds } from '../../core/images/store/embeds.ts';
import { announceTo } from '../../core/posts/channels/announce.ts';
import { findWaitingEmbeds } from '../../core/posts/images/retry-embeds.ts';
import { overduePosts } from '../../core/posts/overdue-posts.ts';
import { rerenderPosts } from '../../core/posts/rerender.ts';
import { publishDue } from '../../core/posts/schedule.ts';
import { indexChangedTexts } from '../../core/posts/search/index-grams.ts';
import { indexMissing } from '../../core/posts/search/search.ts';
import { createPost } from '../../core/posts/write-posts.ts';
import { changeSite, overview } from '../../core/site/site.ts';
import { usualChoices } from '../../features/mail/api/subscriptions.ts';
import { runAskCommenters } from '../../features/mail/commenters/ask-commenters.ts';
import { runNewsletters } from '../../features/mail/newsletters/run-newsletters.ts';
import { addMail } from '../../features/mail/queue/queue.ts';
import { runMails } from '../../features/mail/queue/run-mails.ts';
import { followMailSettings } from '../../features/mail/setup/follow-settings.ts';
import { newsletterOfPost } from '../../features/mail/store/newsletters.ts';
import { requestSubscription, runRequests } from '../../features/mail/subscribers/subscription-requests.ts';
import { runReceive } from '../../features/webmention/receive.ts';
import { putWebmentions } from '../../features/webmention/store/received-webmentions.ts';
import { channels } from '../../modules/jobs.ts';
import { dialectOf } from '../db/dialect.ts';
import { visitor } from '../http/viewer.ts';
import type { RunJob } from './job.ts';

/* One item that always fails holds back none of those after it. */

const minute = 60_000;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'not-terrible-items-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function mailBlog(smtpUrl = 'smtp://127.0.0.1:1'): Promise<MemoryBlog & { reports: unknown[] }> {
  const reports: unknown[] = [];
  const blog = {
    ...(await memoryBlog()),
    dataFolder: newFolder(),
    mail: { smtpUrl, imapUrl: null },
    report: (...report: unknown[]) => void reports.push(report),
    reports,
  };
  await followMailSettings(blog);
  return blog;
}

const run = (blog: MemoryBlog, job: RunJob) =>
  job(
    blog,
    { id: 1, kind: 'any', payload: {} },
    { signal: new AbortController().signal, progress: () => {}, fence: async () => {} },
  );

/** Each write to rows of a table that match fails. */
const breakWrites = (
  { db }: MemoryBlog,
  when: 'insert' | 'update',
  table: string,
  condition: string,
): Promise<unknown> =>
  sql
    .raw(
      `create trigger broken_${table} before ${when} on ${table} when ${condition}
       begin select raise(abort, 'no luck'); end`,
    )
    .execute(db);

test('newsletters', async () => {
  const blog = await mailBlog();
  await addSubscriber(blog.db, 'reader@example.org');
  const date = blog.now().toISOString();
  const ids: number[] = [];
  // The first ones cannot be read; there are more of them than the job reads at once.
  for (let n = 0; n < 21; n++)
    ids.push(await addNewsletter(blog.db, { post_id: 100 + n, filled_up_to: 0, date }));
  await blog.db.updateTable('newsletters').set({ content: 'not JSON' }).execute();
  const { id } = await createPost(blog, { post_title: 'Sea', active: true }, admin);
  await run(blog, announceTo(channels));
  blog.wait(2 * minute);
  await expect(run(blog, runNewsletters)).rejects.toThrow('not valid JSON');
  const newsletter = await newsletterOfPost(blog.db, id);
  expect(await blog.db.selectFrom('mails').select(['newsletter_id', 'address']).execute()).toEqual([
    { newsletter_id: newsletter?.id, address: 'reader@example.org' },
  ]);
  expect(blog.reports).toHaveLength(ids.length);
});

test('channels', async () => {
  const blog = await mailBlog();
  await changeSite(blog, { webmention: true });
  await breakWrites(blog, 'insert', 'sent_mentions', 'true');
  const post_content = '<p><a href="https://other.example/">x</a></p>';
  const { id } = await createPost(blog, { post_title: 'Sea', post_content, active: true }, admin);
  await expect(run(blog, announceTo(channels))).rejects.toThrow('no luck');
  expect(await newsletterOfPost(blog.db, id)).toBeDefined();
  // What was not sent to all stays.
  expect(await blog.db.selectFrom('announcements').selectAll().execute()).toHaveLength(1);
});

test('scheduled posts, of which the owner is notified', async () => {
  const blog = await mailBlog();
  const scheduled_date = new Date(blog.now().getTime() + minute).toISOString();
  const [first, second] = [
    await createPost(blog, { post_title: 'First', active: false, scheduled_date }, admin),
    await createPost(blog, { post_title: 'Second', active: false, scheduled_date }, admin),
  ];
  await breakWrites(blog, 'update', 'posts', `old.id = ${first.id}`);
  blog.wait(minute);
  await publishDue(blog);
  const active = async () =>
    (await blog.db.selectFrom('posts').select('id').where('active', '=', 1).execute()).map(({ id }) => id);
  expect(await active()).toEqual([second.id]);
  // Not every few seconds.
  await publishDue(blog);
  expect(blog.reports).toHaveLength(1);
  blog.wait(10 * minute);
  expect((await overview({ ...blog, failing: [overduePosts] })).failing).toMatchObject([
    { work: expect.stringContaining('First') },
  ]);
  await sql`drop trigger broken_posts`.execute(blog.db);
  await publishDue(blog);
  expect(await active()).toEqual([first.id, second.id]);
  expect((await overview({ ...blog, failing: [overduePosts] })).failing).toEqual([]);
});

test('mails', async () => {
  await using server = await startMailServer();
  const blog = await mailBlog(server.url);
  const content = { subject: 'S', html: '', text: '' };
  for (const name of ['first', 'second'])
    await addMail(blog, blog.db, { kind: 'owner', address: `${name}@example.org`, about: name, content });
  await blog.db
    .updateTable('mails')
    .set({ content: 'not JSON' })
    .where('address', '=', 'first@example.org')
    .execute();
  await run(blog, runMails);
  expect(server.to('second@example.org')).toHaveLength(1);
  expect(await blog.db.selectFrom('mails').select(['state', 'attempts']).execute()).toEqual([
    { state: 'waiting', attempts: 1 },
    { state: 'sent', attempts: 0 },
  ]);
});

test('requests for subscriptions', async () => {
  const blog = await mailBlog();
  await requestSubscription(blog, 'first@example.org', usualChoices, '192.0.2.7');
  await blog.db.updateTable('subscription_requests').set({ choices: 'not JSON' }).execute();
  await requestSubscription(blog, 'second@example.org', usualChoices, '198.51.100.7');
  await expect(run(blog, runRequests)).rejects.toThrow('not valid JSON');
  expect(await blog.db.selectFrom('mails').select('address').execute()).toEqual([
    { address: 'second@example.org' },
  ]);
  expect(await blog.db.selectFrom('subscription_requests').select('address').execute()).toEqual([
    { address: 'first@example.org' },
  ]);
});

test('confirmations of commenters', async () => {
  const blog = await mailBlog();
  const { id: postId } = await createPost(blog, { post_title: 'Sea', active: true }, admin);
  for (const name of ['first', 'second'])
    await addComment(
      blog,
      visitor,
      postId,
      { comment_text: `A fine walk with the ${name}`, notify_address: `${name}@example.org` },
      { address: '192.0.2.7', since: blog.now().getTime() - 60 * minute },
    );
  await breakWrites(blog, 'insert', 'mail_tokens', "new.address_key = 'first@example.org'");
  await expect(run(blog, runAskCommenters)).rejects.toThrow('no luck');
  expect(
    await blog.db.selectFrom('mails').select('address').where('kind', '=', 'commenter').execute(),
  ).toEqual([{ address: 'second@example.org' }]);
});

test('received webmentions', async () => {
  const other = await otherSite();
  onTestFinished(() => other.close());
  const blog = { ...(await mailBlog()), outgoingStrangers: ['127.0.0.1'] };
  const { id, post_title_web } = await createPost(blog, { post_title: 'Sea', active: true }, admin);
  const target = `${blog.siteUrl()}/post/${post_title_web}`;
  for (const name of ['first', 'second']) other.pages.set(`/${name}`, `<a href="${target}">${name}</a>`);
  await putWebmentions(
    blog.db,
    ['first', 'second'].map((name) => ({
      source: `${other.url}/${name}`,
      source_host: name,
      post_id: id,
      target,
      next_run: blog.now().toISOString(),
    })),
  );
  await breakWrites(blog, 'insert', 'comments', "new.origin_id like '%/first'");
  await run(blog, runReceive);
  expect(await blog.db.selectFrom('comments').select('origin_url').execute()).toEqual([
    { origin_url: `${other.url}/second` },
  ]);
  expect(await blog.db.selectFrom('received_webmentions').select('source').execute()).toEqual([
    { source: `${other.url}/first` },
  ]);
});

test('embedded pages', async () => {
  const other = await otherSite();
  onTestFinished(() => other.close());
  const blog = { ...(await mailBlog()), outgoingStrangers: ['127.0.0.1'] };
  const urls = ['first', 'second'].map((name) => `${other.url}/${name}`);
  for (const url of urls) other.pages.set(new URL(url).pathname, `<title>${url}</title>`);
  await queueEmbeds(blog.db, urls, blog.now().toISOString());
  await breakWrites(blog, 'insert', 'embeds', "new.url like '%/first'");
  await findWaitingEmbeds(blog);
  expect(
    await blog.db.selectFrom('embeds').select('url').where('date_found', 'is not', null).execute(),
  ).toEqual([{ url: urls[1] }]);
  expect(blog.reports).toHaveLength(1);
});

test('posts that the search indexes', async () => {
  const blog = await mailBlog();
  const posts = [
    await createPost(blog, { post_title: 'First', active: true }, admin),
    await createPost(blog, { post_title: 'Second', active: true }, admin),
    await createPost(blog, { post_title: 'Third', active: true }, admin),
  ];
  for (const { id } of posts) {
    await sql`delete from search_texts where post_id = ${id}`.execute(blog.db);
    await dialectOf(blog.db).search.deleteWords(blog.db, id);
  }
  await breakWrites(blog, 'insert', 'search_texts', `new.post_id = ${posts[1]?.id}`);
  await expect(indexMissing(blog)).rejects.toThrow('no luck');
  expect(await blog.db.selectFrom('search_texts').select('post_id').execute()).toEqual([
    { post_id: posts[0]?.id },
    { post_id: posts[2]?.id },
  ]);
  // The search of the admin area: taking the second one out of its list fails.
  await sql`delete from unindexed_posts`.execute(blog.db);
  await sql`insert into unindexed_posts (post_id) select id from posts`.execute(blog.db);
  await sql
    .raw(
      `create trigger broken_list before delete on unindexed_posts when old.post_id = ${posts[1]?.id}
       begin select raise(abort, 'no luck'); end`,
    )
    .execute(blog.db);
  await expect(indexChangedTexts(blog.db)).rejects.toThrow('no luck');
  expect(await blog.db.selectFrom('unindexed_posts').select('post_id').execute()).toEqual([
    { post_id: posts[1]?.id },
  ]);
});

test('posts that are rendered again', async () => {
  const blog = await mailBlog();
  const posts = [
    await createPost(blog, { post_title: 'First', active: true }, admin),
    await createPost(blog, { post_title: 'Second', active: true }, admin),
  ];
  await blog.db.updateTable('posts').set({ renderer_version: 0, shown_html: 'old' }).execute();
  await breakWrites(blog, 'update', 'posts', `old.id = ${posts[0]?.id}`);
  await expect(rerenderPosts(blog)).rejects.toThrow('no luck');
  expect(await blog.db.selectFrom('posts').select('id').where('renderer_version', '=', 0).execute()).toEqual([
    { id: posts[0]?.id },
  ]);
});
