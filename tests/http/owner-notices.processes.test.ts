import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { deleteSetting } from '../../src/platform/db/settings.ts';
import { newAddress } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { adminPassword, type RunningServer, startServer } from '../support/server.ts';

const owner = 'owner@example.org';

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
