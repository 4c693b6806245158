import type { Locator, Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from '../support/client.ts';
import { addImage, expect, imageFile, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content, save, title } from './writing-fields.ts';

const tags = (page: Page) => page.getByRole('combobox', { name: 'Tags' });
const preview = (page: Page) => page.getByRole('button', { name: 'Preview', exact: true });
const settings = (page: Page) => page.getByRole('button', { name: 'Settings', exact: true });

async function find(owner: Client, name: string): Promise<Post[]> {
  return (await owner.get<Post[]>(`/webapi/api/admin/posts?limit=5&search=${encodeURIComponent(name)}`)).body;
}
const read = async (owner: Client, id: number): Promise<Post> =>
  (await owner.get<[Post]>(`/webapi/api/posts/${id}`)).body[0];
const newCategory = async (owner: Client): Promise<{ id: number; path: string }> => {
  const path = `cat${unique()}`;
  const { body } = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: path });
  return { id: body.id, path };
};

test.describe('writing screen', () => {
  test('a post with category, tags and status takes four clicks on one screen', { tag: '@deep' }, async ({
    page,
    owner,
  }) => {
    const category = await newCategory(owner);
    const name = `Four clicks ${unique()}`;
    await page.goto('/admin');
    await page.getByRole('link', { name: 'New post' }).click();
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks++;
      await target.click();
    };
    const select = async (target: Locator, label: string) => {
      clicks++;
      await target.selectOption(label);
    };
    await expect(title(page)).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await page.keyboard.type('Written at once.');
    await select(page.getByLabel('Status'), 'Active');
    await select(page.getByLabel('Category', { exact: true }), category.path);
    await click(tags(page));
    await page.keyboard.type('tea,books,');
    await click(save(page));
    await expect(page).toHaveURL(/\/admin$/);
    expect(clicks).toBe(4);
    const [post] = await find(owner, name);
    expect(post).toMatchObject({
      active: 1,
      cat_path: category.path,
      post_content: '<p>Written at once.</p>',
    });
    expect(post?.tags.map(({ tag_name }) => tag_name)).toEqual(['books', 'tea']);
  });

  test.describe('with the panel closed', () => {
    test.use({ panel: null });

    test('a post with new category, tag and main image is published in five clicks, and Undo takes it back', async ({
      page,
      owner,
    }) => {
      test.slow();
      const name = `Five clicks ${unique()}`;
      await page.goto('/admin');
      await page.getByRole('link', { name: 'New post' }).click();
      await expect(page.getByRole('navigation', { name: 'Admin' })).toHaveCount(0);
      await expect(title(page)).toBeFocused();
      await expect(page.getByLabel('Status')).toHaveCount(0);
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.keyboard.type('Written at once, with ');
      await page.keyboard.press('Control+b');
      await page.keyboard.type('words.');
      await expect(page.locator('.writing-bar')).toHaveCSS('opacity', '0');
      await page.mouse.move(200, 200);
      await page.mouse.move(210, 210);
      await expect(page.locator('.writing-bar')).toHaveCSS('opacity', '1');

      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish' });
      await expect(dialog.getByText('No description: the beginning of the text is used')).toBeVisible();
      await dialog.getByRole('button', { name: 'New category' }).click();
      await page.keyboard.type(`Garten ${name}`);
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel('Category', { exact: true })).toBeFocused();
      await dialog.getByRole('combobox', { name: 'Tags' }).click();
      await page.keyboard.type(`new${unique()},`);
      await expect(dialog.getByText('New tag: no other post has')).toBeVisible();
      await dialog.getByLabel('Upload a main image').setInputFiles(await imageFile('cover.png', '#228844'));
      // Card, link preview and feed.
      await expect(dialog.locator('.look img')).toHaveCount(3);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Publish now' }).click();

      const done = page.getByRole('dialog', { name: 'Published' });
      await expect(done.getByRole('link', { name: /\/post\/five-clicks/ })).toBeVisible();
      const [post] = await find(owner, name);
      expect(post).toMatchObject({ active: 1, images: [{ main_image: 1 }] });
      expect(post?.cat_path).toMatch(/^garten-/);
      expect(post?.tags).toHaveLength(1);
      await done.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
      expect((await find(owner, name))[0]?.active).toBe(0);

      // Without the dialog it can be undone on any screen.
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await dialog.getByRole('button', { name: 'Publish now' }).click();
      await done.getByRole('button', { name: 'Back to the text' }).click();
      const notice = page.getByText(`"${name}" is public now.`);
      await expect(notice).toBeVisible();
      await page.locator('.writing-bar').getByRole('link', { name: 'All Posts' }).click();
      await page.locator('.toast', { has: notice }).getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText(`"${name}" is no longer public.`)).toBeVisible();
      expect((await find(owner, name))[0]?.active).toBe(0);
    });
  });

  test('Enter and arrow keys move between title and text, and a pasted title stays one line', {
    tag: '@deep',
  }, async ({ page }) => {
    await page.goto('/admin/add');
    await expect(title(page)).toBeFocused();
    await page.keyboard.type('One');
    await page.keyboard.press('ArrowDown');
    await expect(content(page)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(title(page)).toBeFocused();
    await title(page).fill('Two\nlines');
    await expect(title(page)).toHaveValue('Two lines');
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeFocused();
    await expect(page).toHaveURL(/\/admin\/add$/);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('toolbar').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Shift+Tab');
    await expect(title(page)).toBeFocused();
  });

  test('Ctrl+S saves a new post and stays, with focus, selection and undo', async ({ page, owner }) => {
    const name = `Stays ${unique()}`;
    await page.goto('/admin/add');
    await title(page).fill(name);
    await content(page).click();
    await page.keyboard.type('Some words');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/admin\/edit\/\d+$/);
    await expect(page.getByText(/^Saved/).first()).toBeVisible();
    await expect(content(page)).toBeFocused();
    await page.keyboard.type(' and more');
    await expect(content(page)).toHaveText('Some words and more');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await find(owner, name)).map(({ version }) => version)).toEqual([2]);
    const [post] = await find(owner, name);
    expect((await read(owner, post?.id ?? 0)).post_content).toBe('<p>Some words and more</p>');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect(content(page)).not.toContainText('more');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await expect(page.getByLabel('Web Title')).toHaveValue(post?.post_title_web ?? '');

    await page.reload();
    await expect(title(page)).toHaveValue(name);
  });

  test('Ctrl+S works in the title, in popups and in the HTML view, and Save leaves afterwards', {
    tag: '@deep',
  }, async ({ page, newPost, owner }) => {
    const post = await newPost();
    const version = async () => (await read(owner, post.id)).version;
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill(`${post.post_title} one`);
    await page.keyboard.press('Control+s');
    await expect.poll(version).toBe(post.version + 1);
    await content(page).click();
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Insert Link' }).click();
    await page.getByLabel('URL').focus();
    await page.keyboard.press('Control+s');
    await expect.poll(version).toBe(post.version + 2);
    await expect(page.getByLabel('URL')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'HTML', exact: true }).click();
    await page.getByLabel('HTML source').fill('<p>From the source</p>');
    await page.keyboard.press('Control+s');
    await expect.poll(version).toBe(post.version + 3);
    expect((await read(owner, post.id)).post_content).toBe('<p>From the source</p>');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('of many Ctrl+S presses one request runs at a time, and the last text wins', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    let running = 0;
    let most = 0;
    let sent = 0;
    const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
    await page.route(`**/webapi/api/posts/${post.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      sent++;
      running++;
      most = Math.max(most, running);
      await pressed;
      running--;
      await route.continue();
    });
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).focus();
    for (const letter of 'abcdef') {
      await page.keyboard.press('End');
      await page.keyboard.type(letter);
      await page.keyboard.press('Control+s');
    }
    answer();
    await expect.poll(async () => (await read(owner, post.id)).post_title).toBe(`${post.post_title}abcdef`);
    expect(most).toBe(1);
    expect(sent).toBeLessThan(6);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the preview shows what is typed before the first save, follows it and keeps its place', async ({
    page,
  }) => {
    await page.goto('/admin/add');
    await title(page).fill('Unsaved title');
    await content(page).click();
    await page.keyboard.type('Typed words');
    for (let line = 0; line < 30; line++) {
      await page.keyboard.type('line');
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('The end');
    await preview(page).click();
    const frame = page.frameLocator('iframe[title="Preview of the post"]');
    await expect(frame.getByRole('heading', { name: 'Unsaved title' })).toBeVisible();
    await expect(frame.getByText('Typed words')).toBeVisible();
    const html = frame.locator('html');
    await html.evaluate((root) => root.ownerDocument.defaultView?.scrollTo(0, 300));
    await expect.poll(() => html.evaluate((root) => root.scrollTop)).toBe(300);
    await content(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and on');
    await expect(frame.getByText('The end and on')).toBeVisible();
    expect(await html.evaluate((root) => root.scrollTop)).toBe(300);
    expect(await frame.locator('script').count()).toBe(0);
    await expect(page).toHaveURL(/\/admin\/add$/);
    await preview(page).click();
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('the preview opens in a new tab', { tag: '@deep' }, async ({ page, context, newPost }) => {
    const post = await newPost({ active: false });
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill('Only typed');
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Open what I typed in a new tab' }).click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: 'Only typed' })).toBeVisible();
    await expect(tab.getByText('This is what you typed. It is not saved.')).toBeVisible();
    await tab.close();
  });

  test('a post is duplicated once by a double click, and the owner gets to the form from the public page', {
    tag: '@deep',
  }, async ({ page, newPost, owner, browser, baseURL }) => {
    const post = await newPost();
    await page.goto(`/post/${post.post_title_web}`);
    await page.locator('.edit-link').click();
    await expect(page).toHaveURL(new RegExp(`/admin/edit/${post.id}$`));
    await page.getByRole('button', { name: 'Duplicate' }).dblclick();
    await expect(title(page)).toHaveValue(`Copy of ${post.post_title}`);
    await expect(page.getByLabel('Status')).toHaveValue('false');
    expect(await find(owner, `Copy of ${post.post_title}`)).toHaveLength(1);

    const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
    const theirs = await stranger.newPage();
    await theirs.goto(`/post/${post.post_title_web}`);
    await expect(theirs.getByRole('heading', { name: post.post_title })).toBeVisible();
    await expect(theirs.locator('.edit-link')).toBeHidden();
    await stranger.close();
  });

  test('the panel can be hidden, which is remembered, and a refused field opens it', {
    tag: '@deep',
  }, async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await expect(settings(page)).toHaveAttribute('aria-expanded', 'true');
    await page.getByLabel('Web Title').fill('Not A Web Title');
    await settings(page).click();
    await expect(page.getByLabel('Status')).toBeHidden();
    await page.reload();
    await expect(settings(page)).toHaveAttribute('aria-expanded', 'false');
    await settings(page).click();
    await expect(page.getByLabel('Status')).toBeVisible();
  });

  test('on a phone the settings are a drawer', { tag: '@deep' }, async ({ page, newPost }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await expect(page.getByLabel('Status')).toBeHidden();
    await expectAccessible(page);
    await settings(page).click();
    await expect(page.getByLabel('Status')).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Settings of the post' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Status')).toBeHidden();
    await expect(settings(page)).toBeFocused();
    await page.evaluate(() => scrollTo(0, 400));
    await expect(save(page)).toBeInViewport();
    await expect(page.getByRole('link', { name: 'Cancel' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('is accessible with everything open, in dark mode and right to left', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await addImage(owner, post.id, '#446688');
    await owner.put(`/webapi/api/posts/${post.id}`, { language: 'ar', tags: ['tea'] });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/admin/edit/${post.id}`);
    await expect(content(page)).toBeVisible();
    await expect(page.locator('.sheet-title')).toHaveAttribute('dir', 'rtl');
    await page.getByRole('button', { name: 'New category' }).click();
    await expectAccessible(page);
    await preview(page).click();
    await expect(page.locator('iframe')).toBeVisible();
    await expectAccessible(page);
  });
});
