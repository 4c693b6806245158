import { findWholeBrowser } from '../support/browser.ts';
import { expect, test } from './site-content.ts';

/** Going back shows the page as it was left, without loading anything: browsers keep it whole unless it forbids that. */
test('a page is kept by the browser for going back', async ({
  playwright,
  launchOptions,
  server,
  content,
}) => {
  // Playwright switches this off by itself.
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
    // The control: what does forbid it shows here.
    expect(await comesBackWhole('/', () => void window.addEventListener('unload', () => {}))).toBe(false);
  } finally {
    await browser.close();
  }
});
