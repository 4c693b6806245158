import { expect, test } from 'vitest';
import { type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { size } from '../../../../tests/support/size.ts';
import { addressKey, normalizedAddress } from '../../../platform/http/api/mail-address.ts';
import { usualChoices } from '../api/subscriptions.ts';
import type { MailContent } from '../message/content.ts';
import { deleteExpiredMails } from '../queue/expired-mails.ts';
import { hashOfAddress } from '../queue/links.ts';
import { insertSubscriber } from '../store/subscribers.ts';
import { mailboxOf } from './subscription-limits.ts';
import { requestSubscription, runRequests } from './subscription-requests.ts';
import { confirmSubscription } from './subscriptions.ts';

const minute = 60_000;
const hour = 60 * minute;

async function mailBlog(): Promise<MemoryBlog> {
  return { ...(await memoryBlog()), mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null } };
}

const runJob = (blog: MemoryBlog) =>
  runRequests(
    blog,
    { id: 1, kind: 'subscription-requests', payload: {} },
    { signal: new AbortController().signal, progress: () => {}, fence: async () => {} },
  );

let visitors = 0;
/** In a network of its own. */
const newIp = () => {
  visitors++;
  return `10.${visitors >> 8}.${visitors & 255}.1`;
};

/** Whether the request was taken; the same is said of every address. */
async function ask(blog: MemoryBlog, address: string, ip = newIp()): Promise<boolean> {
  try {
    await requestSubscription(blog, address, usualChoices, ip);
    return true;
  } catch (problem) {
    expect((problem as { code?: string }).code).toBe('too_many');
    return false;
  }
}

const mails = async (blog: MemoryBlog) =>
  (await blog.db.selectFrom('mails').selectAll().orderBy('id').execute()).map((mail) => ({
    ...mail,
    content: JSON.parse(mail.content ?? 'null') as MailContent,
  }));
const tokenIn = ({ text }: MailContent): string =>
  /\/subscribe\/confirm\/([\w-]{43})\n/.exec(text)?.[1] ?? '';

test('a new address gets one mail with one link, which is in the database as a hash only', async () => {
  const blog = await mailBlog();
  await ask(blog, 'reader@example.org');
  await runJob(blog);
  const [mail, ...others] = await mails(blog);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'confirmation',
    address: 'reader@example.org',
    priority: 0,
    state: 'waiting',
  });
  const token = tokenIn(mail?.content as MailContent);
  expect(mail?.content.html.match(new RegExp(token, 'g'))).toHaveLength(1);
  expect(mail?.content.unsubscribeUrl).toBeUndefined();
  expect(JSON.stringify(await blog.db.selectFrom('mail_tokens').selectAll().execute())).not.toContain(token);
  expect(await blog.db.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
  expect(await blog.db.selectFrom('subscribers').selectAll().execute()).toEqual([]);
  expect(await confirmSubscription(blog, token)).not.toBeNull();
});

test('an address that is subscribed gets a mail that says so, with its link for changes', async () => {
  const blog = await mailBlog();
  const now = blog.now().toISOString();
  const address = 'Reader@example.org';
  await insertSubscriber(blog.db, {
    ...usualChoices,
    address,
    address_key: addressKey(address),
    source: 'import',
    date_added: now,
    date_confirmed: now,
  });
  await ask(blog, 'reader@example.org');
  await runJob(blog);
  const [mail] = await mails(blog);
  expect(mail?.content.subject).toBe('You are already subscribed to Not Terrible');
  expect(mail?.content.text).toMatch(/https:\/\/blog\.example\.org\/subscribe\/1-[\w-]{43}\n/);
  expect(mail?.content.unsubscribeUrl).toMatch(
    /^https:\/\/blog\.example\.org\/subscribe\/1-[\w-]{43}\/stop$/,
  );
  expect(await blog.db.selectFrom('mail_tokens').selectAll().execute()).toEqual([]);
});

test('an address that bounced gets nothing; one that unsubscribed can subscribe again', async () => {
  const blog = await mailBlog();
  for (const reason of ['bounced', 'unsubscribed'] as const)
    await blog.db
      .insertInto('mail_suppressions')
      .values({
        address_hash: hashOfAddress(blog, `${reason}@example.org`),
        reason,
        detail: '',
        date_added: blog.now().toISOString(),
      })
      .execute();
  await ask(blog, 'bounced@example.org');
  await ask(blog, 'Unsubscribed@example.org');
  await runJob(blog);
  expect((await mails(blog)).map(({ address }) => address)).toEqual(['Unsubscribed@example.org']);
});

