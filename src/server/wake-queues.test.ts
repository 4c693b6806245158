import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../tests/support/memory-blog.ts';
import { addComment } from '../core/comments/comments.ts';
import { createPost } from '../core/posts/write-posts.ts';
import type { Site } from '../core/site/api/site.ts';
import { overview } from '../core/site/site.ts';
import { setAnnouncing } from '../core/site/store/announcing.ts';
import { addMail } from '../features/mail/queue/queue.ts';
import { writeServerState } from '../features/mail/store/mails.ts';
import { networksPart } from '../features/social/networks.ts';
import { modules } from '../modules.ts';
import { writeSetting } from '../platform/db/settings.ts';
import { visitor } from '../platform/http/viewer.ts';
import type { JobKinds } from '../platform/jobs/kinds.ts';
import { runNextJob } from '../platform/jobs/run-jobs.ts';
import { jobsOfKind } from '../platform/jobs/store.ts';
import { wakeQueues } from '../platform/jobs/wake-queues.ts';
import { inTranslation, translationFor } from '../platform/messages/server-translation.ts';
import { queues } from './scheduled-jobs.ts';

const hour = 60 * 60 * 1000;
const never = new AbortController().signal;
const content = { subject: 'S', html: '', text: '' };

async function mailBlog(site: Partial<Site> = {}): Promise<MemoryBlog> {
  const memory = await memoryBlog();
  const blog: MemoryBlog = {
    ...memory,
    mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null },
    parts: {
      ...memory.parts,
      ...networksPart.with([{ name: 'mastodon', conversation: {} }] as never),
    },
    failing: modules.flatMap(({ failing = [] }) => failing),
  };
  await writeSetting(blog.db, 'site', JSON.stringify(site));
  return blog;
}

const addReader = (blog: MemoryBlog, kind: 'owner' | 'test' = 'owner') =>
  addMail(blog, blog.db, { kind, address: 'reader@example.org', about: kind, content });

const waiting = async (blog: MemoryBlog): Promise<string[]> =>
  (await blog.db.selectFrom('jobs').select('kind').where('date_finished', 'is', null).execute())
    .map(({ kind }) => kind)
    .sort();

/** A row for each queue, as if its job had ended without it. */
async function fillQueues(blog: MemoryBlog): Promise<void> {
  const { db } = blog;
  const now = blog.now().toISOString();
  await addReader(blog);
  await setAnnouncing(db, true, 'subscribers');
  const { id: post_id } = await createPost(blog, { post_title: 'Sea', active: true });
  const comment = await addComment(
    blog,
    visitor,
    post_id,
    { comment_text: 'A fine walk' },
    { address: '192.0.2.7', since: null },
  );
  await db.deleteFrom('announcements').execute();
  await db.deleteFrom('comment_notices').execute();
  await db
    .insertInto('subscription_requests')
    .values({ address: 'a@example.org', address_key: 'a@example.org', choices: '{}', date_added: now })
    .execute();
  await db
    .insertInto('commenters')
    .values({ address: 'a@example.org', address_key: 'a@example.org', date_added: now, date_due: now })
    .execute();
  await db.insertInto('comment_notices').values({ comment_id: comment.id, date_added: now }).execute();
  await db.insertInto('announcements').values({ kind: 'post', subject_id: post_id }).execute();
  const page = 'https://other.example/';
  await db
    .insertInto('received_webmentions')
    .values({ source: page, source_host: 'other.example', post_id, target: page, next_run: now })
    .execute();
  for (const kind of ['fediverse-deliver', 'social-answers', 'webhooks', 'webmention-send', 'websub-ping'])
    await db
      .insertInto('outbox')
      .values({ kind, key: '1', host: 'other.example', next_run: now, date_added: now })
      .execute();
  await db
    .insertInto('fediverse_inbox')
    .values({
      request_hash: 'a',
      activity: page,
      actor: page,
      host: 'other.example',
      bytes: 2,
      next_run: now,
      date_received: now,
      path: '/inbox',
      headers: '{}',
      body: '{}',
    })
    .execute();
  await db
    .insertInto('shares')
    .values({ post_id, network: 'mastodon', date: now, url: page, next_look: now })
    .execute();
  await db.deleteFrom('jobs').execute();
}

