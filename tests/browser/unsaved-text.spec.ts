import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { Client } from '../support/client.ts';
import { addSessionCookies, expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { content, save, title } from './writing-fields.ts';

const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' });
const offer = (page: Page, name: string) => drafts(page).locator('li', { hasText: name });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();

const heads = async (client: Client) => (await client.get<DraftHead[]>('/webapi/api/admin/drafts')).body;
const found = async (client: Client, name: string) =>
  (await client.get<Post[]>(`/webapi/api/admin/posts?limit=5&search=${name}`)).body;

async function write(page: Page, name: string, words: string): Promise<void> {
  await title(page).fill(name);
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** A post that was never saved is kept as a draft only if the author says so. */
async function leave(page: Page): Promise<void> {
  const isNew = new URL(page.url()).pathname === '/admin/add';
  await page.getByRole('link', { name: 'All Posts' }).click();
  if (isNew) await page.getByRole('dialog').getByRole('button', { name: 'Keep as draft' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openDrafts(page);
}

const openDrafts = (page: Page) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Drafts' }).click();

/** Everything stored in this browser that a script of the site could read. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        found.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(found);
  });

/** A separate browser, which can be killed without a chance to save anything. */
async function startBrowser(profile: string): Promise<{ browser: Browser; child: ChildProcess }> {
  await rm(join(profile, 'DevToolsActivePort'), { force: true });
  const child = spawn(
    process.env.CHROME_PATH ?? '',
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(process.env.CHROME_SANDBOX === 'on' ? [] : ['--no-sandbox']),
      'about:blank',
    ],
    // Its own process group, so that its helpers end with it.
    { stdio: 'ignore', detached: true },
  );
  let port = '';
  await expect
    .poll(
      async () => {
        [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split(
          '\n',
        );
        return port;
      },
      { timeout: 20_000 },
    )
    .not.toBe('');
  return { browser: await chromium.connectOverCDP(`http://127.0.0.1:${port}`), child };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await ended;
}

for (const way of ['a new post', 'an active post'] as const)
  test(`text typed into ${way} survives a killed browser`, {
    tag: way === 'a new post' ? [] : '@deep',
  }, async ({ server, owner, newPost }) => {
    test.setTimeout(120_000);
    const profile = await mkdtemp(join(tmpdir(), 'killed-browser-'));
    const name = `Killed ${unique()}`;
    const post = way === 'an active post' ? await newPost() : null;
    const path = post ? `/admin/edit/${post.id}` : '/admin/add';
    let running: ChildProcess | undefined;
    const open = async (start: string) => {
      const { browser, child } = await startBrowser(profile);
      running = child;
      const [context] = browser.contexts();
      if (!context) throw new Error('The browser has no context.');
      await addSessionCookies(context, owner);
      const page = await context.newPage();
      // No draft reaches the server, so what is found afterwards was stored in the browser.
      await page.route('**/webapi/api/admin/drafts/*', (route) =>
        route.request().method() === 'PUT' ? route.abort() : route.continue(),
      );
      await page.goto(server.url + start);
      return { page, child };
    };
    try {
      const { page, child } = await open(path);
      await write(page, name, 'Words before the end.');
      await expect.poll(() => stored(page)).toContain('Words before the end.');
      await kill(child);
      expect((await heads(owner)).filter(({ post_title }) => post_title === name)).toEqual([]);

      const { page: again } = await open('/admin?status=draft');
      await offer(again, name).getByRole('link', { name: 'Continue' }).click();
      await expect(title(again)).toHaveValue(name);
      await expect(content(again)).toContainText('Words before the end.');
      if (post)
        expect((await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_title).toBe(
          post.post_title,
        );
    } finally {
      if (running?.exitCode === null && running.signalCode === null) await kill(running);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });

test('every unsaved new post is kept, also the first of many', { tag: '@deep' }, async ({ page, owner }) => {
  test.setTimeout(90_000);
  const run = unique();
  for (const nth of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'New post' }).click();
    await expect(title(page)).toHaveValue('');
    await write(page, `${nth} ${run}`, `${nth} words.`);
    await leave(page);
  }
  await expect(offer(page, run)).toHaveCount(5);
  await offer(page, `First ${run}`).getByRole('link', { name: 'Continue' }).click();
  await expect(title(page)).toHaveValue(`First ${run}`);
  await expect(content(page)).toHaveText('First words.');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openDrafts(page);
  // The saved one is still a draft, in another state.
  await expect(offer(page, `First ${run}`)).toContainText('2 words · saved');
  await expect(offer(page, run).filter({ hasText: 'never saved' })).toHaveCount(4);
  expect(await found(owner, `First ${run}`)).toHaveLength(1);
  await expect
    .poll(async () => (await heads(owner)).filter(({ post_title }) => post_title.includes(run)).length)
    .toBe(4);
  await offer(page, `Fifth ${run}`).getByRole('button', { name: 'Move to bin' }).click();
  await expect(offer(page, run)).toHaveCount(4);
  await page.reload();
  await expect(offer(page, run)).toHaveCount(4);
});

test('two tabs with a new post each keep both drafts', { tag: '@deep' }, async ({ page, context, owner }) => {
  const run = unique();
  const other = await context.newPage();
  await page.goto('/admin/add');
  await other.goto('/admin/add');
  await write(page, `One ${run}`, 'One.');
  await write(other, `Two ${run}`, 'Two.');
  await title(page).fill(`One again ${run}`);
  await expect
    .poll(async () =>
      (await heads(owner))
        .map(({ post_title }) => post_title)
        .filter((name) => name.includes(run))
        .sort(),
    )
    .toEqual([`One again ${run}`, `Two ${run}`]);
  await page.close({ runBeforeUnload: false });
  await other.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/admin?status=draft');
  await expect(offer(again, `One again ${run}`)).toHaveCount(1);
  await expect(offer(again, `Two ${run}`)).toHaveCount(1);
});

test('a draft that is continued in a second tab is not overwritten there', { tag: '@deep' }, async ({
  page,
  context,
  owner,
}) => {
  const run = unique();
  await page.goto('/admin/add');
  await write(page, `Begun ${run}`, 'Begun.');
  await expect
    .poll(async () => (await heads(owner)).some(({ post_title }) => post_title === `Begun ${run}`))
    .toBe(true);
  const other = await context.newPage();
  await other.goto('/admin?status=draft');
  await offer(other, `Begun ${run}`).getByRole('link', { name: 'Continue' }).click();
  await title(other).fill(`Continued ${run}`);
  await title(page).fill(`Went on ${run}`);
  await expect
    .poll(async () =>
      (await heads(owner))
        .map(({ post_title }) => post_title)
        .filter((name) => name.includes(run))
        .sort(),
    )
    .toEqual([`Continued ${run}`, `Went on ${run}`]);
});

test('two tabs on one post: a save in one loses nothing in the other', { tag: '@deep' }, async ({
  page,
  context,
  newPost,
  owner,
  expectConsole,
}) => {
  expectConsole(/409/);
  expectConsole(/changed elsewhere/);
  const post = await newPost();
  const other = await context.newPage();
  await page.goto(`/admin/edit/${post.id}`);
  await other.goto(`/admin/edit/${post.id}`);
  await write(page, `${post.post_title} mine`, ' Mine.');
  await write(other, `${post.post_title} theirs`, ' Theirs.');
  const drafts = async () => (await heads(owner)).filter(({ post_id }) => post_id === post.id).length;
  await expect.poll(drafts).toBe(2);
  await save(other).click();
  await expect(other).toHaveURL(/\/admin$/);
  await expect.poll(drafts).toBe(1);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'This post was changed elsewhere' });
  const texts = dialog.getByRole('group', { name: /^Change 1 of 1/ });
  await expect(texts).toContainText('First words. Mine.');
  await expect(texts).toContainText('First words. Theirs.');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(content(page)).toHaveText('First words. Theirs.');
  await leave(page);
  await offer(page, `${post.post_title} mine`).getByRole('link', { name: 'Continue' }).click();
  await expect(content(page)).toHaveText('First words. Mine.');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect.poll(drafts).toBe(0);
});

test('text typed during a save is kept as a draft', async ({ page, newPost, owner }) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/webapi/api/posts/${post.id}`, async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  await write(page, post.post_title, ' Sent.');
  await save(page).click();
  await expect(page.getByText('Saving …')).toBeVisible();
  await content(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Typed since.');
  release();
  await expect(page).toHaveURL(/\/admin$/);
  const now = async () => (await owner.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].post_content;
  expect(await now()).toBe('<p>First words. Sent.</p>');
  await openDrafts(page);
  await expect(offer(page, post.post_title)).toContainText('changed since published');
  await offer(page, post.post_title).getByRole('link', { name: 'Continue' }).click();
  await expect(content(page)).toHaveText('First words. Sent. Typed since.');
  await save(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(await now()).toBe('<p>First words. Sent. Typed since.</p>');
  await openDrafts(page);
  await expect(page.getByRole('link', { name: 'Drafts', exact: false })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(offer(page, post.post_title)).toHaveCount(0);
});

test('a save waits for the draft that was sent when the page was hidden', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
}) => {
  const post = await newPost();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const order: string[] = [];
  await page.route('**/webapi/api/admin/drafts/*', async (route) => {
    await released;
    await route.continue();
    order.push('draft');
  });
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/api/posts/${post.id}`)) order.push('save');
  });
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await page.goto(`/admin/edit/${post.id}`);
  await title(page).fill(`Saved ${post.post_title}`);
  const sent = page.waitForRequest('**/webapi/api/admin/drafts/*');
  await setHidden(true);
  await sent;
  await setHidden(false);
  await save(page).click();
  await expect(page.getByText('Saving …')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/admin$/);
  expect(order).toEqual(['draft', 'save']);
  expect((await heads(owner)).filter(({ post_id }) => post_id === post.id)).toEqual([]);
});

