import type { Category } from '../../src/core/posts/terms/api/categories.ts';
import type { PublicSite } from '../../src/core/site/api/site.ts';
import { adminModules } from '../../src/modules/admin.ts';
import { navigationOf } from '../../src/platform/admin/frame/navigation.ts';
import { addComment, addImage, expect, listOf, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { openRow, readPost, rowOf } from './posts-table.ts';

const refusal = (message: string, status = 409) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { code: 'conflict', message } }),
});

test.describe('All Posts', () => {
  test('shows the columns, the side links and the logout button', async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    await expect(page.getByRole('heading', { name: 'All Posts', level: 1 })).toBeVisible();
    const table = page.getByRole('table', { name: 'All Posts' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Post Id',
      'Post Title',
      'Date',
      'Cat',
      'Action',
      'Delete It',
    ]);
    await expect(page.getByRole('button', { name: 'logout' })).toBeVisible();
    await expect(rowOf(page, post).getByRole('cell', { name: String(post.id), exact: true })).toBeVisible();
    await expectAccessible(page);
    const menu = page.getByRole('navigation', { name: 'Admin' });
    await expect(menu.locator('> ul > li > a')).toHaveText(
      navigationOf(adminModules, {} as PublicSite).map(({ name }) => name),
    );
    for (const [group, screen] of [
      ['Posts', 'Detail'],
      ['Media', 'Image'],
      ['Settings', 'Users'],
    ] as const) {
      await openScreen(page, group, screen);
      await expect(page).toHaveURL(`/admin/${screen.toLowerCase()}`);
      await expect(menu.getByRole('link', { name: screen, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
    }
    await openScreen(page, 'Comments');
    await expect(page).toHaveURL('/admin/comments');
  });

  test('activates and deactivates a post', async ({ page, newPost, owner }) => {
    const post = await newPost({ active: false });
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    await row.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect(row.getByRole('button', { name: 'DeActivate' })).toBeVisible();
    await expect.poll(async () => (await readPost(owner, post.id)).active).toBe(1);
    await row.getByRole('button', { name: 'DeActivate' }).click();
    await expect(row.getByText('Inactive')).toBeVisible();
    await expect.poll(async () => (await readPost(owner, post.id)).active).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByRole('button', { name: 'DeActivate' })).toBeVisible();
    await expect.poll(async () => (await readPost(owner, post.id)).active).toBe(1);
  });

  test('rolls back a change that the server rejects, and shows the error', { tag: '@deep' }, async ({
    page,
    newPost,
    expectConsole,
  }) => {
    expectConsole(/The post is locked/);
    expectConsole(/409/);
    const post = await newPost();
    const { promise: shown, resolve: refuse } = Promise.withResolvers<void>();
    await page.route('**/api/posts/status/**', async (route) => {
      await shown;
      await route.fulfill(refusal('The post is locked.'));
    });
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    await row.getByRole('button', { name: 'DeActivate' }).click();
    await expect(row.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
    refuse();
    await expect(page.getByRole('alert').getByText('The post is locked.')).toBeVisible();
    await expect(row.getByRole('button', { name: 'DeActivate' })).toBeVisible();
    await row.getByRole('button', { name: 'DeActivate' }).focus();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(page.getByText('The post is locked.')).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'DeActivate' })).toBeFocused();
  });

  test('sets and clears the category of a post', async ({ page, newPost, owner }) => {
    const path = `c${unique()}.below`;
    const { body: category } = await owner.post<Category>('/webapi/api/admin/cat', { category_path: path });
    const post = await newPost();
    await page.goto(listOf(post));
    const select = rowOf(page, post).getByRole('combobox');
    await select.selectOption({ label: path });
    await expect.poll(async () => (await readPost(owner, post.id)).category_id).toBe(category.id);
    await page.goto(`/admin?category=${category.id}`);
    await expect(rowOf(page, post)).toBeVisible();
    await rowOf(page, post).getByRole('combobox').selectOption({ label: 'none' });
    await expect.poll(async () => (await readPost(owner, post.id)).category_id).toBeNull();
  });

  test('adds and removes tags', async ({ page, newPost, owner }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    const row = await openRow(page, post);
    const field = row.getByRole('textbox', { name: 'Tag' });
    await field.fill('Two Words');
    await row.getByRole('button', { name: 'Save Tag' }).click();
    await expect(row.getByRole('alert')).toHaveText(
      'Error: tags need to be at least two chars or pattern issue (only a-z).',
    );
    await row.getByRole('button', { name: 'Cancel' }).click();
    await expect(field).toHaveValue('');
    await expect(row.getByRole('alert')).toBeHidden();
    for (const tag of ['zebra', 'apple']) {
      await field.fill(tag);
      await field.press('Enter');
      await expect(row.getByRole('button', { name: `remove ${tag}` })).toBeVisible();
    }
    await expect(row.getByRole('list', { name: /^Tags/ }).getByRole('listitem')).toHaveText([
      /apple/,
      /zebra/,
    ]);
    await row.getByRole('button', { name: 'remove zebra' }).click();
    await expect(row.getByText('zebra')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row.getByRole('button', { name: 'remove zebra' })).toBeVisible();
    await row.getByRole('button', { name: 'remove zebra' }).click();
    await expect(row.getByText('zebra', { exact: true })).toBeHidden();
    await expect
      .poll(async () => (await readPost(owner, post.id)).tags.map(({ tag_name }) => tag_name))
      .toEqual(['apple']);
  });

  test('lists an unsaved tag and links back to its post', { tag: '@deep' }, async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    await rowOf(page, post).getByLabel('Tag', { exact: true }).fill('halfatag');
    await openScreen(page, 'Settings', 'Users');
    const offer = page.getByRole('region', { name: 'Not saved yet' });
    await expect(offer).toContainText(`the tag "halfatag" for "${post.post_title}"`);
    await offer.getByRole('link', { name: 'Continue' }).click();
    await expect(rowOf(page, post).getByLabel('Tag', { exact: true })).toHaveValue('halfatag');
    await rowOf(page, post).getByRole('button', { name: 'Save Tag' }).click();
    await expect(rowOf(page, post).getByText('halfatag')).toBeVisible();
    await expect(rowOf(page, post).getByLabel('Tag', { exact: true })).toHaveValue('');
    await expect(offer).toBeHidden();
  });

  test('approves and unapproves comments, and loads all of them on demand', async ({
    page,
    newPost,
    owner,
    server,
  }) => {
    const post = await newPost();
    await addComment(server.url, post.id, 'A comment that waits');
    for (let number = 1; number <= 6; number++)
      await owner.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: `Answer ${number}` });
    await page.goto(listOf(post));
    const comments = rowOf(page, post)
      .getByRole('list', { name: /^Comments/ })
      .getByRole('listitem');
    const fold = rowOf(page, post).getByText('7 comments, 1 waiting');
    await expect(comments).toHaveCount(0);
    await fold.focus();
    await page.keyboard.press('Enter');
    await expect(comments).toHaveCount(5);
    const waiting = comments.filter({ hasText: 'A comment that waits' });
    await expect(waiting.getByText('Ada')).toBeVisible();
    await waiting.getByRole('button', { name: 'approve', exact: true }).click();
    await expect(waiting.getByRole('button', { name: 'unnapprove' })).toBeVisible();
    await expect.poll(async () => (await readPost(owner, post.id)).comment.length).toBe(7);
    await waiting.getByRole('button', { name: 'unnapprove' }).click();
    await expect(waiting.getByText('Waiting')).toBeVisible();
    await expect.poll(async () => (await readPost(owner, post.id)).comment.length).toBe(6);
    await rowOf(page, post).getByRole('button', { name: 'Show all 7 comments' }).click();
    await expect(comments).toHaveCount(7);
  });

  test('deletes a post after a confirmation that names it', async ({ page, newPost, owner }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    await rowOf(page, post).getByRole('button', { name: 'delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`The post "${post.post_title}"`);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, post)).toBeVisible();
    await rowOf(page, post).getByRole('button', { name: 'delete', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, post)).toBeHidden();
    await expect(page.getByText(`The post "${post.post_title}" was deleted.`)).toBeVisible();
    expect((await owner.get(`/webapi/api/posts/${post.id}`)).status).toBe(404);
  });

  test('restores a post in the list if deleting it failed', { tag: '@deep' }, async ({
    page,
    newPost,
    expectConsole,
  }) => {
    expectConsole(/The post is locked/);
    expectConsole(/409/);
    const post = await newPost();
    await page.goto(listOf(post));
    await page.route(`**/api/posts/${post.id}`, (route) => route.fulfill(refusal('The post is locked.')));
    await rowOf(page, post).getByRole('button', { name: 'delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert').getByText('The post is locked.')).toBeVisible();
    await expect(rowOf(page, post)).toBeVisible();
  });

  test('explains that no network is configured, and shows the result of each network', async ({
    page,
    newPost,
    expectConsole,
  }) => {
    expectConsole(/No social network is configured/);
    expectConsole(/503/);
    const post = await newPost();
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    await row.getByRole('button', { name: 'tweet' }).click();
    await expect(page.getByRole('alert').getByText(/No social network is configured/)).toBeVisible();
    await page.route('**/api/twitterImage/**', (route) =>
      route.fulfill({
        json: [
          { network: 'X', url: 'https://example.org/status/1' },
          { network: 'Mastodon', error: 'The server is asleep.' },
        ],
      }),
    );
    await row.getByRole('button', { name: 'tweet' }).click();
    await expect(row.getByRole('link', { name: 'https://example.org/status/1' })).toBeVisible();
    await expect(row.getByText('Mastodon: The server is asleep.')).toBeVisible();
  });

  test('shows where a post was shared before', { tag: '@deep' }, async ({ page, newPost }) => {
    const post = await newPost();
    const shares = [{ network: 'Mastodon', url: 'https://example.org/@me/1', date: post.post_date }];
    await page.route('**/api/admin/posts?**', async (route) => {
      const answer = await route.fetch();
      const posts = (await answer.json()) as object[];
      await route.fulfill({ response: answer, json: posts.map((found) => ({ ...found, shares })) });
    });
    await page.goto(listOf(post));
    await expect(rowOf(page, post).getByRole('link', { name: 'https://example.org/@me/1' })).toBeVisible();
  });

  test('searches, filters, sorts and pages on the server', async ({ page, newPost, owner }) => {
    const word = `word${unique()}`;
    for (let number = 10; number < 33; number++)
      await newPost({
        post_title: `Number ${number}`,
        post_content: `<p>The ${word} ${number}</p>`,
        active: number < 31,
      });
    await page.goto('/admin');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(word.toUpperCase());
    const titles = page.getByRole('table', { name: 'All Posts' }).getByRole('rowheader');
    await expect(titles).toHaveCount(20);
    await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused();
    await expect(page.getByText('1–20 of 23')).toBeVisible();
    await expect(titles.first()).toHaveText(/Number 32/);
    await page.getByLabel('Order').selectOption('Title A to Z');
    await expect(titles.first()).toHaveText('Number 10');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(titles).toHaveText([/Number 30/, /Number 31/, /Number 32/]);
    const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Drafts' }).click();
    await expect(drafts).toContainText([/Number 31/, /Number 32/]);
    await page.reload();
    await expect(drafts).toContainText([/Number 31/, /Number 32/]);
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Published' }).click();
    await expect(titles).toHaveCount(20);
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(`${word} nothing`);
    await expect(page.getByText('No post matches.')).toBeVisible();
    expect(
      (await owner.get(`/webapi/api/admin/posts?limit=1&search=${word}`)).headers.get('x-total-count'),
    ).toBe('23');
  });

  test('hides the detailed table behind a switch', { tag: '@deep' }, async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    const details = page.getByRole('table', { name: 'Details' });
    await expect(page.getByRole('switch', { name: 'Show details' })).not.toBeChecked();
    await expect(details).toBeHidden();
    await page.getByRole('switch', { name: 'Show details' }).check();
    await expect(details.getByRole('columnheader')).toHaveText([
      'Post Id',
      'Post Title',
      'Votes',
      'Comments waiting',
      'Tags',
      'Images',
      'Updated',
      'Web title',
    ]);
    await expect(details).toContainText(post.post_title_web);
    await expectAccessible(page);
  });

  test('shows rows as cards on a phone, with nothing cut off', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    server,
  }) => {
    const post = await newPost({ post_title: `A rather long title for a small screen ${unique()}` });
    await addImage(owner, post.id, '#335511');
    await addComment(server.url, post.id, 'W'.repeat(200));
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(listOf(post));
    await openRow(page, post);
    await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
  });

  test('works with the keyboard alone', { tag: '@deep' }, async ({ page, newPost, owner }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    await rowOf(page, post).getByRole('combobox').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'DeActivate' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readPost(owner, post.id)).active).toBe(0);
    const focused: string[] = [];
    for (let step = 0; step < 10; step++) {
      await page.keyboard.press('Tab');
      focused.push(
        await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          return element.getAttribute('aria-label') ?? element.innerText;
        }),
      );
    }
    expect(focused).toEqual([
      'edit',
      'tweet',
      'delete',
      `More: ${post.post_title}`,
      `Select ${post.post_title}`,
      'Show Images',
      `Upload images to ${post.post_title}`,
      'Tag',
      'Save Tag',
      'Cancel',
    ]);
    // What has the focus is visible, and the row closes behind it.
    const more = rowOf(page, post).getByRole('button', { name: `More: ${post.post_title}` });
    await expect(more).toHaveAttribute('aria-expanded', 'true');
    const statistics = rowOf(page, post).getByRole('link', { name: /in 30 days$/ });
    await statistics.focus();
    await page.keyboard.press('Tab');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
  });
});
