import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../src/contract/comments.ts';
import type { Post } from '../../src/contract/posts.ts';
import { openDatabase } from '../../src/db/open.ts';
import { deleteSetting } from '../../src/store/settings.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { checkHtml } from '../support/html-checker.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { adminPassword, type RunningServer, startServer } from '../support/server.ts';

const owner = 'owner@example.org';
const isToOwner = ({ to }: ReceivedMail) => to.includes(owner);

/** From an IP address of its own. */
async function say(url: string, post: Post, text: string): Promise<Comment> {
  const reader = new Client(url);
  const headers = { 'X-Forwarded-For': newAddress() };
  await reader.get('/webapi/api/admin/auth');
  const { status, body } = await reader.post<Comment>(
    `/webapi/api/posts/comment/${post.id}`,
    { comment_text: text, user_name: 'Ada' },
    { headers },
  );
  expect(status).toBe(201);
  return body;
}

onEachDatabase('mails to the owner', (kind) => {
  let mailServer: MailServer;
  let site: ApiSite;

  beforeEach(async () => {
    mailServer = await startMailServer();
    site = await apiSite(kind, { SMTP_URL: mailServer.url });
    await site.admin.put('/webapi/api/admin/mail', { owner_address: owner });
  });
  afterEach(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
    await mailServer[Symbol.asyncDispose]();
  });

  test('a waiting comment arrives, and its link approves it', async () => {
    const post = await site.createPost({ post_title: 'A "walk" & more' });
    const comment = await say(site.url, post, 'Is this <b>bold</b>?\n\nSubject: no header');
    const [mail] = await mailServer.waitFor(isToOwner);
    expect(mail).toMatchObject({ subject: 'Ada commented on "A "walk" & more"', recipients: [owner] });
    expect(mail?.text).toContain('> Is this <b>bold</b>?');
    expect(mail?.headers['auto-submitted']).toBe('auto-generated');
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();

    // As a program does that looks at all links of a mail before its reader does.
    const urls = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url]) => new URL(url ?? ''));
    expect(urls.filter(({ pathname }) => pathname.startsWith('/mail/'))).toHaveLength(3);
    for (const { pathname } of urls)
      for (const method of ['HEAD', 'GET']) await site.visitor().request(method, pathname);
    const stateOf = () =>
      site.blog.db.selectFrom('comments').select('approved').where('id', '=', comment.id).execute();
    expect(await stateOf()).toEqual([{ approved: 0 }]);

    const path = /\/mail\/moderate\/approve-[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    const opened = await site.visitor().get(path);
    const version = /name="version" value="([^"]*)"/.exec(opened.text)?.[1] ?? '';
    await site.visitor().post(path, new URLSearchParams({ version }), { token: false });
    expect(await stateOf()).toEqual([{ approved: 1 }]);
    expect(mailServer.received.filter(isToOwner)).toHaveLength(1);
    const pages = [
      { name: 'mail', html: mail?.html ?? '' },
      { name: 'page', html: opened.text },
    ];
    expect(await checkHtml(pages)).toEqual([]);
  }, 90_000);

  test('a sign-in from another network and a new administrator arrive', async () => {
    await site.signIn(site.visitor('203.0.113.7'));
    const [mail] = await mailServer.waitFor(({ subject }) => subject === 'New sign-in to the account admin');
    expect(mail?.text).toContain('Network: 203.0.113.0/24');
    expect(mail?.text).toContain('/admin/security');
    await site.admin.post('/webapi/api/admin/users', {
      username: 'second',
      password: 'a long enough pass phrase',
    });
    await mailServer.waitFor(({ subject }) => subject === 'Security: Added the administrator "second"');
    await site.signIn(site.visitor('203.0.113.8'));
    await site.restart();
    expect(mailServer.received.filter(({ subject }) => subject.startsWith('New sign-in'))).toHaveLength(1);
  }, 60_000);

  test('changed settings hold for what waits already', async () => {
    await site.admin.put('/webapi/api/admin/mail', { comment_notice: 'daily' });
    const post = await site.createPost();
    await say(site.url, post, 'For the morning.');
    const notices = () => site.blog.db.selectFrom('comment_notices').select('comment_id').execute();
    expect(await notices()).toHaveLength(1);
    await site.admin.put('/webapi/api/admin/mail', { comment_notice: 'at-once' });
    await mailServer.waitFor(({ text }) => text.includes('For the morning.'));
    expect(await notices()).toEqual([]);
    await site.admin.put('/webapi/api/admin/mail', { comment_notice: 'hourly' });
    await say(site.url, post, 'For nothing.');
    await site.admin.put('/webapi/api/admin/mail', { comment_notice: 'off' });
    await expect.poll(notices, { timeout: 20_000 }).toEqual([]);
  }, 60_000);
});

onEachDatabase('kill -9 between a comment and its mail', (kind) => {
  let database: TemporaryDatabase;
  let mailServer: MailServer;
  beforeAll(async () => {
    database = await migratedDatabase(kind);
    mailServer = await startMailServer();
  });
  afterAll(async () => {
    await mailServer[Symbol.asyncDispose]();
    await database.dispose();
  });

  const open = () =>
    startServer({
      env: {
        WEB_PROCESSES: '2',
        TRUST_PROXY: '1',
        SITE_URL: 'http://blog.example',
        DATA_DIR: database.config.dataDir,
        SMTP_URL: mailServer.url,
        ...(database.config.databaseUrl && { DATABASE_URL: database.config.databaseUrl }),
      },
    });

  const childrenOf = async (pid: number): Promise<number[]> => {
    const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
    const own = stdout.split('\n').filter(Boolean).map(Number);
    return [...own, ...(await Promise.all(own.map(childrenOf))).flat()];
  };
  /** The primary, its workers and the processes that run jobs, none of which can finish anything. */
  const killAll = async (server: RunningServer) => {
    for (const pid of [server.pid, ...(await childrenOf(server.pid))])
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    await server.kill9();
  };
  /** Otherwise each round would take the five minutes for which comments are collected. */
  const endPause = async () => {
    const { db } = openDatabase({ ...database.config, onLost: () => {} });
    await deleteSetting(db, 'comment_notices');
    const past = new Date(Date.now() - 1000).toISOString();
    await db.updateTable('jobs').set({ next_run: past }).where('date_finished', 'is', null).execute();
    await db.destroy();
  };

  test('every comment is mailed exactly once', async () => {
    let server = await open();
    const admin = new Client(server.url);
    await admin.login('admin', adminPassword);
    await admin.put('/webapi/api/admin/mail', { owner_address: owner });
    const { body: post } = await admin.post<Post>('/webapi/api/posts', {
      post_title: 'A walk',
      post_content: '<p>Text</p>',
      active: true,
    });
    const texts: string[] = [];
    for (const delay of [0, 700, 1500]) {
      const text = `Written ${delay} ms before the end.`;
      texts.push(text);
      await say(server.url, post, text);
      await wait(delay);
      await killAll(server);
      await endPause();
      server = await open();
    }
    const mailed = () =>
      texts.map((text) => mailServer.received.filter((mail) => mail.text.includes(text)).length);
    await expect.poll(mailed, { timeout: 60_000, interval: 500 }).toEqual(texts.map(() => 1));
    await server.stop();
    expect(mailed()).toEqual(texts.map(() => 1));
    await server.dispose();
  }, 240_000);
});
