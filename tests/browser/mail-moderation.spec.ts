import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { startMailServer } from '../support/mail-server.ts';
import { adminPassword } from '../support/server.ts';
import { expectAccessible } from './axe.ts';
import { expect, startBlog, test } from './fixtures.ts';

const text = 'A comment that is long enough to be broken into several lines on a narrow screen. '.repeat(4);

test('the owner opens a link of a mail without being signed in, and approves the comment', async ({
  browser,
}, testInfo) => {
  testInfo.setTimeout(120_000);
  const mailServer = await startMailServer();
  const server = await startBlog({ SMTP_URL: mailServer.url });
  const admin = new Client(server.url);
  await admin.login('admin', adminPassword);
  await admin.put('/webapi/api/admin/mail', { owner_address: 'owner@example.org' });
  const { body: post } = await admin.post<Post>('/webapi/api/posts', {
    post_title: 'A walk by the sea',
    post_content: '<p>Text</p>',
    active: true,
  });
  const reader = new Client(server.url);
  await reader.get('/webapi/api/admin/auth');
  await reader.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: text, user_name: 'Ada' });
  const [mail] = await mailServer.waitFor(({ subject }) => subject.includes('A walk by the sea'));
  const links = mail?.text.match(/http:\S+\/mail\/moderate\/\S+/g) ?? [];
  expect(links).toHaveLength(3);

  const [approve = '', spam = ''] = links;
  const narrow = { viewport: { width: 320, height: 640 } };
  const looking = await browser.newContext(narrow);
  const page = await looking.newPage();
  for (const [link, title] of [
    [spam, 'Delete this comment as spam?'],
    [approve, 'Approve this comment?'],
  ] as const) {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('several lines on a narrow screen').first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const withoutScripts = await plain.newPage();
  await withoutScripts.goto(approve);
  await withoutScripts.getByRole('button', { name: 'Approve' }).click();
  await expect(withoutScripts.getByRole('status')).toHaveText('Everyone can read it now.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectAccessible(page);
  await looking.close();
  await plain.close();
  await server.dispose();
  await mailServer[Symbol.asyncDispose]();
});
