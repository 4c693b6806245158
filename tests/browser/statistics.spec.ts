import { fillStatistics } from '../../demo/statistics.ts';
import { addDays } from '../../src/features/statistics/plots/days.ts';
import { addStatistics } from '../../src/features/statistics/store/statistics.ts';
import { test as base, expect, listOf, openScreen } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { siteOfWorker } from './fixtures.ts';

/** Each test has a site of its own: numbers of one would be seen by the others. */
const test = base.extend({ server: siteOfWorker('statistics') });
test.describe.configure({ mode: 'serial' });

test('a new site says what will appear, and statistics can be switched off and on', async ({ page }) => {
  await page.goto('/admin');
  await openScreen(page, 'Audience', 'Statistics');
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing has been counted yet.')).toBeVisible();
  await expectAccessible(page);
  const counting = page.getByRole('switch', { name: 'Count views and visitors' });
  await expect(counting).toBeChecked();
  await counting.click();
  await expect(page.getByText('Nothing has been counted yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Statistics are switched off: nothing is counted.')).toBeVisible();
  await expect(counting).not.toBeChecked();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(counting).toBeChecked();
  await expect(page.getByText('Nothing has been counted yet.')).toBeVisible();
});

test('the keyboard reads the plot day by day, and the table has the same numbers', async ({
  page,
  newPost,
  server,
}) => {
  // The tests after it read these numbers, too.
  const posts = [(await newPost({ post_title: 'Sea' })).id, (await newPost({ post_title: 'Sand' })).id];
  await fillStatistics(server.blog, posts);
  await page.goto('/admin/statistics');
  const plot = page.getByRole('img', {
    name: /^\w.*Views: [\d,]+, \d+% (more|less) than in the 30 days before/,
  });
  await expect(plot).toBeVisible();
  const day = page.getByRole('slider', { name: 'Day in the plot' });
  await expect(day).toHaveAttribute('max', '29');
  await page.getByRole('checkbox', { name: /^Visitors/ }).focus();
  // One tab stop for the whole plot.
  while (!(await day.evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab');
  const last = await day.getAttribute('aria-valuetext');
  expect(last).toMatch(/^\w{3}, \w+ \d+, \d{4}: [\d,]+ views, [\d,]+ visitors$/);
  await page.keyboard.press('ArrowLeft');
  const earlier = await day.getAttribute('aria-valuetext');
  expect(earlier).not.toBe(last);
  await expect(page.locator('.readout')).toHaveText(earlier ?? '');
  await page.keyboard.press('Home');
  await expect(day).toHaveValue('0');
  await page.keyboard.press('Tab');
  await expect(day).not.toBeFocused();
  await expect(page.getByText('Numbers as a table')).toBeFocused();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Numbers of each day' }).getByRole('row');
  await expect(rows).toHaveCount(31);
  const [, views, visitors] = await rows.nth(1).locator('th, td').allTextContents();
  expect(last).toContain(`: ${views} views, ${visitors} visitors`);
  await expectAccessible(page);
});

test('period and series are in the URL', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/statistics');
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(page).toHaveURL(/period=7/);
  const day = page.getByRole('slider', { name: 'Day in the plot' });
  await expect(day).toHaveAttribute('max', '6');
  // Clicked, because the state follows the URL, which changes a moment later.
  await page.getByRole('checkbox', { name: /^Votes/ }).click();
  await expect(page.getByRole('checkbox', { name: /^Votes/ })).toBeChecked();
  await page.getByRole('checkbox', { name: /^Views/ }).click();
  await expect(page).toHaveURL(/series=visitors%2Cvotes/);
  await expect(page.locator('.line-plot path.votes:not(.before)')).toBeAttached();
  await expect(page.locator('.line-plot path.views')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Votes/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Views/ })).not.toBeChecked();
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: /^Views/ })).toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(day).toHaveAttribute('max', '29');
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true');
});

test('a plot is as high as before when the day or the series changes, and fits 360 px', {
  tag: '@deep',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/admin/statistics?period=365');
  const top = () => page.getByRole('heading', { name: 'Top pages' }).boundingBox();
  const before = await top();
  const day = page.getByRole('slider', { name: 'Day in the plot' });
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  expect(await top()).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const labels = await page
    .locator('.line-plot .days text:visible')
    .evaluateAll((texts) =>
      texts.map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right] as const),
    );
  expect(labels.length).toBeGreaterThan(2);
  for (const [index, [left]] of labels.entries()) expect(left).toBeGreaterThan(labels[index - 1]?.[1] ?? 0);
  expect(labels.at(-1)?.[1]).toBeLessThan(360);
});

test('top pages lead to the numbers of a post, and to the post', async ({ page }) => {
  await page.goto('/admin/statistics');
  const pages = page.getByRole('table', { name: 'Top pages' });
  const heading = await page.getByRole('heading', { name: 'Top pages' }).boundingBox();
  const below = ((await pages.boundingBox())?.y ?? 0) - (heading?.y ?? 0) - (heading?.height ?? 0);
  expect(below).toBeLessThan(16);
  await expect(pages.getByRole('link', { name: 'Open Sea on the site ↗' })).toHaveAttribute(
    'href',
    /^\/post\/sea/,
  );
  await pages.getByRole('link', { name: 'Sea', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sea', level: 1 })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Day in the plot' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Statistics of the site' }).click();
  await expect(page.getByRole('link', { name: 'Redirect old addresses' })).toHaveAttribute(
    'href',
    '/admin/redirects',
  );
});

test('names that readers sent stay text', { tag: '@deep' }, async ({ page, server }) => {
  const name = '<img src=x onerror=alert(1)>';
  const day = new Date().toISOString().slice(0, 10);
  await addStatistics(server.blog.db, [
    { day, kind: 'search', name, views: 5000, visitors: 1 },
    { day: addDays(day, -1), kind: 'referrer', name: 'javascript:alert(1)', views: 5000, visitors: 1 },
  ]);
  await page.goto('/admin/statistics');
  await expect(page.getByRole('table', { name: 'Searches without results' })).toContainText(name);
  await expect(page.getByRole('link', { name: /javascript/ })).toHaveCount(0);
});

test('CSV is downloaded with a name that says what it is', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/admin/statistics?period=7');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export days as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^statistics-days-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});

test('All Posts has a sparkline for each post, which moves nothing', { tag: '@deep' }, async ({
  page,
  newPost,
  server,
}) => {
  const post = await newPost();
  await fillStatistics(server.blog, [post.id], 3);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/sparklines*', async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto(listOf(post));
  const row = page.locator('.posts tbody');
  await expect(row).toBeVisible();
  const before = await row.boundingBox();
  answer();
  await expect(row.locator('.figures svg')).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await page.setViewportSize({ width: 800, height: 700 });
  await expect(row.locator('.figures svg')).toBeHidden();
  await row.getByRole('button', { name: /^More: / }).click();
  await row.getByRole('link', { name: new RegExp(`views of ${post.post_title} in 30 days$`) }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/statistics/posts/${post.id}$`));
});

test('forced colors keep the lines and the day that is read', { tag: '@deep' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto('/admin/statistics?series=votes,comments');
  const dashes = await page
    .locator('.line-plot > svg path:not(.before)')
    .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).strokeDasharray));
  expect(new Set(dashes).size).toBe(dashes.length);
  await page.getByRole('slider', { name: 'Day in the plot' }).focus();
  await expect(page.locator('.plot-box .cursor')).toBeVisible();
});
