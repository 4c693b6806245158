import type { Page } from '@playwright/test';
import { checkHtml } from '../support/html-checker.ts';
import { expectAccessible } from './axe.ts';
import { untilIdle } from './idle.ts';
import { expectNoShift, recordShifts } from './layout-shifts.ts';
import { type Content, expect, test } from './site-content.ts';

type Screen = { name: string; open(page: Page, content: Content): Promise<unknown>; missing?: boolean };

const at = (address: string) => (page: Page) => page.goto(address);
const post = (content: Content) => `/post/${content.rich.post_title_web}`;

const screens: Screen[] = [
  { name: 'list', open: at('/') },
  { name: 'compact list', open: at('/?view=compact') },
  { name: 'filtered list', open: at('/filter/travel') },
  { name: 'empty list', open: at('/tag/unheardof'), missing: true },
  { name: 'post', open: (page, content) => page.goto(post(content)) },
  {
    name: 'comment form, refused',
    open: async (page, content) => {
      await page.goto(`${post(content)}?comment=1`);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByRole('alert')).not.toBeEmpty();
    },
  },
  {
    name: 'thanks for a comment',
    open: (page, content) => page.goto(`${post(content)}?commented=1&voted=before`),
  },
  {
    name: 'comments on a card',
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Comment (2)' }).click();
    },
  },
  {
    name: 'viewer',
    open: async (page, content) => {
      await page.goto(post(content));
      await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible();
      await page.locator('.gallery a').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'login', open: at('/login') },
  { name: 'counter', open: at('/apps/there') },
  { name: 'missing post', open: at('/post/never-written'), missing: true },
];

test.describe('on a narrow screen, in light and dark mode', () => {
  test.use({ viewport: { width: 320, height: 700 } });
  for (const { name, open, missing } of screens)
    test(`${name} is accessible and does not overflow`, { tag: '@deep' }, async ({
      page,
      content,
      expectConsole,
    }) => {
      if (missing) expectConsole(/404/);
      await open(page, content);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await untilIdle(page);
      await expectAccessible(page);
    });
});

test('very long words do not overflow', { tag: '@deep' }, async ({ page, content }) => {
  const endless = 'Donaudampfschifffahrt'.repeat(12);
  const post = await content.write({
    title: endless,
    content: `<p>${endless}</p><pre><code>${endless}</code></pre><blockquote><p>${endless}</p></blockquote>`,
    category: `endless.${'long'.repeat(12)}`,
    tags: ['endless', 'long'.repeat(25)],
  });
  await content.approvedComment(post, endless);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [
    `/post/${post.post_title_web}?comment=1`,
    '/tag/endless',
    '/tag/endless?view=compact',
  ]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});

test('on a wide screen, list and post are accessible', { tag: '@deep' }, async ({ page, content }) => {
  await page.goto('/');
  await expectAccessible(page);
  await page.goto(post(content));
  await expectAccessible(page);
});

test('all pages are valid HTML', async ({ page, content }) => {
  test.slow();
  const paths = [
    '/',
    '/?view=compact',
    '/filter/travel',
    '/tag/unheardof',
    post(content),
    `${post(content)}?comment=1`,
    `${post(content)}?commented=1&voted=counted`,
    '/login',
    '/apps/there',
    '/post/never-written',
    '/webapi/docs',
  ];
  const pages = [];
  for (const name of paths) pages.push({ name, html: await (await page.request.get(name)).text() });
  expect(await checkHtml(pages)).toEqual([]);
  for (const { name, html } of pages)
    expect(
      html.match(/ class="(?:|[^"]* |[^"]* {2}[^"]*| [^"]*)"/g),
      `blanks in classes of ${name}`,
    ).toBeNull();
});

test.describe('layout shift while a page loads', () => {
  // The browser's language and time zone differ from the site's, so a date that changed on hydration would shift.
  test.use({ locale: 'de-DE', timezoneId: 'Pacific/Auckland' });
  for (const width of [360, 1280])
    for (const { name, open } of screens.filter((screen) =>
      /^(list|compact list|post|login|counter)$/.test(screen.name),
    ))
      test(`${name}, ${width} px`, { tag: '@deep' }, async ({ page, content }) => {
        await page.setViewportSize({ width, height: 800 });
        const late = (ms: number) => async (route: { continue(): Promise<void> }) => {
          await new Promise((resolve) => setTimeout(resolve, ms));
          await route.continue();
        };
        await page.route('**/*.woff2', late(400));
        await page.route('**/images/**', late(300));
        await page.route('**/assets/*.js', late(200));
        await recordShifts(page);
        await open(page, content);
        await untilIdle(page);
        await page.evaluate(() => document.fonts.ready);
        await expectNoShift(page);
      });
});
