import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addMailOf, addNewsletter, addSubscriber } from '../../tests/support/mail-rows.ts';
import { type MemoryBlog, memoryBlog } from '../../tests/support/memory-blog.ts';
import { usualChoices } from '../features/mail/api/subscriptions.ts';
import { addMail } from '../features/mail/queue/queue.ts';
import { requestSubscription, runRequests } from '../features/mail/subscribers/subscription-requests.ts';
import { openDayFile } from '../features/statistics/file.ts';
import { addSalt, addVisitors, daysWithTraces } from '../features/statistics/store/days.ts';
import { changeStatistics } from '../features/statistics/switch.ts';
import { scheduleJobs } from '../platform/jobs/schedule.ts';
import { hasUnfinishedJob } from '../platform/jobs/store.ts';
import { createLog } from '../platform/log/log.ts';
import { maintenanceJobs } from './scheduled-jobs.ts';

const day = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

async function blogOnDisk(): Promise<MemoryBlog> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'not-terrible-jobs-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true }));
  return { ...(await memoryBlog()), dataFolder, uploadFolder: path.join(dataFolder, 'uploads') };
}

const runMaintenance = async (blog: MemoryBlog) => {
  for (const { run } of maintenanceJobs(blog, signal)) await run();
};

/** Those of the tables that have rows. */
async function filled(
  { db }: MemoryBlog,
  tables: readonly Parameters<MemoryBlog['db']['selectFrom']>[0][],
): Promise<unknown[]> {
  const rows = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table as 'mails')
        .selectAll()
        .execute(),
    ),
  );
  return tables.filter((_, index) => (rows[index]?.length ?? 0) > 0);
}

test('what is stored of mails is deleted on a site that sends none any more', async () => {
  const blog = await blogOnDisk();
  blog.mail = { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null };
  await requestSubscription(blog, 'asks@example.org', usualChoices, '192.0.2.7');
  const context = { signal, progress: () => {}, fence: async () => {} };
  await runRequests(blog, { id: 1, kind: 'subscription-requests', payload: {} }, context);
  await requestSubscription(blog, 'waits@example.org', usualChoices, '192.0.2.8');
  const content = { subject: 'S', html: '', text: '' };
  for (const kind of ['test', 'commenter', 'owner'] as const)
    await addMail(blog, blog.db, { kind, address: 'reader@example.org', about: kind, content });
  await blog.db
    .updateTable('mails')
    .set({ state: 'handed-over', next_run: null })
    .where('kind', '=', 'owner')
    .execute();
  const subscriber_id = await addSubscriber(blog.db, 'reader@example.org');
  const date = blog.now().toISOString();
  // The recipients of the second one were not all queued.
  for (const more of [{}, { filled_up_to: 1 }]) {
    const id = await addNewsletter(blog.db, { date, ...more });
    for (const state of ['waiting', 'handed-over', 'sent'] as const)
      await addMailOf(blog.db, id, 'reader@example.org', state, { subscriber_id, date });
  }
  blog.mail = null;
  const tables = ['mails', 'mail_tokens', 'subscription_requests'] as const;
  expect(await filled(blog, tables)).toEqual(tables);
  blog.wait(8 * day);
  await runMaintenance(blog);
  expect(await filled(blog, tables)).toEqual(['mails']);
  expect(await blog.db.selectFrom('mails').select('id').where('content', 'is not', null).execute()).toEqual(
    [],
  );
  blog.wait(90 * day);
  await runMaintenance(blog);
  expect(await filled(blog, tables)).toEqual([]);
});

test('what was exchanged with other servers is deleted on a site that no longer talks to them', async () => {
  const blog = await blogOnDisk();
  const date = blog.now().toISOString();
  const actor = 'https://other.example/users/ada';
  await blog.db
    .insertInto('fediverse_inbox')
    .values({
      request_hash: 'a',
      activity: `${actor}#1`,
      actor,
      host: 'other.example',
      bytes: 2,
      next_run: date,
      date_received: date,
      path: '/inbox',
      headers: '{}',
      body: '{}',
    })
    .execute();
  await blog.db
    .insertInto('fediverse_received')
    .values({ request_hash: 'b', activity: `${actor}#2`, actor, effect: null, date_received: date })
    .execute();
  await blog.db
    .insertInto('fediverse_senders')
    .values({ actor, content: '{}', date_fetched: date, date_used: date })
    .execute();
  await blog.db.insertInto('hub_pings').values({ path: '/feed.xml', date_sent: date }).execute();
  await blog.db
    .insertInto('sent_mentions')
    .values({
      post_id: 1,
      source: 'https://blog.example.org/post/a',
      target: 'https://other.example/',
      fingerprint: 'f',
      wanted: 0,
      state: 'sent',
      date_changed: date,
    })
    .execute();
  const tables = [
    'fediverse_inbox',
    'fediverse_received',
    'fediverse_senders',
    'hub_pings',
    'sent_mentions',
  ] as const;
  expect(await filled(blog, tables)).toEqual(tables);
  blog.wait(181 * day);
  await runMaintenance(blog);
  expect(await filled(blog, tables)).toEqual([]);
});

test('what visitors are recognized by is deleted while statistics are off', async () => {
  const blog = await blogOnDisk();
  const file = await openDayFile(blog.dataFolder);
  onTestFinished(file.close);
  await addSalt(file.db, '2026-03-01', 'salt');
  await addVisitors(file.db, '2026-03-01', [1, 2]);
  await runMaintenance(blog);
  expect(await daysWithTraces(file.db)).toEqual(['2026-03-01']);
  await changeStatistics(blog, { isOn: false });
  await runMaintenance(blog);
  expect(await daysWithTraces(file.db)).toEqual([]);
});

test('files on this machine are deleted even if another one is the leader', async () => {
  const blog = await blogOnDisk();
  const files = ['exports/old', 'uploads/old'].map((name) => path.join(blog.dataFolder, name));
  for (const file of files) {
    await mkdir(file, { recursive: true });
    await utimes(file, new Date(0), new Date(0));
  }
  const stop = scheduleJobs(createLog('error'), maintenanceJobs(blog, signal), async () => false);
  await stop();
  for (const folder of ['exports', 'uploads'])
    expect(await readdir(path.join(blog.dataFolder, folder))).toEqual([]);
});

test('mails that wait without a job are sent after a start', async () => {
  const blog = await blogOnDisk();
  blog.mail = { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null };
  const content = { subject: 'S', html: '', text: '' };
  await addMail(blog, blog.db, { kind: 'owner', address: 'owner@example.org', about: 'a', content });
  await blog.db.deleteFrom('jobs').execute();
  await runMaintenance(blog);
  expect(await hasUnfinishedJob(blog.db, 'mail')).toBe(true);
});
