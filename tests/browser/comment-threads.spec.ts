import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { addSessionCookies } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './site-content.ts';

type Row = { text: string; parent?: number; name?: string; url?: string; source?: string; approved?: number };

/** Comments as an import leaves them; another process writes to the database of the running server. */
function importComments(dataDir: string, post: Post, rows: readonly Row[]): number[] {
  const db = new DatabaseSync(join(dataDir, 'blog.sqlite'));
  const insert = db.prepare(`insert into comments
    (post_id, user_name, comment_text, date_added, approved, parent_id, author_url, source)
    values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const ids: number[] = [];
  db.exec('begin immediate');
  for (const [
    index,
    { text, parent, name = 'Ada', url, source = 'import', approved = 1 },
  ] of rows.entries()) {
    const date = new Date(Date.UTC(2010, 3, 3) + index * 60_000).toISOString();
    const above = parent === undefined ? null : (ids[parent] ?? null);
    const { lastInsertRowid } = insert.run(post.id, name, text, date, approved, above, url ?? null, source);
    ids.push(Number(lastInsertRowid));
  }
  db.exec('commit');
  db.close();
  return ids;
}

const long = 'A sentence that goes on until it has to be broken into several lines on any screen. '.repeat(3);
const conversation: Row[] = [
  { text: `First. ${long}`, url: 'https://ada.example.org/' },
  { text: `An answer. ${long}`, parent: 0, name: 'Bo' },
  { text: 'An answer to the answer.', parent: 1, name: 'ليلى' },
  { text: 'Another thread.', name: 'averyveryverylongnamewithoutanyspaces-0123456789-01' },
  { text: 'Waits.', parent: 3, approved: 0 },
  { text: 'Replies to what waits.', parent: 4 },
  { text: '[…] mention […]', source: 'pingback', name: 'Another blog', url: 'https://other.example/p/1' },
];

test('threads: replies below their parents, links to each comment, mentions apart', async ({
  page,
  content,
  server,
}) => {
  const post = await content.write({ title: 'A conversation' });
  const ids = importComments(server.dataDir, post, conversation);
  await page.goto(`/post/${post.post_title_web}`);
  const list = page.locator('#comment-list > ol');
  await expect(list.locator('> li')).toHaveCount(3);
  const replies = list.locator('> li').first().locator('.replies > li');
  await expect(replies).toHaveCount(2);
  await expect(replies.nth(1).getByRole('link', { name: 'In reply to Bo' })).toHaveAttribute(
    'href',
    `/post/${post.post_title_web}#comment-${ids[1]}`,
  );
  await expect(list.getByRole('link', { name: 'Ada', exact: true })).toHaveAttribute('rel', 'ugc nofollow');
  const mentions = page.getByRole('region', { name: 'Mentions' });
  await expect(mentions.getByRole('link', { name: 'Another blog' })).toHaveAttribute('rel', 'ugc nofollow');

  // The date links to the comment.
  const date = page.locator(`#comment-${ids[3]} .comment-origin a`);
  await date.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#comment-${ids[3]}$`));
  await expectAccessible(page);
});

