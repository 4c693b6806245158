import type { QueuedComment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Announcement, Site } from '../../src/core/site/api/site.ts';
import { Client } from '../support/client.ts';
import {
  addComment,
  addImage,
  addSessionCookies,
  expect,
  listOf,
  openScreen,
  test,
  unique,
} from './admin.ts';
import { expectAccessible } from './axe.ts';

test.describe('admin screens', () => {
  for (const [path, heading, group] of [
    ['detail', 'Detail', 'Posts'],
    ['comments', 'Comments', 'Comments'],
    ['image', 'Image', 'Media'],
    ['users', 'Users', 'Settings'],
    ['categories', 'Categories', 'Posts'],
    ['settings', 'Site', 'Settings'],
    ['security', 'Security', 'Account'],
    ['activity', 'Activity', 'Settings'],
  ] as const)
    test(`${heading} is accessible in light and dark, and fits a phone`, { tag: '@deep' }, async ({
      page,
      newPost,
      owner,
      server,
    }) => {
      const post = await newPost();
      await addImage(owner, post.id, '#224466');
      await addComment(server.url, post.id, `A word for the queue ${'W'.repeat(200)}`);
      await page.goto('/admin');
      await openScreen(page, group, heading === group ? undefined : heading);
      await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });

  test('Detail shows the state of the site', async ({ page, newPost }) => {
    const post = await newPost({ active: false });
    await page.goto('/admin/detail');
    await expect(page.getByRole('link', { name: /Drafts/ })).toBeVisible();
    await expect(page.getByRole('link', { name: post.post_title })).toBeVisible();
    await expect(page.getByText('Database')).toBeVisible();
    await expect(page.getByText(/Not Terrible \d+\.\d+\.\d+/)).toBeVisible();
    await page.getByRole('link', { name: /Drafts/ }).click();
    await expect(page).toHaveURL(/status=draft/);
    await expect(page.getByRole('list', { name: 'Drafts' })).toContainText(post.post_title);
  });

  test('the focus moves to a neighbor when the focused element is removed', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    for (const tag of ['alpha', 'beta', 'gamma']) await owner.post(`/webapi/api/tag/${post.id}/${tag}`, {});
    await page.goto(listOf(post));
    const pressed = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const focused = (name: string) =>
      expect(page.getByRole('button', { name, exact: true }).first()).toBeFocused();
    await pressed('remove beta');
    await focused('remove gamma');
    await page.keyboard.press('Enter');
    await focused('remove alpha');

    const path = `f${unique()}`;
    await owner.post('/webapi/api/admin/cat', { category_path: path });
    await page.goto('/admin/categories');
    await pressed(`Rename ${path}`);
    for (const field of ['Title', 'Description']) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(`${field} of ${path}`)).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: path })).toBeFocused();

    await page.goto('/admin/security');
    await pressed('Change password');
    await pressed('Cancel');
    await focused('Change password');

    // The focus does not move back if the user clicked elsewhere.
    await page.goto(listOf(post));
    await page.getByRole('button', { name: 'remove alpha' }).focus();
    await page.mouse.click(2, 2);
    await page
      .getByRole('button', { name: 'remove alpha' })
      .evaluate((button: HTMLElement) => button.click());
    await expect(page.getByText('alpha')).toBeHidden();
    await expect(page.locator('body')).toBeFocused();
  });

  test('Comments approves, unapproves and deletes several comments at once', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    server,
  }) => {
    const post = await newPost();
    const mark = unique();
    for (const number of [1, 2, 3]) await addComment(server.url, post.id, `${mark} number ${number}`);
    const states = async () => {
      const { body } = await owner.get<QueuedComment[]>(`/webapi/api/posts/comment/all/${post.id}`);
      return body.map(({ approved }) => approved);
    };
    // Other tests create comments too, oldest first: those of this test are on the last page.
    await page.goto('/admin/comments?page=9999');
    const items = page
      .getByRole('list', { name: 'Comments' })
      .getByRole('listitem')
      .filter({ hasText: mark });
    await expect(items).toHaveCount(3);
    await expect(items.first().getByRole('link', { name: post.post_title })).toHaveAttribute(
      'href',
      `/post/${post.post_title_web}`,
    );
    await items.nth(0).getByRole('button', { name: 'approve', exact: true }).click();
    await expect(items).toHaveCount(2);
    await expect.poll(states).toEqual([true, false, false]);
    await items.nth(0).getByRole('checkbox').check();
    await items.nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'approve selected' }).click();
    await expect.poll(states).toEqual([true, true, true]);
    await page.getByLabel('Show').selectOption('Approved');
    await page.goto('/admin/comments?state=approved&page=9999');
    await items.nth(1).getByRole('button', { name: 'unnapprove' }).click();
    await expect.poll(states).toEqual([true, false, true]);
    await expect(items).toHaveCount(2);
    await items.nth(0).getByRole('button', { name: 'delete', exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(`The comment of Ada on "${post.post_title}"`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(items).toHaveCount(1);
    expect(await states()).toEqual([false, true]);
  });

  test('Comments rolls back a change that failed', { tag: '@deep' }, async ({
    page,
    newPost,
    server,
    expectConsole,
  }) => {
    expectConsole(/503/);
    expectConsole(/Not now/);
    const post = await newPost();
    const mark = unique();
    await addComment(server.url, post.id, mark);
    // By date, because the newest is last then; those that wait are sorted by trust.
    await page.goto('/admin/comments?state=all&page=9999');
    await page.route('**/webapi/api/admin/comments', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
    );
    const item = page.getByRole('listitem').filter({ hasText: mark });
    await item.getByRole('button', { name: 'approve', exact: true }).click();
    await expect(page.getByRole('alert').getByText('Not now.')).toBeVisible();
    await expect(item.getByRole('button', { name: 'approve', exact: true })).toBeVisible();
  });

  test('Image shows where images are used, changes the main image and confirms deletion', async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await addImage(owner, post.id, '#102030');
    await addImage(owner, post.id, '#302010');
    const images = async () => (await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].images;
    const [, second] = await images();
    await owner.put(`/webapi/api/posts/${post.id}`, {
      post_content: `<p><img src="${second?.file_path}" alt=""></p>`,
    });
    await page.goto('/admin/image');
    const items = page.getByRole('list', { name: 'Images' }).getByRole('listitem');
    const mine = items.filter({ hasText: post.post_title });
    await expect(mine).toHaveCount(2);
    await expect(mine.filter({ hasText: 'Main' }).filter({ hasNotText: 'Make Main' })).toHaveCount(1);
    const inText = mine.filter({ hasText: 'In the text' });
    await inText.getByRole('button', { name: 'Make Main' }).click();
    await expect.poll(async () => (await images()).map(({ main_image }) => main_image)).toEqual([0, 1]);
    await expect(mine.filter({ hasText: 'Unused' })).toHaveCount(0);
    const inGallery = mine.filter({ hasText: 'Gallery' });
    await expect(inGallery).toHaveCount(1);
    await inText.getByRole('button', { name: 'delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`image of "${post.post_title}"`);
    await expect(dialog).toContainText('it is the main image of the post and the text of the post shows it');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await inGallery.getByRole('button', { name: 'delete' }).click();
    await expect(dialog.getByRole('heading', { name: 'Delete an image that is in use?' })).toBeVisible();
    await expect(dialog).toContainText('it is in the gallery of the post');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(mine).toHaveCount(1);
    expect((await images()).map(({ id }) => id)).toEqual([second?.id]);
  });

  test('Users adds and removes users and changes passwords; the last user cannot be removed', async ({
    page,
    server,
    expectConsole,
  }) => {
    expectConsole(/422 \(/);
    expectConsole(/A password needs at least 12/);
    const name = `helper-${unique()}`;
    await page.goto('/admin/users');
    const form = page.locator('form', { hasText: 'Add an administrator' });
    await form.getByLabel('UserName').fill(name);
    await form.getByLabel('Password').fill('too short');
    await form.getByRole('button', { name: 'Add' }).click();
    await expect(form.getByRole('alert')).toHaveText('A password needs at least 12 characters.');
    await expect(form.getByLabel('UserName')).toHaveValue(name);
    await form.getByLabel('Password').fill('long enough for anybody');
    await form.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: 'Change password' }).click();
    await expect(row.getByLabel(`New password of ${name}`)).toBeFocused();
    await row.getByLabel(`New password of ${name}`).fill('another long password');
    await row.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`The password of "${name}" was changed.`)).toBeVisible();
    expect((await new Client(server.url).login(name, 'another long password')).status).toBe(200);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('dialog')).toContainText(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toBeHidden();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('long enough');
  });

  test('Users lists all sessions of the user and signs one out', { tag: '@deep' }, async ({
    page,
    context,
    owner,
    server,
  }) => {
    const name = `me-${unique()}`;
    await owner.post('/webapi/api/admin/users', { username: name, password: 'a password of mine' });
    const here = new Client(server.url);
    const there = new Client(server.url);
    await here.login(name, 'a password of mine');
    await there.login(name, 'a password of mine');
    await context.clearCookies();
    await addSessionCookies(context, here);
    await page.goto('/admin/users');
    const sessions = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1);
    await sessions.getByRole('button', { name: 'Sign out' }).click();
    await expect(sessions).toHaveCount(1);
    expect((await there.get<{ status: string }>('/webapi/api/admin/auth')).body.status).toBe('no auth');
    expect((await here.get<{ status: string }>('/webapi/api/admin/auth')).body.status).toBe('auth');
  });

  test('Categories creates, renames with descendants, and deletes unused categories', async ({
    page,
    newPost,
    owner,
    expectConsole,
  }) => {
    expectConsole(/409/);
    expectConsole(/Posts use this category/);
    const top = `c${unique()}`;
    const post = await newPost();
    await page.goto('/admin/categories');
    const field = page.getByLabel('New category');
    await field.fill('!');
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('alert').first()).toContainText('A category needs a name.');
    for (const [words, path] of [
      [top.toUpperCase(), top],
      [`${top} / Below`, `${top}.below`],
    ] as const) {
      await field.fill(words);
      await page.getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('link', { name: path, exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: `Rename ${top}`, exact: true }).click();
    await page.getByLabel(`New path of ${top}`).fill(`${top}-new`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: `${top}-new.below`, exact: true })).toBeVisible();
    const { body } = await owner.get<{ id: number; category_path: string }[]>('/webapi/api/cat/all/');
    const below = body.find(({ category_path }) => category_path === `${top}-new.below`);
    await owner.put(`/webapi/api/admin/cat/${post.id}/${below?.id}`, { state: true });
    await page.getByRole('button', { name: `delete ${top}-new.below` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert').getByText(/Posts use this category/)).toBeVisible();
    await page.getByRole('button', { name: `delete ${top}-new`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('link', { name: `${top}-new`, exact: true })).toBeHidden();
  });

  test('Settings saves the site and the announcement', async ({ page, owner, expectConsole }) => {
    expectConsole(/422/);
    expectConsole(/valid email/);
    await page.goto('/admin/design/footer');
    const site = page.getByRole('form', { name: 'Site' });
    const footer = page.getByRole('form', { name: 'Footer' });
    const before = (await owner.get<Site>('/webapi/api/admin/site')).body;
    await footer.getByLabel('Contact email').fill('not an email');
    await footer.getByRole('button', { name: 'Save' }).click();
    await expect(footer.getByRole('alert')).toHaveText('Please enter a valid email address.');
    await footer.getByLabel('Contact email').fill('me@example.org');
    await openScreen(page, 'Settings');
    await site.getByLabel('Tagline').fill('Said once');
    await expect(site.getByText('Unsaved changes')).toBeVisible();
    await site.getByRole('button', { name: 'Save' }).click();
    await expect(site.getByRole('button', { name: 'Discard' })).toBeHidden();
    // A section leaves what is not saved in another one alone.
    expect((await owner.get<Site>('/webapi/api/admin/site')).body.contact_email).toBe(before.contact_email);
    await openScreen(page, 'Design', 'Footer');
    await expect(footer.getByLabel('Contact email')).toHaveValue('me@example.org');
    await footer.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    expect((await owner.get<Site>('/webapi/api/admin/site')).body).toEqual({
      ...before,
      contact_email: 'me@example.org',
      tagline: 'Said once',
    });
    await openScreen(page, 'Settings', 'Announcement');
    const note = page.getByRole('form', { name: 'Announcement' });
    await note.getByLabel('Title').fill('Hear, hear');
    await note.getByLabel('Message').fill('Something is going on.');
    await note.getByRole('switch').check();
    await page.reload();
    await expect(note.getByLabel('Message')).toHaveValue('Something is going on.');
    await note.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await owner.get<Announcement>('/webapi/tasks/1')).body)
      .toEqual({ id: 1, title: 'Hear, hear', message: 'Something is going on.', active: true });
    await expect(note.getByRole('button', { name: 'Discard' })).toBeHidden();
    // Another tab has changed the message.
    await owner.put('/webapi/tasks/1', { message: 'It is over.' });
    await note.getByLabel('Title').fill('Hear');
    await note.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(note.getByLabel('Message')).toHaveValue('It is over.');
    expect((await owner.get<Announcement>('/webapi/tasks/1')).body.title).toBe('Hear');
    await owner.put('/webapi/api/admin/site', before);
    await owner.put('/webapi/tasks/1', { title: '', message: '', active: false });
  });

  test('Settings take effect on screen as soon as they are saved', { tag: '@deep' }, async ({
    page,
    owner,
  }) => {
    const before = (await owner.get<Site>('/webapi/api/admin/site')).body;
    await page.goto('/admin/settings');
    const site = page.getByRole('form', { name: 'Site' });
    await site.getByLabel('Site name').fill('A name at once');
    await site.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('banner')).toContainText('A name at once');
    await expect(page).toHaveTitle(/A name at once/);

    await owner.put('/webapi/api/admin/site', before);
    await owner.put('/webapi/tasks/1', { title: '', message: '', active: false });
  });
});
