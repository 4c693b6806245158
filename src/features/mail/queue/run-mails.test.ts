import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import type { Blog } from '../../../platform/blog.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { bounceOf, isSuppressed } from '../bounces/suppressions.ts';
import { deleteExpiredMails } from './expired-mails.ts';
import { addMail } from './queue.ts';
import { runMails } from './run-mails.ts';

const second = 1000;
const minute = 60 * second;

let server: MailServer;
let folder: string;
beforeEach(async () => {
  server = await startMailServer();
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-mail-'));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A blog whose clock runs, and can be moved. */
async function mailBlog(url = server.url): Promise<Blog & { wait(ms: number): void; reports: unknown[] }> {
  const blog = await memoryBlog();
  let ahead = 0;
  const reports: unknown[] = [];
  return {
    ...blog,
    mail: { smtpUrl: url, imapUrl: null },
    dataFolder: folder,
    now: () => new Date(Date.now() + ahead),
    wait: (ms) => {
      ahead += ms;
    },
    report: (...report) => void reports.push(report),
    reports,
  };
}

const content = { subject: 'S', html: '<p>x</p>', text: 'x' };
const add = (blog: Blog, address: string, about = 'a') =>
  addMail(blog, blog.db, { kind: 'commenter', address, about, content });
const rows = (blog: Blog) => blog.db.selectFrom('mails').selectAll().orderBy('id').execute();
const run = (blog: Blog, signal = new AbortController().signal) =>
  runMails(blog, { id: 1, kind: 'mail', payload: {} }, { signal, progress: () => {}, fence: async () => {} });
const serverState = (blog: Blog) => blog.db.selectFrom('mail_server').selectAll().executeTakeFirst();

describe('answers', () => {
  test('4xx: the mail is tried again later, and only it', async () => {
    const blog = await mailBlog();
    const refused = new Set(['a@example.org']);
    server.answers.recipient = (address) => (refused.delete(address) ? '450 4.2.0 Greylisted' : undefined);
    await add(blog, 'a@example.org');
    await add(blog, 'b@example.org');
    const result = await run(blog);
    expect(server.received.map(({ recipients }) => recipients[0])).toEqual(['b@example.org']);
    const [first] = await rows(blog);
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, response: '450 4.2.0 Greylisted' });
    expect(result?.again.toISOString()).toBe(first?.next_run);
    expect(await serverState(blog)).toBeUndefined();
    blog.wait(minute);
    expect(await run(blog)).toBeUndefined();
    expect(server.to('a@example.org')).toHaveLength(1);
  });

  test('5xx: nothing is sent to the address again, and its name is not in the answer', async () => {
    const blog = await mailBlog();
    server.answers.recipient = (address) => `550 5.1.1 <${address.toUpperCase()}> unknown here`;
    await add(blog, 'gone@example.org');
    await run(blog);
    expect(await rows(blog)).toMatchObject([
      { state: 'failed', next_run: null, response: '550 5.1.1 <…> unknown here' },
    ]);
    expect(await isSuppressed(blog, blog.db, 'gone@example.org')).toBe(true);
    expect((await bounceOf(blog, blog.db, 'gone@example.org'))?.detail).not.toMatch(/gone/i);
    await add(blog, 'Gone@example.org', 'b');
    await run(blog);
    expect(server.attempts).toHaveLength(1);
    expect((await rows(blog))[1]).toMatchObject({ state: 'suppressed', next_run: null });
  });

  test('a refusal of the sender or relay bounces no one', async () => {
    const blog = await mailBlog();
    server.answers.recipient = () => '550 5.7.1 Relaying denied';
    await add(blog, 'a@example.org');
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state: 'failed' }]);
    expect(await isSuppressed(blog, blog.db, 'a@example.org')).toBe(false);
  });

  test.each(['half', 'drop'] as const)('%s: the same mail is sent again', async (answer) => {
    const blog = await mailBlog();
    const answers = [answer];
    server.answers.message = () => answers.pop();
    await add(blog, 'a@example.org');
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    blog.wait(minute);
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state: 'sent' }]);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.received).toHaveLength(2);
  });

  test('a connection that ends inside the message delivers nothing', async () => {
    const blog = await mailBlog();
    const drops = [true];
    server.answers.dropsInside = () => drops.pop() ?? false;
    await add(blog, 'a@example.org');
    await run(blog);
    expect(server.received).toEqual([]);
    blog.wait(minute);
    await run(blog);
    expect(server.received).toHaveLength(1);
  });

  test('silence ends after the time of the URL', async () => {
    const blog = await mailBlog(`${server.url}?timeout=1`);
    server.answers.recipient = () => 'silence';
    await add(blog, 'a@example.org');
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(await serverState(blog)).toMatchObject({ failures: 1 });
  });
});

