import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { Client } from '../support/client.ts';
import { onEachDatabase } from '../support/databases.ts';
import { checkHtml } from '../support/html-checker.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';

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
  });

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
  });

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
    await expect.poll(notices, { timeout: 50_000 }).toEqual([]);
  });
});
