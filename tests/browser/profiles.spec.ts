import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Profile } from '../../src/core/accounts/api/profiles.ts';
import { Client } from '../support/client.ts';
import { addSessionCookies, expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

test.describe.configure({ mode: 'serial' });

const own = '/webapi/api/admin/profile';

async function eachSchemeIsAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test('the owner writes a profile, and readers see it', async ({ page, owner, newPost }) => {
  const post = await newPost();
  await page.goto('/admin/profile');
  await page.getByLabel('Display name').fill('Ada Lovelace');
  const bio = page.getByRole('textbox', { name: 'Bio' });
  await bio.click();
  await page.keyboard.type('I write about engines.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Label of link 1').fill('Mastodon');
  await page.getByLabel('URL of link 1').fill('https://social.example.org/@ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#48a' } })
    .png()
    .toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByRole('img', { name: 'Ada Lovelace' })).toBeVisible();
  await eachSchemeIsAccessible(page);
  expect((await owner.get<Profile>(own)).body).toMatchObject({
    display_name: 'Ada Lovelace',
    bio: '<p>I write about engines.</p>',
  });

  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/post/${post.post_title_web}`);
  const box = page.getByRole('region', { name: 'About Ada Lovelace' });
  await expect(box).toContainText('I write about engines.');
  await expect(box.getByRole('img', { name: 'Ada Lovelace' })).toBeVisible();
  await expect(box.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', 'me');
  await page.getByRole('link', { name: 'by Ada Lovelace' }).first().click();
  await expect(page).toHaveURL(/#author$/);
  await expect(box).toBeInViewport();
  await eachSchemeIsAccessible(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'by Ada Lovelace' }).first()).toBeVisible();
});

test('a wrong link is refused with a message, and what was typed stays', { tag: '@deep' }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/);
  expectConsole(/Please enter a URL/);
  await page.goto('/admin/profile');
  await page.getByLabel('URL of link 1').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('p[role=alert]')).toContainText('Please enter a URL');
  await expect(page.getByLabel('URL of link 1')).toHaveValue('javascript:alert(1)');
  await page.getByLabel('URL of link 1').fill('https://social.example.org/@lovelace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('a change made elsewhere is not overwritten unasked', { tag: '@deep' }, async ({
  page,
  owner,
  expectConsole,
}) => {
  expectConsole(/409/);
  expectConsole(/changed elsewhere/);
  await page.goto('/admin/profile');
  await page.getByLabel('Display name').fill('Ada of this tab');
  await owner.put(own, { display_name: 'Ada of another tab' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('p[role=alert]')).toContainText('Nothing was overwritten');
  expect((await owner.get<Profile>(own)).body.display_name).toBe('Ada of another tab');
  await expect(page.getByLabel('Display name')).toHaveValue('Ada of this tab');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect((await owner.get<Profile>(own)).body.display_name).toBe('Ada of this tab');
});

test('the author of a post is chosen where there are several', { tag: '@deep' }, async ({
  page,
  owner,
  newPost,
}) => {
  await owner.put(own, { display_name: 'Ada Lovelace' });
  const post = await newPost();
  const author = page.getByLabel('Author', { exact: true });
  await page.goto(`/admin/edit/${post.id}`);
  await expect(page.getByLabel('Language')).toBeVisible();
  await expect(author).toBeHidden();
  const username = `u${unique()}`;
  const added = { username, password: 'a password of mine' };
  const { id } = (await owner.post<{ id: number }>('/webapi/api/admin/users', added)).body;
  await owner.put(`/webapi/api/admin/users/${id}/profile`, { display_name: 'Bea' });
  await page.reload();
  await expect(author).toHaveValue('1');
  await author.selectOption({ label: `Bea (${username})` });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/admin(\?|$)/);
  await page.goto(`/post/${post.post_title_web}`);
  await expect(page.getByRole('link', { name: 'by Bea' }).first()).toBeVisible();

  await page.goto('/admin/users');
  await expectAccessible(page);
  await page.getByRole('row', { name: username }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('dialog')).toContainText('Posts and comments keep the name "Bea"');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Former authors' })).toBeVisible();
  await page.goto(`/post/${post.post_title_web}`);
  await expect(page.getByRole('link', { name: 'by Bea' }).first()).toBeVisible();
  await owner.put(`/webapi/api/admin/users/${id}/profile`, { display_name: '' });
});

test('a profile whose administrator was removed meanwhile says so', { tag: '@deep' }, async ({
  page,
  owner,
  server,
  context,
  expectConsole,
}) => {
  expectConsole(/404/);
  expectConsole(/There is no such administrator/);
  const username = `u${unique()}`;
  const added = { username, password: 'a password of mine' };
  const { id } = (await owner.post<{ id: number }>('/webapi/api/admin/users', added)).body;
  const other = new Client(server.url);
  await other.login();
  await addSessionCookies(context, other);
  await page.goto(`/admin/users/${id}/profile`);
  await page.getByLabel('Display name').fill('Too late');
  await owner.delete(`/webapi/api/admin/users/${id}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('p[role=alert]')).toContainText('There is no such administrator.');
});