describe('a server that cannot be used', () => {
  test('is left alone for longer each time, and no mail loses an attempt', async () => {
    const blog = await mailBlog();
    await server.stop();
    await add(blog, 'a@example.org');
    await add(blog, 'b@example.org');
    const pauses: number[] = [];
    for (let failures = 1; failures <= 3; failures++) {
      const again = (await run(blog))?.again.getTime() ?? 0;
      pauses.push(again - blog.now().getTime());
      expect(await serverState(blog)).toMatchObject({ failures });
      // A new mail wakes the job before: the server is not asked.
      expect((await run(blog))?.again.getTime()).toBe(again);
      blog.wait(again - blog.now().getTime() + 1);
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(await rows(blog)).toMatchObject([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ]);
    await server.start();
    await run(blog);
    expect(server.received).toHaveLength(2);
    expect(await serverState(blog)).toMatchObject({ failures: 0, paused_until: null, error: null });
  });

  test('its answer to the login is stored without the password', async () => {
    const password = 'hunter2 & co';
    await using strict = await startMailServer({
      login: { user: 'blog', password: 'another' },
      smtp: {
        onAuth: (_auth, _session, callback) =>
          callback(new Error(`${password} is wrong, ${Buffer.from(password).toString('base64')}`)),
      },
    });
    const blog = await mailBlog(`smtp://blog:${encodeURIComponent(password)}@127.0.0.1:${strict.port}`);
    await add(blog, 'a@example.org');
    await run(blog);
    const state = await serverState(blog);
    expect(state?.error).toMatch(/… is wrong/);
    expect(JSON.stringify([state, await rows(blog), blog.reports])).not.toMatch(/hunter2|aHVudGVyMi/);
    expect(await rows(blog)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  });

  test('nothing is sent unencrypted where encryption is required, nor to a certificate of unknown origin', async () => {
    const blog = await mailBlog(`${server.url}?tls=required`);
    await add(blog, 'a@example.org');
    await run(blog);
    expect(await serverState(blog)).toMatchObject({ failures: 1 });
    await using self = await startMailServer({
      login: { user: 'blog', password: 'p' },
      smtp: { secure: true, disabledCommands: [], logger: false },
    });
    let logins = 0;
    self.answers.connection = () => {
      logins++;
      return undefined;
    };
    const other = await mailBlog(self.url);
    await add(other, 'a@example.org');
    await run(other);
    expect(await serverState(other)).toMatchObject({ failures: 1 });
    expect([server.received, self.received, logins]).toEqual([[], [], 0]);
  });
});

describe('order and rate', () => {
  test('personal mails go before newsletters, and the rate holds over restarts', async () => {
    const blog = await mailBlog();
    await writeSetting(blog.db, 'mail', JSON.stringify({ rate: 1 }));
    for (const about of ['a', 'b', 'c']) await add(blog, `${about}@example.org`, about);
    await blog.db.updateTable('mails').set({ priority: 1 }).where('address', '!=', 'c@example.org').execute();
    const steps = [
      { after: 0, expected: ['c'] },
      { after: 0, expected: ['c'] },
      { after: minute, expected: ['c', 'a'] },
      { after: minute / 2, expected: ['c', 'a'] },
    ];
    for (const { after, expected } of steps) {
      blog.wait(after);
      const stop = new AbortController();
      const running = run(blog, stop.signal).catch(() => {});
      await server.waitFor(() => true, expected.length);
      await wait(300);
      stop.abort(new Error('stop'));
      await running;
      expect(server.received.map(({ recipients }) => recipients[0]?.[0])).toEqual(expected);
    }
  });

  test('connections are used again', async () => {
    const blog = await mailBlog();
    await writeSetting(blog.db, 'mail', JSON.stringify({ rate: 10_000 }));
    for (let index = 0; index < 40; index++) await add(blog, `a${index}@example.org`);
    await run(blog);
    expect(server.received).toHaveLength(40);
    expect(server.connections).toBeLessThanOrEqual(4);
  });
});

describe('a mail on its way', () => {
  test('is not sent when its row is deleted before the dot', async () => {
    const blog = await mailBlog();
    server.answers.recipient = () => ({ afterMs: 300 });
    await add(blog, 'a@example.org');
    const running = run(blog);
    await expect.poll(() => server.attempts.length).toBe(1);
    await blog.db.deleteFrom('mails').execute();
    await running;
    await wait(100);
    expect(server.received).toEqual([]);
  });

  test('is not sent when its newsletter is canceled, and stays as a mail that waits for nothing', async () => {
    const blog = await mailBlog();
    server.answers.recipient = () => ({ afterMs: 300 });
    await add(blog, 'a@example.org');
    const running = run(blog);
    await expect.poll(() => server.attempts.length).toBe(1);
    await blog.db.updateTable('mails').set({ next_run: null }).execute();
    await running;
    expect(server.received).toEqual([]);
    expect(await rows(blog)).toMatchObject([{ state: 'waiting', next_run: null }]);
  });

  const boot = () => readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim());
  test.each([
    ['was not sent before its process was killed: sent now', (id: number) => `+${id}`, 'sent', 1],
    [
      'was refused when its process was killed: sent now',
      (id: number) => `+${id}\n.${id}\n-${id}`,
      'sent',
      1,
    ],
    [
      'was accepted when its process was killed: not sent again',
      (id: number) => `+${id}\n.${id}\n=${id}`,
      'sent',
      0,
    ],
    ['got no answer: sent again, as personal mails are', (id: number) => `+${id}\n.${id}`, 'sent', 1],
    ['belonged to another machine: sent again', () => '', 'sent', 1],
  ] as const)('that %s', async (_name, marks, state, received) => {
    const blog = await mailBlog();
    await add(blog, 'a@example.org');
    await blog.db.updateTable('mails').set({ state: 'handed-over', next_run: null }).execute();
    const [row] = await rows(blog);
    await writeFile(join(folder, 'mail-handed-over'), `${await boot()}\n${marks(row?.id ?? 0)}\n`);
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state }]);
    expect(server.received).toHaveLength(received);
  });

  test.each([
    ['got no answer', (id: number, now: string) => `${now}\n+${id}\n.${id}\n`],
    [
      'is not repeated after a restart of the machine, which loses what the disk did not get',
      (id: number) => `another-boot\n+${id}\n`,
    ],
  ])('of a newsletter that %s is not sent again', async (_name, marks) => {
    const blog = await mailBlog();
    await add(blog, 'a@example.org');
    await blog.db.updateTable('mails').set({ state: 'handed-over', next_run: null, content: null }).execute();
    const [row] = await rows(blog);
    await writeFile(join(folder, 'mail-handed-over'), marks(row?.id ?? 0, await boot()));
    await run(blog);
    expect(await rows(blog)).toMatchObject([{ state: 'unconfirmed' }]);
  });
});

