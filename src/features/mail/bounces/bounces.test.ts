import { expect, test } from 'vitest';
import { imapPassword, startImapServer } from '../../../../tests/support/imap-server.ts';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { reportsOf as returned } from '../../../../tests/support/returned-mail.ts';
import type { Blog } from '../../../platform/blog.ts';
import { messageId } from '../queue/queue.ts';
import { insertMail } from '../store/mails.ts';
import { runBounces } from './bounces.ts';
import { isSuppressed } from './suppressions.ts';
import { watchBounces } from './watch-bounces.ts';

const recipient = 'reader@example.net';
const context = () => ({ signal: new AbortController().signal, progress: () => {}, fence: async () => {} });
const job = { id: 1, kind: 'mail-bounces', payload: {} };

async function mailBlog(imapUrl: string) {
  return { ...(await memoryBlog()), mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl } };
}

async function addSent(blog: Blog, about = 'post 1', address = recipient): Promise<string> {
  const message_id = messageId(blog, about, address);
  const now = blog.now().toISOString();
  await insertMail(blog.db, {
    priority: 1,
    kind: 'newsletter',
    address,
    address_key: address,
    subscriber_id: null,
    newsletter_id: null,
    message_id,
    content: null,
    state: 'sent',
    next_run: null,
    date_added: now,
    date_settled: now,
  });
  return message_id;
}

const rows = ({ db }: Blog) => db.selectFrom('mails').select(['state', 'response']).orderBy('id').execute();
const stored = async ({ db }: Blog) =>
  JSON.parse(
    (await db.selectFrom('settings').select('value').where('name', '=', 'mailbox').executeTakeFirst())
      ?.value ?? '{}',
  );

test.each(['postfix', 'exim', 'oldExim', 'exchange', 'gmail', 'qmail'] as const)(
  'a report of %s ends mail to the address and is marked as seen',
  async (name) => {
    await using server = await startImapServer();
    const blog = await mailBlog(server.url);
    const id = await addSent(blog);
    server.add('From: A friend <friend@example.com>\r\nSubject: Hello\r\n\r\nHow are you?\r\n');
    server.add(returned[name]({ messageId: id, recipient }));
    expect(await runBounces(blog, job, context())).toEqual({ again: expect.any(Date) });
    expect(await isSuppressed(blog, blog.db, recipient)).toBe(true);
    expect(await rows(blog)).toEqual([{ state: 'failed', response: expect.stringContaining('550') }]);
    expect(server.messages.map(({ isSeen }) => isSeen)).toEqual([false, true]);
    expect(server.forbidden).toEqual([]);
    expect(await stored(blog)).toMatchObject({ error: null, failures: 0, position: { uid: 2 } });
  },
);

test('a soft bounce is only written down', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  const messageId = await addSent(blog);
  server.add(returned.postfix({ messageId, recipient, code: '452', status: '4.2.2' }));
  await runBounces(blog, job, context());
  expect(await isSuppressed(blog, blog.db, recipient)).toBe(false);
  expect(await rows(blog)).toEqual([{ state: 'sent', response: expect.stringContaining('452') }]);
});

test('forged reports have no effect and are left as they are', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  const other = await addSent(blog, 'post 1', 'other@example.net');
  await addSent(blog);
  const forged = [
    // A Message-ID that was never sent.
    { messageId: '<forged@blog.example.org>', recipient },
    // One that was sent to another recipient.
    { messageId: other, recipient },
    { messageId: '', recipient },
  ];
  for (const mail of forged)
    for (const write of [returned.postfix, returned.oldExim, returned.gmail, returned.qmail])
      server.add(write(mail));
  await runBounces(blog, job, context());
  expect(await isSuppressed(blog, blog.db, recipient)).toBe(false);
  expect(await isSuppressed(blog, blog.db, 'other@example.net')).toBe(false);
  expect(await rows(blog)).toEqual([
    { state: 'sent', response: null },
    { state: 'sent', response: null },
  ]);
  expect(server.messages.every(({ isSeen }) => !isSeen)).toBe(true);
  expect(server.commands.filter((command) => command.includes('BODY.PEEK[]'))).toHaveLength(12);
});

test('a report about an old mail has no effect', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  const messageId = await addSent(blog);
  blog.wait(15 * 24 * 60 * 60 * 1000);
  await addSent(blog, 'post 2');
  server.add(returned.postfix({ messageId, recipient }));
  await runBounces(blog, job, context());
  expect(await isSuppressed(blog, blog.db, recipient)).toBe(false);
  expect(await stored(blog)).toMatchObject({ position: { uid: 1 } });
});

test('each message is looked at once, also after the server renumbered them', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  const messageId = await addSent(blog);
  server.add('From: postmaster@example.com\r\nSubject: Report\r\n\r\nNothing\r\n');
  await runBounces(blog, job, context());
  const reads = () => server.commands.filter((command) => command.includes('BODY.PEEK[]')).length;
  expect(reads()).toBe(1);
  await runBounces(blog, job, context());
  expect(reads()).toBe(1);
  server.validity = 2;
  server.add(returned.postfix({ messageId, recipient }));
  await runBounces(blog, job, context());
  expect(reads()).toBe(3);
  expect(await isSuppressed(blog, blog.db, recipient)).toBe(true);
});

test('no more of a large message is read than the report', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  const messageId = await addSent(blog);
  server.add(returned.postfix({ messageId, recipient }).concat('x'.repeat(3_000_000)));
  await runBounces(blog, job, context());
  expect(server.commands.join('\n')).toContain('BODY.PEEK[]<0.262144>');
  expect(await isSuppressed(blog, blog.db, recipient)).toBe(true);
});

test('without recent mails or without a mailbox nothing is read', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url);
  expect(await runBounces(blog, job, context())).toBeUndefined();
  await addSent(blog);
  blog.wait(8 * 24 * 60 * 60 * 1000);
  expect(await runBounces(blog, job, context())).toBeUndefined();
  expect(server.commands).toEqual([]);
  const jobs = () => blog.db.selectFrom('jobs').select('kind').execute();
  await watchBounces({ ...blog, mail: { ...blog.mail, imapUrl: null } });
  expect(await jobs()).toEqual([]);
  for (let count = 0; count < 3; count++) await watchBounces(blog);
  expect(await jobs()).toEqual([{ kind: 'mail-bounces' }]);
});

test('a mailbox that cannot be read is reported without the password, and tried less and less often', async () => {
  await using server = await startImapServer();
  const blog = await mailBlog(server.url.replace('%2Fword', '%2Fwrong'));
  await addSent(blog);
  const delays: number[] = [];
  for (let count = 0; count < 3; count++) {
    const next = await runBounces(blog, job, context());
    delays.push((next?.again.getTime() ?? 0) - blog.now().getTime());
  }
  expect(delays).toEqual([10, 20, 40].map((minutes) => minutes * 60_000));
  const { error } = await stored(blog);
  expect(error).toBeTruthy();
  expect(error).not.toContain('wrong');
  expect(error).not.toContain(imapPassword);
});
