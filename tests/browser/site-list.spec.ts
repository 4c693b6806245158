import { untilIdle } from './idle.ts';
import { expect, test } from './site-content.ts';

test.use({ timezoneId: 'America/New_York' });

test.describe('list', () => {
  test('shows five complete cards', async ({ page, content }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Not Terrible');
    await expect(page.getByRole('article')).toHaveCount(5);
    const card = page.getByRole('article').first();
    await expect(card.getByRole('heading', { level: 2 })).toHaveText(content.rich.post_title);
    const title = card.getByRole('heading', { level: 2 }).getByRole('link');
    await expect(title).toHaveAttribute('href', `/post/${content.rich.post_title_web}`);
    await expect(card.getByRole('link', { name: 'Travel' })).toHaveAttribute('href', '/filter/travel');
    await expect(card.getByRole('link', { name: 'Sea Side' })).toHaveAttribute('href', '/filter/sea-side');
    await expect(card.getByRole('link', { name: 'harbour', exact: true })).toHaveAttribute(
      'href',
      '/tag/harbour',
    );
    await expect(card.getByRole('link', { name: 'Continue to Full Post...' })).toHaveAttribute(
      'href',
      `/post/${content.rich.post_title_web}`,
    );
    await expect(card.getByText('Revised', { exact: false })).toBeVisible();
    await expect(
      card.getByRole('button', { name: `Not Terrible (${content.rich.vote_count})` }),
    ).toBeEnabled();
    await expect(card.getByRole('button', { name: 'Comment (2)' })).toBeVisible();
    await expect(card.locator('.card-image img')).toHaveAttribute('srcset', / 320w, .* 640w/);
    await expect(card.locator('.gallery img')).toHaveCount(2);
  });

  test('shows dates in the time zone of the site', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/');
    const date = page.getByRole('article').first().locator('time.dt-published');
    await expect(date).toHaveText('February 1, 2026');
    await expect(date).toHaveAttribute('datetime', '2026-02-01T23:30:00.000Z');
  });

  test('opens comments in place', async ({ page }) => {
    await page.goto('/');
    const card = page.getByRole('article').first();
    const toggle = card.getByRole('button', { name: 'Comment (2)' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(card.getByText('Second <b>line</b>.')).toBeVisible();
    await expect(card.getByRole('textbox', { name: 'Comment' })).toBeVisible();
    await toggle.click();
    await expect(card.getByRole('textbox', { name: 'Comment' })).toHaveCount(0);
    const second = page.getByRole('article').nth(1);
    await second.getByRole('button', { name: 'Comment (0)' }).click();
    await expect(second.getByText('There are no comments. Be the first?')).toBeVisible();
  });

  test('loads five more at a time and requests only those', async ({ page }) => {
    await page.goto('/tag/slow');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/webapi/api/posts/')) asked.push(new URL(request.url()).pathname);
    });
    const entries = await page.evaluate(() => history.length);
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect(page).toHaveURL('/tag/slow?show=10');
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page).toHaveURL('/tag/slow?show=12');
    await expect(page.getByText('load more...')).toHaveCount(0);
    expect(asked).toEqual(['/webapi/api/posts/5/5/!null/slow', '/webapi/api/posts/5/10/!null/slow']);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(12);
  });

  test('the button of a full page leads to the next page', { tag: '@deep' }, async ({ page }) => {
    await page.goto('/tag/slow');
    // As after the last posts of a page of 50.
    await page.route('**/webapi/api/posts/5/5/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/ data-more="[^"]*"/, '') });
    });
    const more = page.getByRole('button', { name: 'load more...' });
    await more.click();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/tag/slow?show=15');
    await expect(page.getByRole('article')).toHaveCount(12);
  });

  test('restores the scroll position on back, also after loading more', async ({ page }) => {
    await page.goto('/tag/slow');
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page.getByRole('article')).toHaveCount(10);
    const ninth = page.getByRole('article').nth(8).getByRole('heading').getByRole('link');
    await ninth.scrollIntoViewIfNeeded();
    await untilIdle(page);
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(500);
    await ninth.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Postcard/);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Postcard/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('reports when loading more fails, and can retry', { tag: '@deep' }, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/GET \/api\/posts\/5\/5/);
    expectConsole(/ERR_FAILED/);
    await page.goto('/tag/slow');
    await page.route('**/webapi/api/posts/5/5/**', (route) => route.abort(), { times: 1 });
    const more = page.getByRole('button', { name: 'load more...' });
    await more.click();
    await expect(page.getByText('Server error - is the REST server running?')).toBeVisible();
    await more.click();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect(page.getByText('Server error - is the REST server running?')).toHaveCount(0);
  });

  test('has a compact layout; the switch keeps the filter and the number of posts', async ({
    page,
    content,
  }) => {
    await page.goto('/filter/travel?show=6');
    await page.getByRole('navigation', { name: 'Layout' }).getByRole('link', { name: 'compact' }).click();
    await expect(page).toHaveURL('/filter/travel?show=6&view=compact');
    const card = page.getByRole('article').first();
    await expect(card.getByRole('link', { name: 'Direct Link' })).toHaveAttribute(
      'href',
      `/post?name=${content.rich.id}`,
    );
    await card.getByRole('button', { name: 'Leave Comment' }).click();
    await expect(card.getByRole('textbox', { name: 'Comment' })).toBeVisible();
    await card.getByRole('link', { name: 'Direct Link' }).click();
    await expect(page).toHaveURL(`/post/${content.rich.post_title_web}`);
    await page.goBack();
    await page.getByRole('link', { name: 'full', exact: true }).click();
    await expect(page).toHaveURL('/filter/travel?show=6');
    await expect(page.getByRole('article').first().getByText('Quoted.')).toHaveCount(0);
    await expect(page.getByRole('article').first().getByText('The tide comes in').first()).toBeVisible();
  });

  test('filters by category and tag, and clears the filter', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sea Side' }).first().click();
    await expect(page).toHaveURL('/filter/sea-side');
    await expect(page).toHaveTitle('Sea Side · Not Terrible');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sea Side');
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('link', { name: '[clear]' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: '[clear]' })).toHaveCount(0);
    await page.getByRole('link', { name: 'bread' }).first().click();
    await expect(page).toHaveTitle('bread · Not Terrible');
    await expect(page.getByRole('article')).toHaveCount(5);
  });

  for (const path of ['/tag/unheardof', '/filter/unheardof', '/filter/%25%22'])
    test(`${path} is an empty list with status 404`, { tag: '@deep' }, async ({ page, expectConsole }) => {
      expectConsole(/404/);
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('There are current no posts for public view.')).toBeVisible();
      await expect(page.getByText('Please check again another time.')).toBeVisible();
      await expect(page.getByRole('link', { name: '[clear]' })).toBeVisible();
      await expect(page.getByText('load more...')).toHaveCount(0);
    });

  for (const [show, shown] of [
    ['1', 5],
    ['-7', 5],
    ['many', 5],
    ['7', 7],
    ['1e9', 5],
    ['999999', 12],
  ] as const)
    test(`?show=${show} shows ${shown} posts`, { tag: '@deep' }, async ({ page }) => {
      await page.goto(`/tag/slow?show=${show}`);
      await expect(page.getByRole('article')).toHaveCount(shown);
    });
});

test.describe('list without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('can be paged, filtered and switched with plain links and forms', async ({ page }) => {
    await page.goto('/tag/slow');
    await expect(page.getByRole('article')).toHaveCount(5);
    await expect(page.locator('time').first()).toHaveText('February 1, 2026');
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page).toHaveURL('/tag/slow?show=10');
    await expect(page.getByRole('article')).toHaveCount(10);
    await page.getByRole('button', { name: 'load more...' }).click();
    await expect(page.getByRole('article')).toHaveCount(12);
    await expect(page.getByText('load more...')).toHaveCount(0);
    await page.getByRole('link', { name: 'compact' }).click();
    await expect(page).toHaveURL('/tag/slow?show=12&view=compact');
    await expect(page.getByRole('article')).toHaveCount(12);
    await page.getByRole('link', { name: '[clear]' }).click();
    await page.getByRole('button', { name: 'Comment (2)' }).click();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible();
  });
});
