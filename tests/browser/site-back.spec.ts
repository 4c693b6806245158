import { findWholeBrowser } from '../support/browser.ts';
import { expect, test } from './site-content.ts';

/** Pages must stay eligible for the back/forward cache, so that going back loads nothing. */
test('pages are restored from the back/forward cache', { tag: '@deep' }, async ({
  playwright,
  launchOptions,
  server,
  content,
}) => {
  // Playwright disables it by default.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    executablePath: await findWholeBrowser(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage();
    const comesBackWhole = async (path: string, spoil?: () => void) => {
      await page.goto(server.url + path);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await page.evaluate(() => {
        window.addEventListener('pageshow', (event) => {
          document.documentElement.dataset.whole = String(event.persisted);
        });
      });
      if (spoil) await page.evaluate(spoil);
      await page.goto(`${server.url}/login`);
      await page.goBack({ waitUntil: 'commit' });
      await expect(page).toHaveURL(server.url + path);
      return page.evaluate(() => document.documentElement.dataset.whole === 'true');
    };
    for (const path of [
      '/',
      '/tag/slow?show=10',
      '/filter/travel?view=compact',
      `/post/${content.rich.post_title_web}`,
      '/search?q=tide',
      '/apps/there',
      '/feed.xml',
    ])
      expect(await comesBackWhole(path), path).toBe(true);
    // Control: a page that is not eligible is detected.
    expect(await comesBackWhole('/', () => void window.addEventListener('unload', () => {}))).toBe(false);
  } finally {
    await browser.close();
  }
});
