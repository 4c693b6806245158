import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

const preview = 'iframe[title="The site with these settings"]';

test('the appearance screen shows unsaved choices in a frame, and one Save keeps them', async ({
  page,
  owner,
}) => {
  test.setTimeout(60_000);
  const { body: before } = await owner.get<object>('/webapi/api/admin/site');
  await page.goto('/admin/design');
  const frame = page.frameLocator(preview);
  await expect(frame.getByRole('banner')).toBeVisible();
  const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? 0;
  expect(await left(preview)).toBeGreaterThan(await left('.settings-form'));
  await page.setViewportSize({ width: 360, height: 740 });
  expect(Math.abs((await left(preview)) - (await left('.settings-form')))).toBeLessThan(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel('Accent color').fill('#fbca04');
  // Yellow can't be read on paper.
  await expect(page.getByText(/^Light #[0-9a-f]{6}$/)).not.toHaveText('Light #fbca04');
  await expect(page.getByText(/corrected, contrast 4\.\d:1/)).toBeVisible();
  await page.getByRole('radio', { name: /^Mono/ }).check();
  await page
    .getByRole('textbox', { name: 'Custom CSS' })
    .fill('.site-title { letter-spacing: 7px }\n@import "x.css";');
  await expect(page.getByText('Line 2: @import')).toBeVisible();
  const title = frame.locator('.site-title').first();
  const style = (name: string) =>
    title.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  await expect.poll(() => style('letter-spacing')).toBe('7px');
  await expect.poll(() => style('--font-body')).toContain('Text mono');
  await expect
    .poll(() => frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--accent')))
    .toContain('#fbca04');
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(frame.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await expect(frame.getByRole('contentinfo')).toBeVisible();
  await expectAccessible(page);

  // Nothing is saved so far.
  const visitor = await page.context().browser()?.newPage();
  if (!visitor) throw new Error('no browser');
  await visitor.goto(new URL('/', page.url()).href);
  expect(await visitor.content()).toContain('accent=c8102e');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
  await visitor.reload();
  expect(await visitor.content()).toContain('accent=fbca04');
  expect(
    await visitor
      .locator('.site-title')
      .first()
      .evaluate((link) => getComputedStyle(link).letterSpacing),
  ).toBe('7px');
  await visitor.close();
  // Other tests look at the same site.
  await owner.put('/webapi/api/admin/site', before);
  await owner.put('/webapi/api/admin/custom-css', { source: '' });
});

test('only the preview of a signed-in owner may be framed, by this site', { tag: '@deep' }, async ({
  page,
  browser,
  server,
}) => {
  const url = '/?preview=appearance&look=terminal&color=0052cc&type=mono&layout=index';
  const owner = await page.request.get(url);
  expect(owner.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(owner.headers()['x-frame-options']).toBe('SAMEORIGIN');
  expect(await owner.text()).toContain('accent=0052cc');
  const visitor = await browser.newContext();
  for (const answer of [await visitor.request.get(server.url + url), await page.request.get('/')]) {
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers()['x-frame-options']).toBe('DENY');
    expect(await answer.text()).not.toContain('accent=0052cc');
  }
  await visitor.close();
});