test('threads: a comment of the owner, sent with JavaScript, joins the list', { tag: '@deep' }, async ({
  page,
  content,
  server,
}) => {
  const post = await content.write({ title: 'A conversation goes on' });
  importComments(server.dataDir, post, conversation);
  await addSessionCookies(page.context(), content.admin);
  await page.goto(`/post/${post.post_title_web}`);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('The owner joins in.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.locator('#comment-list .by-admin')).toContainText('The owner joins in.');
  await expect(page.locator('#comment-list > ol > li')).toHaveCount(4);
});

test('threads: the card shows them too', { tag: '@deep' }, async ({ page, content, server }) => {
  const post = await content.write({ title: 'A card conversation', tags: ['cardtalk'] });
  const ids = importComments(server.dataDir, post, conversation);
  await page.goto('/tag/cardtalk');
  await page.getByRole('button', { name: 'Comment (5)' }).click();
  const panel = page.locator('.card-comments');
  await expect(panel.locator('.replies > li')).toHaveCount(2);
  await expect(panel.getByText('mention')).toHaveCount(0);
  await expect(panel.locator(`#comment-${ids[0]} .comment-head a`)).toHaveAttribute(
    'href',
    `/post/${post.post_title_web}#comment-${ids[0]}`,
  );
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('threads: very many comments have pages', { tag: '@deep' }, async ({ page, content, server }) => {
    const post = await content.write({ title: 'Very many comments' });
    importComments(
      server.dataDir,
      post,
      Array.from({ length: 130 }, (_, n) => ({ text: `Comment ${n}` })),
    );
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page.locator('.comment-text')).toHaveCount(50);
    const pages = page.getByRole('navigation', { name: 'Pages of comments' });
    await expect(pages).toContainText('Page 1 of 3');
    await pages.getByRole('link', { name: 'Next page' }).click();
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\?comments=3#comments$/);
    await expect(page.locator('.comment-text')).toHaveText(
      Array.from({ length: 30 }, (_, n) => `Comment ${n + 100}`),
    );
    await expect(pages.getByRole('link')).toHaveText(['First page', 'Previous page']);
    await pages.getByRole('link', { name: 'First page' }).click();
    await expect(page).toHaveURL(new RegExp(`/post/${post.post_title_web}#comments$`));
    await expect(pages.getByRole('link')).toHaveText(['Next page', 'Last page']);
    await pages.getByRole('link', { name: 'Last page' }).click();
    await expect(page).toHaveURL(/\?comments=3#comments$/);
    await expect(pages).toContainText('Page 3 of 3');
  });
});

for (const width of [360, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `threads: links to pages fit at ${width} px, ${colorScheme}`,
      { tag: '@deep' },
      async ({ page, content, server }, info) => {
        const post = await content.write({ title: `Pages ${width} ${colorScheme}` });
        const comments = Array.from({ length: 230 }, (_, n) => ({ text: `Comment ${n}` }));
        importComments(server.dataDir, post, comments);
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`/post/${post.post_title_web}?comments=3`);
        const pages = page.getByRole('navigation', { name: 'Pages of comments' });
        await expect(pages.getByRole('link')).toHaveText([
          'First page',
          'Previous page',
          'Next page',
          'Last page',
        ]);
        for (const direction of ['ltr', 'rtl']) {
          await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
          const first = await pages.getByRole('link', { name: 'First page' }).boundingBox();
          const previous = await pages.getByRole('link', { name: 'Previous page' }).boundingBox();
          expect(Math.sign((previous?.x ?? 0) - (first?.x ?? 0))).toBe(direction === 'ltr' ? 1 : -1);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await pages.screenshot({ path: info.outputPath(`pages-${direction}.png`) });
        }
      },
    );

for (const width of [360, 820, 1280, 1920])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `threads fit at ${width} px, ${colorScheme}`,
      { tag: '@deep' },
      async ({ page, content, server }, info) => {
        const post = await content.write({ title: `Wide ${width} ${colorScheme}` });
        importComments(server.dataDir, post, conversation);
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/post/${post.post_title_web}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
        const text = await page.locator('.replies .comment-text').first().boundingBox();
        expect(text?.width).toBeGreaterThan(width === 360 ? 220 : 400);
        await expectAccessible(page);
        await page.locator('#comments').screenshot({ path: info.outputPath('comments.png') });
      },
    );

test(
  'threads are mirrored in right-to-left pages, and keep their lines in forced colors',
  { tag: '@deep' },
  async ({ page, content, server }, info) => {
    const post = await content.write({ title: 'Mirrored' });
    importComments(server.dataDir, post, conversation);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`/post/${post.post_title_web}`);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const first = await page.locator('.comment-list > li > .p-comment').first().boundingBox();
    const reply = await page.locator('.replies .p-comment').first().boundingBox();
    expect(reply?.x).toBe(first?.x);
    expect((reply?.x ?? 0) + (reply?.width ?? 0)).toBeLessThan((first?.x ?? 0) + (first?.width ?? 0));
    await expect(page.locator('.replies .p-comment').first()).toHaveCSS('border-right-width', '2px');
    await page.locator('#comments').screenshot({ path: info.outputPath('comments.png') });
  },
);

test('the queue says what a comment replies to, where it came from, and who its author is', {
  tag: '@deep',
}, async ({ page, content, server }) => {
  const post = await content.write({ title: 'A queue of replies' });
  importComments(server.dataDir, post, [
    { text: 'The question.', name: 'Bo' },
    { text: 'The answer.', parent: 0, url: 'https://ada.example.org/', approved: 0 },
  ]);
  await addSessionCookies(page.context(), content.admin);
  await page.goto('/admin/comments');
  const item = page.getByRole('listitem').filter({ hasText: 'The answer.' });
  await expect(item).toContainText('In reply to Bo: The question.');
  await expect(item.getByText('Imported')).toBeVisible();
  await expect(item.getByRole('link', { name: 'https://ada.example.org/' })).toHaveAttribute(
    'rel',
    /ugc nofollow/,
  );
  await expectAccessible(page);
});
