import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { insertPosts } from '../support/many-posts.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

const slow = { timeout: 60_000 };

test('a category of thousands of posts is renamed in the background, with its progress', {
  tag: '@deep',
}, async ({ page, owner, server }) => {
  test.setTimeout(120_000);
  const [from, to] = [`from-${unique()}`, `to-${unique()}`];
  const { body } = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: from });
  const database = openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  await migrate(database);
  await insertPosts(database.db, 3_000, { category_id: body.id });
  await database.db.destroy();

  await page.goto('/admin/categories');
  await page.getByRole('button', { name: `Rename ${from}`, exact: true }).click();
  await page.getByLabel(`New path of ${from}`).fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
  const bar = page.getByRole('progressbar', { name: `Renaming ${from} to ${to}` });
  await expect(bar).toBeVisible();
  await expect(page.getByText(`"${from}" is being renamed to "${to}" in the background.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Rename ${from}`, exact: true })).toBeHidden();
  await page.reload();
  await expect(bar).toHaveAttribute('value', /^0\.\d+$/, slow);
  await expect(page.locator('.progress-bar').getByRole('status')).toHaveText(/of 3,000$/, slow);
  await expectAccessible(page);
  await expect(page.getByText(`"${from}" was renamed to "${to}".`)).toBeVisible(slow);
  await expect(bar).toBeHidden();
  await expect(page.getByRole('link', { name: to, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: `Rename ${to}`, exact: true })).toBeVisible();
});

test('a rename that failed says why', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/webapi/api/admin/category-rename', (route) =>
    route.fulfill({
      json: {
        rename: {
          category_id: 1,
          from_path: 'notes',
          to_path: 'journal',
          state: 'failed',
          stage: 'removing',
          done: 3,
          total: 3,
          percent: 100,
          message: 'There is already a category "journal".',
        },
      },
    }),
  );
  await page.goto('/admin/categories');
  await expect(
    page.getByText('"notes" was not renamed to "journal". There is already a category "journal".'),
  ).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectAccessible(page);
});
