import { Client } from '../support/client.ts';
import { untilIdle } from './idle.ts';
import { expect, test } from './site-content.ts';

test.describe('page frame', () => {
  test('the title uses one of five fonts, and only that one is fetched', async ({ browser, server }) => {
    const seen = new Set<string>();
    for (let load = 0; load < 20 && seen.size < 2; load++) {
      const page = await browser.newPage();
      const fonts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font' && !/alegreya|interface/.test(request.url()))
          fonts.push(request.url());
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

  test('footer: thanks, and fan site and contact once the owner has given them', async ({ page, server }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText('Thank you for stopping by.')).toBeVisible();
    await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(0);
    await expect(footer.locator('a[href*="example.org"]')).toHaveCount(0);
    const owner = new Client(server.url);
    await owner.login();
    await owner.put('/webapi/api/admin/site', {
      fan_site_label: 'The fan site',
      fan_site_url: 'https://example.org/',
      contact_email: 'hello@example.org',
    });
    await page.reload();
    await expect(footer.getByRole('link', { name: 'The fan site' })).toHaveAttribute(
      'href',
      'https://example.org/',
    );
    await expect(footer.getByRole('link', { name: 'hello@example.org' })).toHaveAttribute(
      'href',
      'mailto:hello@example.org',
    );
  });

  test('no request goes to another origin', async ({ page, content, server }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreign.push(request.url());
    });
    await page.goto('/');
    await page.goto(`/post/${content.rich.post_title_web}`);
    await untilIdle(page);
    expect(foreign).toEqual([]);
  });

  test('a link to the current URL does nothing', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/filter/travel');
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    const before = await page.evaluate(() => history.length);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByRole('link', { name: 'Travel' }).first().click();
    await untilIdle(page);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  test('a link is prefetched once on hover', { tag: '@deep' }, async ({ page, content }) => {
    await page.goto('/');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/post/')) asked.push(request.headers().purpose ?? 'view');
    });
    const prefetched = page.waitForResponse('**/post/*');
    const link = page.getByRole('heading', { level: 2 }).getByRole('link').first();
    await link.hover();
    await prefetched;
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    // The second says that the page was viewed, for the statistics; the reader does not wait for it.
    await expect.poll(() => asked).toEqual(['prefetch', 'view']);
  });

  test('a slow navigation shows a progress bar', { tag: '@deep' }, async ({ page, content }) => {
    await page.goto('/');
    await page.route('**/post/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    const line = () =>
      page.evaluate(() => getComputedStyle(document.documentElement, '::before').content !== 'none');
    expect(await line()).toBe(false);
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect.poll(line, { intervals: [20] }).toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    await expect(page.locator(':root[data-loading]')).toHaveCount(0);
  });

  test('a page that cannot be fetched in place is loaded as a document', { tag: '@deep' }, async ({
    page,
    content,
    expectConsole,
  }) => {
    expectConsole(/Failed to fetch/);
    expectConsole(/ERR_FAILED/);
    await page.goto('/');
    await page.route('**/post/*', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    await page.goBack();
    await expect(page.locator('article.card')).toHaveCount(5);
  });

  test('an error page shows the message of the server', { tag: '@deep' }, async ({ page, expectConsole }) => {
    expectConsole(/503/);
    await page.goto('/');
    await page.route('**/post/*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'text/plain',
        headers: { 'retry-after': '7' },
        body: 'Too many readers at once.',
      }),
    );
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect(page.getByText('Too many readers at once.')).toBeVisible();
  });

  test('an in-place navigation updates title and metadata, focuses the heading and announces it', async ({
    page,
    content,
  }) => {
    await page.goto('/');
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(content.rich.post_title);
    await expect(heading).toBeFocused();
    await expect(page).toHaveTitle(/^A Harbour/);
    await expect(page.locator('#page-status')).toHaveText(await page.title());
    await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/post\/a-harbour/);
    await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article');
    await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  });

  test('a page of another build is loaded as a document', { tag: '@deep' }, async ({
    page,
    content,
    expectConsole,
  }) => {
    expectConsole(/another document/);
    await page.goto('/');
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await page.evaluate(() =>
      document.querySelector('script[type="module"]')?.setAttribute('src', '/assets/start-old.js'),
    );
    await page.getByRole('link', { name: 'Continue to Full Post...' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.rich.post_title);
    expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(loaded);
  });

  for (const path of ['/nowhere', '/filter', '/tag', '/apps/elsewhere', '/post-office/7'])
    test(`${path} redirects to the home page`, { tag: '@deep' }, async ({ page }) => {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect(answer.status()).toBe(302);
      expect(answer.headers().location).toBe('/');
    });

  test('the skip link skips the header', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });
});

test.describe('announcement', () => {
  test.describe.configure({ mode: 'serial' });
  const announcement = (message: string, active = true) => ({ title: 'News', message, active });

  test.afterEach(({ content }) => content.admin.put('/webapi/tasks/1', announcement('', false)));

  test('is visible while active; once dismissed, hidden until it changes', async ({ page, content }) => {
    await page.goto('/');
    const banner = page.getByRole('complementary', { name: 'Announcement' });
    await expect(banner).toHaveCount(0);
    await content.admin.put('/webapi/tasks/1', announcement('The harbour is closed.'));
    await page.reload();
    await expect(banner).toContainText('The harbour is closed.');
    const answered = page.waitForResponse('**/announcement');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
    await answered;
    await page.reload();
    await expect(page.getByRole('button', { name: 'load more...' })).toBeVisible();
    await expect(banner).toHaveCount(0);
    await content.admin.put('/webapi/tasks/1', announcement('The harbour is open.'));
    await page.reload();
    await expect(banner).toContainText('The harbour is open.');
  });

  test('a long one does not overlap the page', { tag: '@deep' }, async ({ page, content }) => {
    await content.admin.put('/webapi/tasks/1', announcement('The harbour is closed. '.repeat(80)));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
    const banner = page.getByRole('complementary', { name: 'Announcement' });
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(banner).not.toBeInViewport();
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await expect(banner).toHaveCount(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a form dismisses it and returns to the page', { tag: '@deep' }, async ({ page, content }) => {
      await content.admin.put('/webapi/tasks/1', announcement('The harbour is closed.'));
      await page.goto('/filter/travel?view=compact');
      const banner = page.getByRole('complementary', { name: 'Announcement' });
      await banner.getByRole('button', { name: 'Dismiss' }).click();
      await expect(page).toHaveURL('/filter/travel?view=compact');
      await expect(banner).toBeHidden();
    });
  });
});

test.describe('login', () => {
  test('rejects a wrong password, preserves the username, then signs in', async ({
    page,
    server,
    expectConsole,
  }) => {
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

  test('shows the error message of the server', { tag: '@deep' }, async ({ page, expectConsole }) => {
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

  test('can be canceled', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('login says that it needs JavaScript', { tag: '@deep' }, async ({ page }) => {
  const html = await (await page.request.get('/login')).text();
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain('Please turn on JavaScript');
});

test.describe('counter', () => {
  test('counts, never below zero, with a new message every five clicks', async ({ page }) => {
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
