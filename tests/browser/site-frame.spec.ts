import { expect, test } from './site-content.ts';

test.describe('around every screen', () => {
  test('one of five fonts shows the title, and only that one is fetched', async ({ browser, server }) => {
    const seen = new Set<string>();
    for (let load = 0; load < 20 && seen.size < 2; load++) {
      const page = await browser.newPage();
      const fonts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(request.url());
      });
      await page.goto(`${server.url}/login`);
      await page.evaluate(() => document.fonts.ready);
      const title = page.getByRole('banner').getByRole('link', { name: 'Not Terrible' });
      const family = await title.evaluate((link) => getComputedStyle(link).fontFamily.split(',')[0] ?? '');
      expect(family).toMatch(/^"?Title [1-5]"?$/);
      expect(fonts).toHaveLength(1);
      seen.add(family);
      await page.close();
    }
    expect(seen.size).toBe(2);
  });

  test('scripts wait for the content, but not when a reader does something', async ({ browser, server }) => {
    const page = await browser.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    // A picture that does not come.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const late = document.createElement('img');
        late.src = '/images/late.webp';
        document.body.append(late);
      });
    });
    await page.route('**/images/late.webp', () => {});
    await page.goto(`${server.url}/login`, { waitUntil: 'domcontentloaded' });
    await page.waitForTimeout(500);
    expect(scripts).toHaveLength(1);
    await page.keyboard.press('Tab');
    await expect.poll(() => scripts.length).toBeGreaterThan(1);
    await page.close();
  });

  test('footer: thanks, fan site, contact', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText('Thank you for stopping by.')).toBeVisible();
    await expect(footer.getByRole('link', { name: 'The fan site' })).toHaveAttribute(
      'href',
      'https://example.org/',
    );
    await expect(footer.getByRole('link', { name: 'hello@example.org' })).toHaveAttribute(
      'href',
      'mailto:hello@example.org',
    );
  });

  test('nothing comes from elsewhere', async ({ page, content, server }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreign.push(request.url());
    });
    await page.goto('/');
    await page.goto(`/post/${content.rich.post_title_web}`, { waitUntil: 'networkidle' });
    expect(foreign).toEqual([]);
  });

  test('a link to the current address does nothing', async ({ page }) => {
    await page.goto('/filter/travel');
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    const before = await page.evaluate(() => history.length);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('link', { name: 'Travel' }).first().click();
    await page.waitForTimeout(200);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  test('a link is fetched ahead when the pointer rests on it, once', async ({ page, content }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('directByTitle')) asked.push(request.url());
    });
    const ahead = page.waitForResponse('**/directByTitle');
    const link = page.getByRole('heading', { level: 2 }).getByRole('link').first();
    await link.hover();
    await ahead;
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    expect(asked).toHaveLength(1);
  });

  test('a line shows when a navigation takes longer than a moment', async ({ page, content }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    await page.route('**/directByTitle', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const line = page.locator('.progress-line');
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect(line).toHaveCSS('opacity', '0');
    await expect(line).toHaveCSS('opacity', '1');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    await expect(line).toHaveCount(0);
  });

  test('a screen that cannot be fetched says so', async ({ page, expectConsole }) => {
    expectConsole(/directByTitle/);
    expectConsole(/ERR_FAILED/);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    await page.route('**/directByTitle', (route) => route.abort());
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect(page.getByText('Server error - is the REST server running?')).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
  });

  for (const path of ['/nowhere', '/filter', '/tag', '/apps/elsewhere', '/post-office/7'])
    test(`${path} leads home`, async ({ page }) => {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect(answer.status()).toBe(302);
      expect(answer.headers().location).toBe('/');
    });

  test('the keyboard can skip the header', async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });
});

test.describe('the announcement', () => {
  test.describe.configure({ mode: 'serial' });
  const tell = (message: string, active = true) => ({ title: 'News', message, active });

  test.afterEach(({ content }) => content.admin.put('/webapi/tasks/1', tell('', false)));

  test('shows while active, and stays away once dismissed until it changes', async ({ page, content }) => {
    await page.goto('/');
    const banner = page.getByRole('complementary', { name: 'Announcement' });
    await expect(banner).toHaveCount(0);
    await content.admin.put('/webapi/tasks/1', tell('The harbour is closed.'));
    await page.reload();
    await expect(banner).toContainText('The harbour is closed.');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    await expect(banner).toHaveCount(0);
    await content.admin.put('/webapi/tasks/1', tell('The harbour is open.'));
    await page.reload();
    await expect(banner).toContainText('The harbour is open.');
  });
});

test.describe('login', () => {
  test('refuses a wrong password, keeps the name, then lets in', async ({ page, server, expectConsole }) => {
    expectConsole(/POST \/api\/admin\/auth: 401/);
    expectConsole(/Failed to load resource.*401/);
    await page.goto('/');
    await page.getByRole('link', { name: 'login' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('UserName').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toHaveText('incorrect password');
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('UserName')).toHaveValue('admin');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('banner').getByRole('link', { name: 'admin' })).toHaveAttribute(
      'href',
      '/admin',
    );
    await page.goto('/login');
    await expect(page).toHaveURL('/admin');
  });

  test('shows what the server has to say', async ({ page, expectConsole }) => {
    expectConsole(/429/);
    await page.goto('/login');
    await page.route('**/webapi/api/admin/auth', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            json: { error: { code: 'too_many', message: 'Please wait a moment.' } },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please wait a moment.');
  });

  test('can be cancelled', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('login and counter say what they need', async ({ page }) => {
  const words = async (path: string) =>
    /<noscript>(.*?)<\/noscript>/.exec(await (await page.request.get(path)).text())?.[1];
  expect(await words('/login')).toContain('please turn on JavaScript');
  expect(await words('/apps/there')).toContain('The counter needs JavaScript');
});

test.describe('the counter', () => {
  test('counts, never below zero, and has more to say every five', async ({ page }) => {
    await page.goto('/apps/there');
    const value = page.locator('output');
    const message = page.locator('.counter-message');
    await expect(page.getByRole('img')).toBeVisible();
    await expect(value).toHaveText('0');
    const first = (await message.textContent()) ?? '';
    await page.getByRole('button', { name: '-' }).click();
    await expect(value).toHaveText('0');
    for (let click = 0; click < 4; click++) await page.getByRole('button', { name: '+' }).click();
    await expect(value).toHaveText('4');
    await expect(message).toHaveText(first);
    await page.getByRole('button', { name: '+' }).click();
    await expect(message).not.toHaveText(first);
    await page.getByRole('button', { name: '-' }).click();
    await expect(value).toHaveText('4');
    await expect(message).toHaveText(first);
  });
});
