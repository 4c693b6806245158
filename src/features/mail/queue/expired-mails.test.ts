import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addMailOf, addNewsletter, addSubscriber } from '../../../../tests/support/mail-rows.ts';
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts';
import { type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { usualChoices } from '../api/subscriptions.ts';
import { sendAgain } from '../newsletters/newsletter-status.ts';
import { runNewsletters } from '../newsletters/run-newsletters.ts';
import { requestSubscription, runRequests } from '../subscribers/subscription-requests.ts';
import type { MailKind } from '../tables.ts';
import { deleteExpiredMails } from './expired-mails.ts';
import { addMail } from './queue.ts';
import { runMails } from './run-mails.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const content = { subject: 'S', html: '<p>x</p>', text: 'x' };
const job = { id: 1, kind: 'any', payload: {} };
const context = { signal: new AbortController().signal, progress: () => {}, fence: async () => {} };

let server: MailServer;
let folder: string;
let blog: MemoryBlog;
beforeEach(async () => {
  server = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-mail-'));
  blog = { ...(await memoryBlog()), dataFolder: folder, mail: { smtpUrl: server.url, imapUrl: null } };
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const rows = () => blog.db.selectFrom('mails').selectAll().orderBy('id').execute();
const sendMails = () => runMails(blog, job, context);

/** A newsletter that began now, with a mail that waits. */
async function newsletterTo(address: string): Promise<number> {
  const date = blog.now().toISOString();
  const id = await addNewsletter(blog.db, { date });
  const parts = { kind: 'post', category_ids: [], html: ['<p>', '</p>'], text: ['', ''] };
  await blog.db
    .updateTable('newsletters')
    .set({ content: JSON.stringify(parts) })
    .execute();
  const subscriber_id = await addSubscriber(blog.db, address);
  await addMailOf(blog.db, id, address, 'waiting', { subscriber_id, date });
  await blog.db.updateTable('mails').set({ next_run: date }).where('newsletter_id', '=', id).execute();
  return id;
}

describe('a mail that waited for too long is not sent', () => {
  test.each<[Exclude<MailKind, 'newsletter'>, number]>([
    ['confirmation', 48],
    ['commenter', 48],
    ['test', 24],
    ['owner', 7 * 24],
  ])('%s: after %d hours', async (kind, hours) => {
    await addMail(blog, blog.db, { kind, address: 'old@example.org', about: 'a', content });
    blog.wait(2);
    await addMail(blog, blog.db, { kind, address: 'new@example.org', about: 'b', content });
    blog.wait(hours * hour - 1);
    await sendMails();
    expect(server.received.map(({ recipients }) => recipients[0])).toEqual(['new@example.org']);
    expect(await rows()).toMatchObject([
      {
        state: 'failed',
        next_run: null,
        content: null,
        response: expect.stringContaining('not sent within'),
      },
      { state: 'sent' },
    ]);
  });

  test('newsletter: after 7 days, unless the owner asks for it again', async () => {
    const id = await newsletterTo('reader@example.org');
    blog.wait(7 * day + 1);
    await sendMails();
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed', next_run: null }]);
    expect(await sendAgain(blog, id, 'failed')).toEqual({ changed: 1 });
    await sendMails();
    expect(server.to('reader@example.org')).toHaveLength(1);
  });

  test('also those recipients of a newsletter who are not queued yet', async () => {
    await newsletterTo('reader@example.org');
    await blog.db.deleteFrom('mails').execute();
    await blog.db.updateTable('newsletters').set({ filled_up_to: 0 }).execute();
    blog.wait(7 * day + 1);
    await runNewsletters(blog, job, context);
    await sendMails();
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([{ address: 'reader@example.org', state: 'failed' }]);
  });

  test('nor is one that became too old while the job was running', async () => {
    await writeSetting(blog.db, 'mail', JSON.stringify({ rate: 1 }));
    server.answers.recipient = () => {
      blog.wait(48 * hour);
      return undefined;
    };
    for (const name of ['first', 'second', 'third'])
      await addMail(blog, blog.db, {
        kind: 'confirmation',
        address: `${name}@example.org`,
        about: name,
        content,
      });
    blog.wait(1);
    await sendMails();
    expect(server.attempts).toEqual(['first@example.org']);
  });
});

test('a confirmation that was not made in time is not made later', async () => {
  await requestSubscription(blog, 'reader@example.org', usualChoices, '192.0.2.7');
  blog.wait(48 * hour + 1);
  await runRequests(blog, job, context);
  expect(await rows()).toEqual([]);
  expect(await blog.db.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
});

test('what has expired is deleted without an SMTP server, too', async () => {
  await requestSubscription(blog, 'reader@example.org', usualChoices, '192.0.2.7');
  await addMail(blog, blog.db, { kind: 'owner', address: 'owner@example.org', about: 'a', content });
  blog.mail = null;
  blog.wait(31 * day);
  await deleteExpiredMails(blog);
  expect(await rows()).toEqual([]);
  expect(await blog.db.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
});