test('an address gets one mail in ten minutes and three a day, however it is spelled', async () => {
  const blog = await mailBlog();
  const spellings = [
    'reader@example.org',
    'READER@EXAMPLE.org',
    'reader+1@example.org',
    're.ad.er@example.org',
    ' R.eader+a+b@example.ORG ',
    'reader+@example.org',
  ].map((typed) => normalizedAddress(typed) ?? '');
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['reader@example.org']));
  const sent: number[] = [];
  for (let round = 0; round < 40; round++) {
    for (const address of spellings) expect(await ask(blog, address)).toBe(true);
    await runJob(blog);
    sent.push((await mails(blog)).length);
    blog.wait(11 * minute);
  }
  expect(sent.slice(0, 3)).toEqual([1, 2, 3]);
  expect(sent.at(-1)).toBe(3);
  blog.wait(24 * hour);
  await ask(blog, 'reader@example.org');
  await runJob(blog);
  expect(await mails(blog)).toHaveLength(4);
});

test('an international domain has one spelling', async () => {
  const blog = await mailBlog();
  for (const typed of ['leser@bücher.example', 'leser@BÜCHER.example', 'leser@xn--bcher-kva.example'])
    await ask(blog, normalizedAddress(typed) ?? '');
  await runJob(blog);
  expect((await mails(blog)).map(({ address }) => address)).toEqual(['leser@xn--bcher-kva.example']);
});

test('a domain gets a hundred mails an hour', async () => {
  const blog = await mailBlog();
  for (let n = 0; n < 150; n++) await ask(blog, `reader${n}@example.org`);
  await ask(blog, 'reader@example.net');
  await runJob(blog);
  expect(await mails(blog)).toHaveLength(101);
});

test('a visitor can ask five times in ten minutes, and a network thirty times an hour', async () => {
  const blog = await mailBlog();
  const taken = async (ips: readonly string[]) => {
    let count = 0;
    for (const [n, ip] of ips.entries()) if (await ask(blog, `r${n}@d${n}.example`, ip)) count++;
    return count;
  };
  expect(await taken(Array(10).fill('192.0.2.1'))).toBe(5);
  expect(await taken(Array.from({ length: 10 }, (_, n) => `2001:db8::${n + 1}`))).toBe(5);
  expect(await taken(Array.from({ length: 200 }, (_, n) => `198.51.100.${n + 1}`))).toBe(30);
  blog.wait(10 * minute);
  expect(await taken(Array(10).fill('192.0.2.1'))).toBe(5);
});

test('many requests for other people cause 300 mails an hour, and as few rows', async () => {
  const blog = await mailBlog();
  let taken = 0;
  for (let n = 0; n < size(500, 2_000); n++) if (await ask(blog, `victim@d${n}.example`)) taken++;
  await runJob(blog);
  expect(taken).toBe(300);
  expect(await mails(blog)).toHaveLength(300);
  expect(await blog.db.selectFrom('mail_tokens').selectAll().execute()).toHaveLength(300);
});

test('a flood from a few networks leaves room for other visitors', async () => {
  const blog = await mailBlog();
  let taken = 0;
  for (let n = 0; n < 2_000; n++)
    if (await ask(blog, `r@d${n}.example`, `203.0.${n % 8}.${(n >> 3) & 255}`)) taken++;
  expect(taken).toBe(200);
  expect(await ask(blog, 'reader@example.org', '192.0.2.1')).toBe(true);
});

test('what was never confirmed is forgotten after 48 hours', async () => {
  const blog = await mailBlog();
  await ask(blog, 'reader@example.org');
  await runJob(blog);
  await ask(blog, 'waiting@example.org');
  await blog.db.updateTable('mails').set({ state: 'sent', next_run: null }).execute();
  const traces = async () => {
    const tables = ['mails', 'mail_tokens', 'subscription_requests', 'attempts'] as const;
    const rows = await Promise.all(tables.map((table) => blog.db.selectFrom(table).selectAll().execute()));
    return rows.map((found) => JSON.stringify(found).includes('@example.org'));
  };
  blog.wait(48 * hour - 1);
  await deleteExpiredMails(blog);
  expect(await traces()).toEqual([true, true, true, false]);
  blog.wait(2);
  await deleteExpiredMails(blog);
  expect(await traces()).toEqual([false, false, false, false]);
});
