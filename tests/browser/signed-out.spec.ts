import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { Client } from '../support/client.ts';
import { addSessionCookies, expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content } from './writing-fields.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const password = 'long enough for it';

/** A session of its own, because the test ends it. */
async function signedIn(page: Page, url: string): Promise<Client> {
  const session = new Client(url);
  await session.login();
  await page.context().clearCookies();
  await addSessionCookies(page.context(), session);
  return session;
}

async function type(page: Page, words: string, delay = 0): Promise<void> {
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words, { delay });
}

async function signIn(page: Page, secret: string, username?: string): Promise<void> {
  if (username) await dialog(page).getByLabel('UserName').fill(username);
  await dialog(page).getByLabel('Password').fill(secret);
  await dialog(page).getByRole('button', { name: 'Login' }).click();
}

test.beforeEach(({ allowConsole }) => {
  allowConsole(/40[13]/);
});

test('signed out while writing: the screen stays, and goes on after signing in in place', async ({
  page,
  server,
  newPost,
  owner,
}) => {
  test.setTimeout(60_000);
  const post = await newPost();
  const session = await signedIn(page, server.url);
  await page.goto(`/admin/edit/${post.id}`);
  await type(page, ' Before.');
  await session.delete('/webapi/api/admin/auth');
  // Longer than a draft waits to be sent: the dialog must not take the words that are being typed.
  await type(page, ' After this, and on.', 120);
  await expect(dialog(page)).toContainText('You were signed out. Nothing is lost');
  await expect(dialog(page)).toContainText('Sign in as admin to go on.');
  await expect(dialog(page).getByLabel('UserName')).toHaveValue('admin');
  await expect(dialog(page).getByLabel('Password')).toBeFocused();
  await expectAccessible(page);

  // The text can be read, copied and continued without signing in.
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await type(page, ' Later.');
  await expect(content(page)).toHaveText('First words. Before. After this, and on. Later.');
  await expect(page.locator('.save-state.warning')).toContainText('Signed out: kept in this browser');
  await expect(page).toHaveURL(/\/admin\/edit\//);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await signIn(page, 'not the password');
  await expect(dialog(page).getByText('incorrect password')).toBeVisible();
  await signIn(page, server.adminPassword);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('You were signed out')).toHaveCount(0);
  await expect(page.getByText(/^Draft saved/).first()).toBeVisible();
  await expect
    .poll(async () => {
      const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
      return body.filter(({ post_id }) => post_id === post.id).length;
    })
    .toBe(1);
  await type(page, ' Done.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<[Post]>(`/webapi/api/posts/${post.id}`);
  expect(body[0].post_content).toBe('<p>First words. Before. After this, and on. Later. Done.</p>');
});

test('the session is polled again after signing in in place', { tag: '@deep' }, async ({
  page,
  server,
  newPost,
}) => {
  const post = await newPost();
  const session = await signedIn(page, server.url);
  await page.goto(`/admin/edit/${post.id}`);
  await type(page, ' More.');
  await session.delete('/webapi/api/admin/auth');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signIn(page, server.adminPassword);
  await expect(dialog(page)).toHaveCount(0);
  await page.context().clearCookies({ name: /session/i });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(dialog(page)).toBeVisible();
});

test('a save that finds the session ended keeps the text, and can be repeated after signing in', {
  tag: '@deep',
}, async ({ page, server, owner }) => {
  const name = `Signed out ${unique()}`;
  const session = await signedIn(page, server.url);
  await page.goto('/admin/add');
  await expect(content(page)).toBeVisible();
  await session.delete('/webapi/api/admin/auth');
  await page.getByLabel('Post Title').fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await signIn(page, server.adminPassword);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Post Title')).toHaveValue(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  const { body } = await owner.get<Post[]>(`/webapi/api/admin/posts?search=${encodeURIComponent(name)}`);
  expect(body).toHaveLength(1);
});

test('another user is refused, with the reason', { tag: '@deep' }, async ({
  page,
  server,
  owner,
  newPost,
}) => {
  const username = `other${unique()}`;
  await owner.post('/webapi/api/admin/users', { username, password });
  const post = await newPost();
  const session = await signedIn(page, server.url);
  await page.goto(`/admin/edit/${post.id}`);
  await type(page, ' Mine.');
  await session.delete('/webapi/api/admin/auth');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await signIn(page, password, username);
  await expect(dialog(page).getByRole('alert').first()).toHaveText(
    `You signed in as ${username}, but this text is being written by admin. Please sign in as admin.`,
  );
  // The session of the other user was ended again.
  const status = await page.evaluate(async () => (await fetch('/webapi/api/admin/auth')).json());
  expect(status).toEqual({ status: 'no auth' });
  await signIn(page, server.adminPassword, 'admin');
  await expect(dialog(page)).toHaveCount(0);
  await expect(content(page)).toHaveText('First words. Mine.');
});

test('text is not sent in the name of another user who signed in to the same browser', {
  tag: '@deep',
}, async ({ page, context, server, owner, newPost }) => {
  const username = `second${unique()}`;
  await owner.post('/webapi/api/admin/users', { username, password });
  const post = await newPost();
  await signedIn(page, server.url);
  await page.goto(`/admin/edit/${post.id}`);
  await expect(content(page)).toBeVisible();
  const other = new Client(server.url);
  await other.login(username, password);
  await addSessionCookies(context, other);
  await type(page, ' Private words.');
  await expect(dialog(page)).toContainText('Another user has signed in to this browser.');
  expect((await other.get<DraftHead[]>('/webapi/api/admin/drafts')).body).toEqual([]);
  await signIn(page, server.adminPassword, 'admin');
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(async () => (await owner.get<DraftHead[]>('/webapi/api/admin/drafts')).body.length)
    .toBe(1);
});

test('a passkey signs in in place, alone and as the second factor', { tag: '@deep' }, async ({
  page,
  owner,
}) => {
  test.setTimeout(60_000);
  const username = `keys${unique()}`;
  await owner.post('/webapi/api/admin/users', { username, password });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('UserName').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin/security');
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('switch', { name: 'Ask for a passkey after the password' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await page.goto('/admin/add');
  await type(page, 'One.');
  const endSession = async () => {
    await page.context().clearCookies({ name: /session/i });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  };
  await endSession();
  await dialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await endSession();
  await signIn(page, password);
  await dialog(page).getByRole('button', { name: 'Use your passkey' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(content(page)).toHaveText('One.');
});

test('with nothing unsaved the browser goes to the root', { tag: '@deep' }, async ({
  page,
  server,
  newPost,
}) => {
  const post = await newPost();
  const session = await signedIn(page, server.url);
  await page.goto(`/admin/edit/${post.id}`);
  await expect(content(page)).toBeVisible();
  await session.delete('/webapi/api/admin/auth');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page).toHaveURL(`${server.url}/`);
});