test('drafts of an active post are stored on the server and never public', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
  request,
}) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await write(page, `${post.post_title} changed`, ' Not public yet.');
  await expect
    .poll(async () => (await heads(owner)).find(({ post_id }) => post_id === post.id)?.post_title)
    .toBe(`${post.post_title} changed`);
  const seen = await (await request.get(`/post/${post.post_title_web}`)).text();
  expect(seen).toContain('First words.');
  expect(seen).not.toContain('Not public yet.');
  // Drafts on the server are deleted from the browser.
  await expect.poll(() => stored(page)).not.toContain('Not public yet.');
});

test('Cancel asks whether to keep a new post as a draft', async ({ page }) => {
  const run = unique();
  await page.goto('/admin/add');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto('/admin/add');
  await write(page, `Kept ${run}`, 'Kept.');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep this post as a draft?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Back to the post' }).click();
  await expect(title(page)).toHaveValue(`Kept ${run}`);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Keep as draft' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await openDrafts(page);
  await expect(offer(page, `Kept ${run}`)).toContainText('1 word · never saved');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(`kept ${run}`);
  await expect(offer(page, run)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(`none ${run}`);
  await expect(page.getByText('No post matches.')).toBeVisible();
});

test.describe('a shared browser', () => {
  const password = 'long enough for it';
  const signIn = async (page: Page, username: string, secret: string) => {
    await page.goto('/login');
    await page.getByLabel('UserName').fill(username);
    await page.getByLabel('Password').fill(secret);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'All Posts' })).toBeVisible();
  };

  test('has no unsaved text of a user after logout, who finds it again after login', async ({
    page,
    context,
    server,
    owner,
  }) => {
    const run = unique();
    await owner.post('/webapi/api/admin/users', { username: `u${run}`, password });
    await context.clearCookies();
    await signIn(page, 'admin', server.adminPassword);
    await page.getByRole('link', { name: 'New post' }).click();
    await write(page, `Private ${run}`, `Secret words ${run}.`);
    await expect.poll(() => stored(page)).toContain(`Secret words ${run}`);
    await leave(page);
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    expect(await stored(page)).not.toContain(run);

    await signIn(page, `u${run}`, password);
    await openDrafts(page);
    await expect(offer(page, run)).toHaveCount(0);
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);

    await signIn(page, 'admin', server.adminPassword);
    await openDrafts(page);
    await offer(page, `Private ${run}`).getByRole('link', { name: 'Continue' }).click();
    await expect(content(page)).toHaveText(`Secret words ${run}.`);
  });

  test('asks before logout if text is not on the server, in every tab', { tag: '@deep' }, async ({
    page,
    context,
    server,
  }) => {
    await context.clearCookies();
    await signIn(page, 'admin', server.adminPassword);
    await goTo(page, 'Design');
    await goTo(page, 'Footer');
    await page.getByLabel('Thank-you line').fill('Half a sentence');
    const other = await context.newPage();
    await other.goto('/admin');
    await other.getByRole('button', { name: 'logout' }).click();
    const dialog = other.getByRole('dialog', { name: 'Log out without saving?' });
    await expect(dialog).toContainText('the footer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored(page)).toContain('Half a sentence');
    await other.getByRole('button', { name: 'logout' }).click();
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(other).toHaveURL(`${server.url}/`);
    // The other tab leaves as well, before its next session check.
    await expect(page).toHaveURL(`${server.url}/`, { timeout: 5_000 });
    expect(await stored(page)).not.toContain('Half a sentence');
  });

  test('never shows the text of a user whose session expired to another user', { tag: '@deep' }, async ({
    page,
    context,
    server,
    owner,
    allowConsole,
  }) => {
    allowConsole(/401/);
    allowConsole(/Please sign in first/);
    const run = unique();
    await owner.post('/webapi/api/admin/users', { username: `v${run}`, password });
    const session = new Client(server.url);
    await session.login();
    await context.clearCookies();
    await addSessionCookies(context, session);
    await page.goto('/admin/add');
    await expect(content(page)).toBeVisible();
    await session.delete('/webapi/api/admin/auth');
    await write(page, `Expired ${run}`, 'Not lost.');
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible({ timeout: 15_000 });
    await expect.poll(() => stored(page)).toContain('Not lost.');

    await signIn(page, `v${run}`, password);
    await openDrafts(page);
    await expect(offer(page, run)).toHaveCount(0);
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL(`${server.url}/`);

    await signIn(page, 'admin', server.adminPassword);
    await openDrafts(page);
    await offer(page, `Expired ${run}`).getByRole('link', { name: 'Continue' }).click();
    await expect(content(page)).toHaveText('Not lost.');
  });
});