test('a queue that is full takes no further personal mail', async () => {
  const blog = await mailBlog();
  await add(blog, 'a@example.org');
  const [{ id: _, ...row }] = (await rows(blog)) as [Awaited<ReturnType<typeof rows>>[number]];
  for (let from = 0; from < 9_999; from += 1_111)
    await blog.db
      .insertInto('mails')
      .values(Array.from({ length: 1_111 }, (__, index) => ({ ...row, message_id: `<${from + index}>` })))
      .execute();
  expect(await add(blog, 'b@example.org')).toBe(false);
  expect(blog.reports).toHaveLength(1);
  await blog.db.deleteFrom('mails').where('address', '=', 'a@example.org').where('id', '<', 10).execute();
  expect(await add(blog, 'b@example.org')).toBe(true);
});

test('personal mails are forgotten after 30 days, those of newsletters are not', async () => {
  const blog = await mailBlog();
  const now = blog.now().toISOString();
  await add(blog, 'a@example.org');
  await add(blog, 'b@example.org');
  await blog.db
    .insertInto('newsletters')
    .values({
      id: 1,
      post_id: 1,
      subject: 'S',
      preheader: '',
      content: '{}',
      date_added: now,
      date_started: now,
    })
    .execute();
  await run(blog);
  await blog.db
    .updateTable('mails')
    .set({ kind: 'newsletter', newsletter_id: 1 })
    .where('address', '=', 'b@example.org')
    .execute();
  const left = async (days: number) => {
    blog.wait(days * 24 * 60 * minute);
    await deleteExpiredMails(blog);
    return (await rows(blog)).map(({ address }) => address);
  };
  expect(await left(29)).toEqual(['a@example.org', 'b@example.org']);
  expect(await left(2)).toEqual(['b@example.org']);
});