const allKinds = [
  'announce',
  'ask-commenters',
  'comment-notices',
  'fediverse-deliver',
  'fediverse-inbox',
  'mail',
  'newsletter',
  'social-answers',
  'social-replies',
  'subscription-requests',
  'webhooks',
  'webmention-receive',
  'webmention-send',
  'websub-ping',
];

test('every queue with rows gets a job when it has none, and one is enough', async () => {
  const blog = await mailBlog({
    webmention: true,
    fediverse: 'note',
    websub_hub: 'https://hub.example/',
    social_replies: true,
  });
  await fillQueues(blog);
  await wakeQueues(blog, queues);
  expect(await waiting(blog)).toEqual(allKinds);
  await wakeQueues(blog, queues);
  expect(await waiting(blog)).toEqual(allKinds);
});

test('what is switched off is not woken', async () => {
  const blog = await mailBlog();
  await fillQueues(blog);
  blog.mail = null;
  blog.parts = networksPart.with([]);
  await setAnnouncing(blog.db, false, 'subscribers');
  await wakeQueues(blog, queues);
  // They clear their tables; webhooks are never off.
  expect(await waiting(blog)).toEqual(['announce', 'fediverse-inbox', 'webhooks', 'webmention-receive']);
});

test('a mail whose process was killed while it was on its way wakes the job', async () => {
  const blog = await mailBlog();
  await addReader(blog);
  await blog.db.updateTable('mails').set({ state: 'handed-over', next_run: null }).execute();
  await blog.db.deleteFrom('jobs').execute();
  await wakeQueues(blog, queues);
  expect(await waiting(blog)).toEqual(['mail']);
});

test('the job of a queue never gives up, and the owner is notified of its failure', async () => {
  const blog = await mailBlog();
  await addReader(blog);
  let isBroken = true;
  const kinds: JobKinds = {
    mail: {
      worksOffTable: true,
      load: async () => async () => {
        if (isBroken) throw new Error('no luck');
        return undefined;
      },
    },
  };
  const run = async () => {
    blog.wait(hour);
    await runNextJob(blog, never, kinds);
  };
  await run();
  // One failure may be a coincidence.
  expect((await overview(blog)).failing).toEqual([]);
  for (let n = 0; n < 20; n++) await run();
  expect(await jobsOfKind(blog.db, 'mail', 9)).toMatchObject([{ outcome: null, owner: null }]);
  expect((await overview(blog)).failing).toEqual([{ work: 'Sending mails', error: 'no luck' }]);
  const german = await translationFor('de', 'en');
  const { failing } = await inTranslation(german, () => overview(blog));
  expect(failing).toMatchObject([{ work: 'Mails werden gesendet' }]);
  isBroken = false;
  await run();
  expect(await jobsOfKind(blog.db, 'mail', 9)).toMatchObject([{ outcome: 'done' }]);
  expect((await overview(blog)).failing).toEqual([]);
});

test('a process that dies with the job of a queue is left alone for an hour after some times', async () => {
  const blog = await mailBlog();
  await addReader(blog);
  await blog.db.updateTable('jobs').set({ attempts: 10, error: null }).execute();
  let runs = 0;
  const kinds: JobKinds = { mail: { worksOffTable: true, load: async () => async () => void runs++ } };
  await runNextJob(blog, never, kinds);
  expect(runs).toBe(0);
  expect((await overview(blog)).failing).toMatchObject([{ work: 'Sending mails' }]);
  blog.wait(hour - 1);
  expect(await runNextJob(blog, never, kinds)).toBe(false);
  blog.wait(1);
  await runNextJob(blog, never, kinds);
  expect(runs).toBe(1);
  expect(await jobsOfKind(blog.db, 'mail', 9)).toMatchObject([{ outcome: 'done' }]);
});

test('the owner is notified of an SMTP server that cannot be used', async () => {
  const blog = await mailBlog();
  await writeServerState(blog.db, { paused_until: null, failures: 2, error: 'refused' });
  expect((await overview(blog)).failing).toEqual([]);
  await writeServerState(blog.db, { paused_until: null, failures: 3, error: 'refused' });
  expect((await overview(blog)).failing).toEqual([{ work: 'Sending mails', error: 'refused' }]);
});
