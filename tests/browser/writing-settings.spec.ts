import type { Locator, Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Client } from '../support/client.ts';
import { addImage, expect, imageFile, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { save, title } from './writing-fields.ts';

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

test.describe('settings of the writing screen', () => {
  test('the settings are saved with the text and survive a reload, also as a draft', async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost({ active: false });
    await addImage(owner, post.id, '#336699');
    await addImage(owner, post.id, '#993366');
    const path = `path${unique()}`;
    await page.goto(`/admin/edit/${post.id}`);
    await page.getByLabel('Date', { exact: true }).fill('2021-03-04T05:06');
    await page.getByRole('button', { name: 'New category' }).click();
    await page.getByLabel('Name of the new category').fill(' ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('A category needs a name.')).toBeVisible();
    await page.getByLabel('Name of the new category').fill(`Sea Side ${path}`);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Category', { exact: true })).toBeFocused();
    await tags(page).fill('!!');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Error: tags need to be at least two chars')).toBeVisible();
    await tags(page).fill('tea');
    await page.keyboard.press('Enter');
    const main = page.getByRole('group', { name: 'Main image' });
    await main.getByRole('radio', { name: 'Image 2' }).check({ force: true });
    const sliders = main.locator('.focal-sliders');
    await expect(sliders).toHaveCSS('opacity', '0');
    await page.getByLabel('Focal point, left to right').fill('25');
    const image = main.locator('.focal');
    await image.click({ position: { x: 5, y: 5 } });
    await page.getByLabel('Focal point, top to bottom').focus();
    await expect(sliders).toHaveCSS('opacity', '1');
    await page.keyboard.press('End');
    await page.getByRole('group', { name: 'Social image' }).getByRole('radio', { name: 'Image 1' }).check({
      force: true,
    });
    await page.getByLabel('Description').fill('A line of my own.');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Comments are open').uncheck();
    // Nothing of it is saved yet.
    expect(await read(owner, post.id)).toMatchObject({ tags: [], comments_open: 1, language: '' });

    await expect
      .poll(async () => (await owner.get<{ post_id: number }[]>('/webapi/api/admin/drafts')).body.length)
      .toBeGreaterThan(0);
    await page.goto('about:blank');
    await page.goto(`/admin/edit/${post.id}`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByLabel('Language')).toHaveValue('de');
    await expect(page.getByLabel('Comments are open')).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'remove tea' })).toBeVisible();
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    const saved = await read(owner, post.id);
    expect(saved).toMatchObject({
      post_date: '2021-03-04T05:06:00.000Z',
      cat_path: `sea-side-${path}`,
      meta_description: 'A line of my own.',
      language: 'de',
      comments_open: 0,
    });
    expect(saved.tags.map(({ tag_name }) => tag_name)).toEqual(['tea']);
    expect(saved.images).toMatchObject([
      { main_image: 0, social_image: 1 },
      { main_image: 1, social_image: 0, focal_y: 100 },
    ]);
    expect(saved.images[1]?.focal_x).toBeLessThan(10);
  });

  test('suggests existing tags and is used with the keyboard alone', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const begin = `zebra${unique()}`;
    const other = await newPost();
    await owner.put(`/webapi/api/posts/${other.id}`, { tags: [`${begin}one`, `${begin}two`] });
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await tags(page).focus();
    await page.keyboard.type(begin);
    const options = page.getByRole('listbox', { name: 'Suggested tags' }).getByRole('option');
    await expect(options).toHaveText([`${begin}one`, `${begin}two`]);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `remove ${begin}two` })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('button', { name: `remove ${begin}two` })).toBeHidden();
  });

  test('a tag that is typed but not confirmed is saved, and a refused one stops the save', {
    tag: '@deep',
  }, async ({ page, newPost, owner }) => {
    const post = await newPost();
    const saved = async () => (await read(owner, post.id)).tags.map(({ tag_name }) => tag_name);
    const isRefused = () => tags(page).evaluate((field: HTMLInputElement) => !field.validity.valid);
    await page.goto(`/admin/edit/${post.id}`);
    await tags(page).fill('tea');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved just now')).toBeVisible();
    expect(await saved()).toEqual(['tea']);
    await expect(tags(page)).toBeFocused();

    await page.keyboard.type('!!');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Error: tags need to be at least two chars')).toBeVisible();
    await settings(page).click();
    await preview(page).click();
    await save(page).click();
    await expect(tags(page)).toHaveValue('!!');
    expect(await isRefused()).toBe(true);
    await expect(page).toHaveURL(/edit/);
    expect(await saved()).toEqual(['tea']);

    await tags(page).fill('Sea Side');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await saved()).toEqual(['seaside', 'tea']);
    await expect
      .poll(async () => (await read(owner, post.id)).tags.map(({ display_name }) => display_name))
      .toEqual(['Sea Side', 'tea']);
  });

  test('a category that is typed but not created, and a translation that is not chosen, stop the save', {
    tag: '@deep',
  }, async ({ page, newPost }) => {
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    const isRefused = (field: Locator) =>
      expect.poll(() => field.evaluate((one: HTMLInputElement) => one.validationMessage)).not.toBe('');
    await page.getByRole('button', { name: 'New category' }).click();
    const path = page.getByLabel('Name of the new category');
    await path.fill('typed');
    await save(page).click();
    await isRefused(path);
    await expect(page).toHaveURL(/edit/);
    await path.fill('');
    const translation = page.getByLabel('Translation of');
    await translation.fill('typed');
    await save(page).click();
    await isRefused(translation);
    await expect(page).toHaveURL(/edit/);
    await translation.fill('');
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('a main image is uploaded in the panel of a new post, and can be removed', { tag: '@deep' }, async ({
    page,
    owner,
  }) => {
    const name = `With image ${unique()}`;
    await page.goto('/admin/add');
    await title(page).fill(name);
    const main = page.getByRole('group', { name: 'Main image' });
    await page.getByLabel('Upload a main image').setInputFiles(await imageFile('cover.png', '#228844'));
    await expect(main.locator('.focal img')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/admin\/edit\/\d+$/);
    const [post] = await find(owner, name);
    expect(post?.images).toMatchObject([{ main_image: 1 }]);
    await main.getByRole('radio', { name: 'No main image' }).check();
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect((await find(owner, name))[0]?.images).toMatchObject([{ main_image: 0 }]);
  });

  test('a category that another tab changed is not undone by saving the text', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    expectConsole,
  }) => {
    expectConsole(/409/);
    expectConsole(/changed elsewhere/);
    const category = await newCategory(owner);
    const post = await newPost();
    await page.goto(`/admin/edit/${post.id}`);
    await title(page).fill(`${post.post_title} again`);
    await owner.put(`/webapi/api/admin/cat/${post.id}/${category.id}`, { state: true });
    await save(page).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await read(owner, post.id)).toMatchObject({
      post_title: `${post.post_title} again`,
      category_id: category.id,
    });

    // Both changed it: that is a conflict.
    await page.goto(`/admin/edit/${post.id}`);
    await page.getByLabel('Category', { exact: true }).selectOption('None');
    const other = await newCategory(owner);
    await owner.put(`/webapi/api/admin/cat/${post.id}/${other.id}`, { state: true });
    await save(page).click();
    await expect(page.getByRole('dialog', { name: 'This post was changed elsewhere' })).toBeVisible();
  });
});
