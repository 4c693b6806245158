import { pageStyles } from '../../src/platform/web/page.ts';
import { expect, test } from './site-content.ts';

const sheetsOf = (html: string): Map<string, string> =>
  new Map(
    Array.from(
      html.matchAll(/<link rel="stylesheet" href="([^"]+)" data-order="(\d)"/g),
      ([, href = '', order = '']) => [order, href],
    ),
  );

test('a page lacks no rule of the style sheets that it leaves out', async ({
  page,
  content,
  allowConsole,
}) => {
  // Missing pages are among them.
  allowConsole(/404/);
  const linkedBy = async (path: string) =>
    sheetsOf(await (await page.request.get(path, { headers: { accept: 'text/html' } })).text());
  const post = `/post/${content.rich.post_title_web}?comment=1`;
  const all = new Map([...(await linkedBy('/')), ...(await linkedBy(post)), ...(await linkedBy('/login'))]);
  expect(all.size).toBe(1 + pageStyles.length);
  const left = async (path: string) => {
    await page.goto(path);
    const linked = await linkedBy(path);
    const omitted = [...all].filter(([order]) => !linked.has(order)).map(([, href]) => href);
    expect(omitted.length, path).toBeGreaterThan(0);
    return page.evaluate(async (urls) => {
      const found: string[] = [];
      // An element may match these later.
      const later = /:not\(:target\)|(?<!:):(hover|focus-visible|target)\b/g;
      const pseudoElement = /::(before|after|details-content|marker|placeholder|backdrop)\b/g;
      const visit = (rules: CSSRuleList, outer: string) => {
        for (const rule of rules) {
          let within = outer;
          if (rule instanceof CSSStyleRule) {
            within = rule.selectorText
              .replace(later, ':is(*)')
              .replace(pseudoElement, '')
              .replaceAll('&', `:is(${outer})`);
            if (rule.style.length > 0 && document.querySelector(within)) found.push(within);
          }
          if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList, within);
        }
      };
      for (const url of urls) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(await (await fetch(url)).text());
        visit(sheet.cssRules, ':root');
      }
      return found;
    }, omitted);
  };
  const lists = ['/', '/?view=compact', '/filter/travel', '/tag/unheardof', '/search?q=tide'];
  const others = ['/archive', '/topics', '/login', '/apps/there', '/feed.xml', '/post/never-written'];
  for (const path of [post, ...lists, ...others]) expect(await left(path), path).toEqual([]);
});

test('following a link to a page of another kind links its style sheets in their order', async ({
  page,
  content,
}) => {
  await page.goto(`/post/${content.rich.post_title_web}`);
  const loaded = await page.evaluate(() => performance.timeOrigin);
  const orders = () =>
    page
      .locator('link[data-order]')
      .evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.order));
  expect(await orders()).toEqual(['0', '2']);
  await page.getByRole('link', { name: 'search' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect(await orders()).toEqual(['0', '2', '3']);
  await expect(page.locator('.search-form form')).toHaveCSS('display', 'flex');
  await page.locator('.site-title').click();
  await expect(page.locator('.card')).not.toHaveCount(0);
  expect(await orders()).toEqual(['0', '1', '2', '3']);
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
});

test('what is printed has no controls, and its rules win over those of the kinds of pages', {
  tag: '@deep',
}, async ({ page, content }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto(`/post/${content.rich.post_title_web}`);
  await expect(page.locator('.post-head.over-image')).toHaveCSS('min-block-size', '0px');
  for (const part of ['.menu', '.scheme-switch', '.post > .actions, #vote'])
    await expect(page.locator(part).first()).toBeHidden();
});
