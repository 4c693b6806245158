import type { Page } from '@playwright/test';
import type { RouteObject } from 'react-router';
import type { User } from '../../src/core/accounts/api/owner.ts';
import { routes } from '../../src/modules/admin-screens.tsx';
import { pages } from '../../src/modules/pages.ts';
import { urls } from '../../src/platform/http/urls.ts';
import { addMailOf, addNewsletter, addSubscriber, noServer } from '../support/mail-rows.ts';
import { fillStatisticsOf, inDatabaseOf } from '../support/statistics-rows.ts';
import { addComment, addImage, test as adminTest } from './admin.ts';
import { expectNoViolations } from './axe.ts';
import { expect, siteOfWorker } from './fixtures.ts';
import { test as siteTest } from './site-content.ts';

/*
 * Every screen of the admin area and every public page, as the routers list them. What appears only after a click, such as a
 * dialog or a menu, is checked where it is tested.
 */

/** Expects a screen to be accessible on a wide window, and in dark colors on a phone, where it must not scroll sideways. */
async function expectScreen(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, { rules: ['color-contrast', 'link-in-text-block', 'target-size'] });
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
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
        await fillStatisticsOf(server.dataDir, [post.id], 3);
        const { body: users } = await owner.get<User[]>('/webapi/api/admin/users');
        return inDatabaseOf(server.dataDir, async (db) => {
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
            '/admin/import/:id': imported.id,
          };
        });
      }),
    ),
});

for (const path of pathsOf(routes))
  admin(`${path} is accessible in both color schemes`, ({ page, examples, allowConsole }) => {
    allowConsole(/404/);
    return expectScreen(page, withExamples(path, examples).replace('*', 'nowhere'));
  });

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

const variants = ['/?view=compact', '/post/:title?comment=1'];
for (const path of [
  ...pages.map((page) => page.path).filter((path) => !path.startsWith(urls.api)),
  ...variants,
])
  site(`${path} is accessible in both color schemes`, ({ page, examples, allowConsole }) => {
    allowConsole(/404/);
    return expectScreen(page, withExamples(path, examples));
  });
