import type { Page } from '@playwright/test';
import { expect, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or do anything' });

/** Searches with the keys of the frame and opens the first that is found. */
async function search(page: Page, text: string, found: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  await expect(palette(page).getByRole('option').first()).toContainText(found);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
}

test('what owners look for is two clicks or one search away from the posts', async ({ page }) => {
  const heading = (name: string) => expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const posts = async () => {
    await openScreen(page, 'Posts');
    await heading('All Posts');
  };
  await page.goto('/admin');
  for (const [group, screen, title] of [
    ['Design', 'Logo and images', 'Logo and images'],
    ['Design', 'Menu', 'Menu'],
    ['Settings', 'Connections', 'Connections'],
    ['Settings', 'Conversation', 'Conversation'],
    ['Settings', 'Backups', 'Backups'],
    ['Settings', 'Users', 'Users'],
    ['Settings', 'Export', 'Export'],
  ] as const) {
    await posts();
    await openScreen(page, group, screen);
    await heading(title);
  }
  for (const [text, title] of [
    ['change the logo', 'Logo and images'],
    ['add a menu link', 'Menu'],
    ['send a test mail', 'Connections'],
    ['close comments after 30 days', 'Conversation'],
    ['restore yesterday', 'Backups'],
    ['add a second author', 'Users'],
    ['password', 'Security'],
    ['export everything', 'Export'],
    // There are none without a mail server, which is entered there.
    ['who subscribes', 'Connections'],
  ] as const) {
    await posts();
    await search(page, text, new RegExp(`${text.slice(0, 3)}|${title}`, 'i'));
    await heading(title);
  }
});

test('the palette opens posts and settings and runs commands, by keyboard alone', async ({
  page,
  newPost,
}) => {
  const word = unique();
  const post = await newPost({ post_title: `Palette ${word}` });
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'All Posts', level: 1 })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expectAccessible(page);
  await page.keyboard.type('time zone');
  await expect(palette(page).getByRole('option', { name: 'Time zone' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Time zone')).toBeFocused();

  await page.getByRole('button', { name: 'Search or do anything' }).click();
  await page.keyboard.type(word);
  await expect(palette(page).getByRole('option', { name: post.post_title })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/edit/${post.id}`);

  await page.goto('/admin/comments');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('xyzzy');
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.type('view site');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('work goes on in the frame after its screen was left', async ({ page }) => {
  let done = 1;
  await page.route('**/webapi/api/admin/working', (route) =>
    route.fulfill({ json: done < 4 ? [{ kind: 'export', progress: { done, total: 4 } }] : [] }),
  );
  await page.goto('/admin/comments');
  await page.getByRole('button', { name: 'Working' }).click();
  const working = page.getByRole('region', { name: 'Working' });
  await expect(working.getByRole('progressbar', { name: 'Progress: Export' })).toHaveAttribute(
    'value',
    '0.25',
  );
  await expectAccessible(page);
  done = 3;
  await expect(working.getByText('75 %').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await openScreen(page, 'Media');
  await expect(page.getByRole('button', { name: 'Working' })).toBeVisible();
  done = 4;
  await expect(page.getByText('Export: finished.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Working' })).toHaveCount(0);
});
