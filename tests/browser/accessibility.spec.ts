import type { Page } from '@playwright/test';
import type { RouteObject } from 'react-router';
import { fillStatistics } from '../../demo/statistics.ts';
import type { User } from '../../src/core/accounts/api/owner.ts';
import { routes } from '../../src/modules/admin-screens.tsx';
import { pages } from '../../src/modules/pages.ts';
import { urls } from '../../src/platform/http/urls.ts';
import { addMailOf, addNewsletter, addSubscriber, noServer } from '../support/mail-rows.ts';
import { addComment, addImage, test as adminTest } from './admin.ts';
import { expectNoViolations, type Part } from './axe.ts';
import { expect, siteOfWorker } from './fixtures.ts';
import { test as siteTest } from './site-content.ts';

/*
 * Every screen of the admin area and every public page, as the routers list them. What appears only after a click, such as a
 * dialog or a menu, is checked where it is tested.
 */

/** A worker visits all of them on one page; that takes longer than a usual test. */
const sweepMs = 10 * 60_000;

/** Around every screen and every public page, and checked with the first of them. */
const frame = '.admin-header, .side, .site-header, .site-footer';

/** Expects an open screen to be accessible on a wide window, and in dark colors on a phone, where it must not scroll sideways. */
async function expectScreen(page: Page, path: string, part: Part = {}): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await expectNoViolations(page, part);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { ...part, rules: ['color-contrast', 'link-in-text-block', 'target-size'] });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Opens a screen of the admin area without loading the area again; ends when the focus is on the new screen. */
async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    (document.activeElement as HTMLElement | null)?.blur();
    // As the router does it.
    history.pushState({ ...history.state, idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('main:focus, main:focus-within'), path).toBeAttached();
}

/** Replaces the parameters of a path; fails where a new one has no example. */
const withExamples = (path: string, examples: Record<string, string | number>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const example = examples[path] ?? examples[name];
    if (example === undefined) throw new Error(`Add an example for ${path}.`);
    return encodeURIComponent(example);
  });

const pathsOf = (found: readonly RouteObject[], parent = ''): string[] =>
  found.flatMap(({ path = '', index, children }) => {
    const own = path ? `${parent}/${path}` : parent;
    return children ? pathsOf(children, own) : index || path ? [own] : [];
  });

type Examples = Record<string, string | number>;

const admin = adminTest.extend<{ examples: Examples }>({
  server: siteOfWorker('accessibility', noServer),
  /** Something to see on every screen. */
  examples: async ({ oncePerWorker, newPost, owner, server }, use) =>
    use(
      await oncePerWorker('examples of the admin area', async () => {
        const post = await newPost();
        await addImage(owner, post.id, '#224466');
        await addComment(server.url, post.id, `A word for the queue ${'W'.repeat(200)}`);
        await owner.put(`/webapi/api/posts/${post.id}`, { post_content: '<p>Other words.</p>' });
        await fillStatistics(server.blog, [post.id], 3);
        const { body: users } = await owner.get<User[]>('/webapi/api/admin/users');
        const { db } = server.blog;
        await addSubscriber(db, 'ann@example.org', { bounce: '550 5.1.1 User unknown' });
        const newsletter = await addNewsletter(db);
        await addMailOf(db, newsletter, 'ann@example.org', 'failed', { response: '554 5.7.1 Refused' });
        const imported = await db
          .insertInto('imports')
          .values({
            name: 'old-blog.zip',
            path: '/nowhere',
            host: 'localhost',
            state: 'done',
            dry_run: 0,
            username: 'admin',
            date_added: new Date().toISOString(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return {
          id: post.id,
          '/admin/users/:id/profile': users[0]?.id ?? 0,
          '/admin/newsletters/:id': newsletter,
          '/admin/handbook/:page': 'writing',
          '/admin/import/:id': imported.id,
        };
      }),
    ),
});

admin(
  'every screen of the admin area is accessible in both color schemes',
  async ({ page, examples, allowConsole }) => {
    admin.setTimeout(sweepMs);
    allowConsole(/404/);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/admin');
    await expectScreen(page, '/admin');
    for (const path of pathsOf(routes).filter((path) => path !== '/admin')) {
      await openScreen(page, withExamples(path, examples).replace('*', 'nowhere'));
      await expectScreen(page, path, { without: frame });
    }
  },
);

const site = siteTest.extend<{ examples: Examples }>({
  examples: async ({ oncePerWorker, content }, use) =>
    use(
      await oncePerWorker('examples of public pages', async () => {
        const draft = await content.write({ title: 'Not yet', active: false });
        const { body: preview } = await content.admin.post<{ url: string }>(
          `/webapi/api/admin/posts/${draft.id}/previews`,
          {},
        );
        return {
          title: content.rich.post_title_web,
          category: 'travel',
          tag: 'slow',
          year: 2026,
          month: '01',
          '/preview/:token': preview.url.split('/').at(-1) ?? '',
          // Links of mails, which are checked where the mails are.
          token: 'x',
          signed: 'x',
          link: 'x',
        };
      }),
    ),
});

site('every public page is accessible in both color schemes', async ({ page, examples, allowConsole }) => {
  site.setTimeout(sweepMs);
  allowConsole(/404/);
  await page.setViewportSize({ width: 1280, height: 800 });
  const variants = ['/?view=compact', '/post/:title?comment=1'];
  const paths = pages.map(({ path }) => path).filter((path) => !path.startsWith(urls.api));
  for (const path of [...paths, ...variants]) {
    await page.goto(withExamples(path, examples));
    await expectScreen(page, path, path === '/' ? {} : { without: frame });
  }
});
