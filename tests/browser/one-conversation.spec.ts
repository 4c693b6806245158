import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { addSessionCookies } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './site-content.ts';

type Row = { text: string; name: string; source?: string; url?: string; origin?: string; parent?: number };

const rows: Row[] = [
  { text: 'Said here, in the form below the post.', name: 'Lou' },
  {
    text: 'I wrote about the same walk on my own blog.',
    name: 'Wanda',
    source: 'webmention',
    url: 'https://blog.example.org/',
    origin: 'https://blog.example.org/reply',
  },
  {
    text: 'Answered from the other end of the fediverse, with a few more words so that it takes two lines on a phone.',
    name: 'Fay',
    source: 'fediverse',
    url: 'https://averylonghostname.social.example/@fay',
    origin: 'https://averylonghostname.social.example/@fay/1',
  },
  {
    text: 'And from Bluesky.',
    name: 'Bea',
    source: 'bluesky',
    url: 'https://bsky.app/profile/bea.example',
    origin: 'https://bsky.app/profile/bea.example/post/1',
  },
];

/** Approved comments of every origin with an answer of the owner to each, and reactions. */
function converse(dataDir: string, post: Post): number[] {
  const db = new DatabaseSync(join(dataDir, 'blog.sqlite'));
  const insert = db.prepare(`insert into comments
    (post_id, user_name, comment_text, date_added, approved, parent_id, author_url, source, origin_url, origin_id)
    values (?, ?, ?, ?, 1, ?, ?, ?, ?, ?)`);
  const react = db.prepare(`insert into reactions (post_id, kind, source, origin_id, author_name, date_added)
    values (?, ?, 'fediverse', ?, 'Ada', '2026-01-01T00:00:00.000Z')`);
  const ids: number[] = [];
  db.exec('begin immediate');
  for (const [index, { text, name, source = 'local', url = null, origin = null }] of rows.entries()) {
    const at = (minutes: number) =>
      new Date(Date.UTC(2026, 3, 3) + (index * 10 + minutes) * 60_000).toISOString();
    const originId = origin && `${origin}#${post.id}`;
    const { lastInsertRowid } = insert.run(post.id, name, text, at(0), null, url, source, origin, originId);
    insert.run(post.id, 'Admin', `Thank you, ${name}!`, at(5), lastInsertRowid, null, 'local', null, null);
    ids.push(Number(lastInsertRowid));
  }
  for (const [n, kind] of ['like', 'like', 'like', 'repost', 'repost'].entries())
    react.run(post.id, kind, `${post.id}:${n}`);
  db.exec('commit');
  db.close();
  return ids;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('one list shows comments of every origin with their answers, and takes a reply', async ({
    page,
    content,
    server,
  }) => {
    const post = await content.write({ title: 'Where everyone answers' });
    const ids = converse(server.dataDir, post);
    await page.goto(`/post/${post.post_title_web}`);
    const threads = page.locator('#comment-list > ol > li');
    await expect(threads).toHaveCount(4);
    for (const [n, via] of [
      '',
      'via blog.example.org',
      'via fediverse: @fay@averylonghostname.social.example',
      'via Bluesky',
    ].entries()) {
      await expect(threads.nth(n).locator('.replies > li')).toHaveCount(1);
      await expect(threads.nth(n).locator('.via')).toHaveText(via ? [via] : []);
      // For programs: its place shows readers what an answer belongs to.
      await expect(threads.nth(n).locator('.replies .u-in-reply-to').first()).toBeHidden();
    }
    await expect(page.locator('.reactions')).toHaveText('3 likes and 2 reposts elsewhere');

    await page.getByRole('link', { name: 'Reply to Fay' }).click();
    await expect(page).toHaveURL(new RegExp(`\\?reply=${ids[2]}$`));
    await expect(page.locator(`#comment-${ids[2]}`).getByRole('textbox', { name: 'Comment' })).toBeFocused();
    await expect(page.getByText('In reply to Fay').filter({ visible: true })).toBeVisible();
    await page.getByRole('link', { name: 'Cancel reply' }).click();
    await expect(page).toHaveURL(new RegExp(`/${post.post_title_web}#comment-${ids[2]}$`));
    await page.getByRole('link', { name: 'Reply to Fay' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('I agree with Fay.');
    await page.getByRole('textbox', { name: 'Website (optional)' }).fill('example.org');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator('.thank-you')).toContainText('Thank you for submitting a comment.');
    await expect(page.locator(`#comment-${ids[2]} .thank-you`)).toBeFocused();
    const own = page.locator('.waiting').filter({ hasText: 'I agree with Fay.' });
    await expect(own).toContainText('waiting for approval');
    const { body } = await content.admin.get<{ comment_text: string; parent_id: number }[]>(
      `/webapi/api/posts/comment/all/${post.id}`,
    );
    expect(body.at(-1)).toMatchObject({
      comment_text: 'I agree with Fay.',
      parent_id: ids[2],
      author_url: 'https://example.org/',
    });
  });

  test('the owner answers, edits and deletes on the page', async ({ page, content, server }) => {
    const post = await content.write({ title: 'The owner at work' });
    const ids = converse(server.dataDir, post);
    await addSessionCookies(page.context(), content.admin);
    const url = `/post/${post.post_title_web}`;
    await page.goto(url);
    const lou = page.locator(`#comment-${ids[0]}`);
    await lou.getByRole('link', { name: 'edit' }).click();
    await page.getByRole('textbox', { name: 'Comment by Lou' }).fill('Said here, and corrected.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(new RegExp(`#comment-${ids[0]}$`));
    await expect(lou).toContainText('Said here, and corrected.');
    await expect(lou).toContainText('edited');

    await page.getByRole('link', { name: 'Reply to Bea' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('One more thing, Bea.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.locator('.thank-you')).toContainText('It is published.');
    await expect(page.locator('#comment-list > ol > li').nth(3).locator('.replies > li')).toHaveCount(2);

    const wanda = page.locator(`#comment-${ids[1]}`);
    await wanda.getByRole('link', { name: 'delete' }).click();
    await expect(wanda).toContainText('Delete this comment by Wanda?');
    await wanda.getByRole('link', { name: 'Cancel' }).click();
    await wanda.getByRole('link', { name: 'delete' }).click();
    await wanda.getByRole('button', { name: 'Delete' }).click();
    await expect(wanda).toHaveCount(0);
    await expect(page.getByText('Thank you, Wanda!')).toBeVisible();
    await page.locator(`#comment-${ids[2]}`).getByRole('button', { name: 'unapprove' }).click();
    await expect(page.locator(`#comment-${ids[2]}`)).toHaveCount(0);
  });
});

test('with JavaScript, a reply opens in place and joins its thread', async ({ page, content, server }) => {
  const post = await content.write({ title: 'Replies in place' });
  converse(server.dataDir, post);
  await addSessionCookies(page.context(), content.admin);
  await page.goto(`/post/${post.post_title_web}`);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('link', { name: 'Reply to Wanda' }).click();
  await expect(page.getByText('In reply to Wanda').filter({ visible: true })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel reply' }).click();
  await expect(page.getByText('In reply to Wanda').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Reply to Lou' }).click();
  await expect(
    page
      .locator('.p-comment')
      .filter({ hasText: 'In reply to Lou' })
      .getByRole('textbox', { name: 'Comment' }),
  ).toBeFocused();
  await page.keyboard.type('A whole answer.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#comment-list .thank-you')).toContainText('It is published.');
  await expect(page.locator('.thank-you')).toBeFocused();
  const replies = page.locator('#comment-list > ol > li').first().locator('.replies > li');
  await expect(replies).toHaveCount(2);
  await expect(replies.nth(1)).toContainText('A whole answer.');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

for (const width of [360, 820, 1280, 1920])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `the conversation fits at ${width} px, ${colorScheme}`,
      { tag: '@deep' },
      async ({ page, content, server }, info) => {
        const post = await content.write({ title: `Conversation ${width} ${colorScheme}` });
        const ids = converse(server.dataDir, post);
        await addSessionCookies(page.context(), content.admin);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/post/${post.post_title_web}?reply=${ids[2]}&edit=${ids[0]}&delete=${ids[3]}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
        await expectAccessible(page);
        await page.locator('#comments').screenshot({ path: info.outputPath('comments.png') });
      },
    );
