import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase } from '../support/databases.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { adminPassword, startServer } from '../support/server.ts';

onEachDatabase('Mails to commenters', (kind) => {
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await startMailServer();
  });
  afterAll(() => mailServer[Symbol.asyncDispose]());

  const mailsTo = (address: string, count: number) =>
    mailServer.waitFor(({ recipients }) => recipients.includes(address), count, 60_000);

  test('an approval that was answered is notified once after kill -9', async () => {
    const database = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    const open = async (port = '0') => {
      const server = await startServer({
        env: {
          PORT: port,
          DATA_DIR: dataDir,
          SMTP_URL: mailServer.url,
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        },
      });
      const admin = new Client(server.url.replace('localhost', '127.0.0.1'));
      await admin.login('admin', adminPassword);
      return { server, admin };
    };
    const kay = 'kay@reader.example';
    const first = await open();
    const { body: own } = await first.admin.post<Post>('/webapi/api/posts', {
      post_title: 'Kept',
      active: true,
    });
    const reader = new Client(first.admin.baseUrl);
    await reader.get('/webapi/api/admin/auth');
    const { body: comment } = await reader.post<Comment>(`/webapi/api/posts/comment/${own.id}`, {
      comment_text: 'A fine walk.',
      notify_address: kay,
    });
    const [confirmation] = await mailsTo(kay, 1);
    const [link = ''] = /https?:\/\/\S+\/mail\/comments\/confirm\/\S+/.exec(confirmation?.text ?? '') ?? [];
    const form = new URLSearchParams({ intent: 'comment' });
    await reader.post(new URL(link).pathname, form, { token: false });
    await first.admin.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: true });
    await first.server.kill9();
    const second = await open(new URL(first.admin.baseUrl).port);
    await mailsTo(kay, 2);
    await second.admin.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: false });
    await second.admin.put(`/webapi/api/posts/comment/approve/${comment.id}`, { state: true });
    await second.admin.post(`/webapi/api/posts/comment/${own.id}`, {
      comment_text: 'An answer.',
      parent_id: comment.id,
    });
    await mailsTo(kay, 3);
    expect(mailServer.to(kay).map(({ subject }) => subject)).toEqual([
      'Please confirm your email address for Not Terrible',
      'Your comment on “Kept” was approved',
      'Admin replied below your comment on “Kept”',
    ]);
    await second.server.dispose();
    await first.server.dispose();
    await database.dispose();
  }, 240_000);
});
