import type { Page } from '@playwright/test';
import type { ImportRecord, ImportUpload } from '../../src/features/import/api.ts';
import { archive } from '../support/archives.ts';
import { expect, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

/** The limits of the tests are enough. */
const slow = { timeout: 60_000 };

/** A Hugo site with posts, a page, and a file that cannot be imported. */
async function hugoSite(name: string) {
  const post = (title: string, date: string) =>
    `---\ntitle: "${title}"\ndate: ${date}\ntags: [tea]\n---\n\nSome words.\n`;
  const buffer = await archive([
    { path: 'site/hugo.toml', content: 'baseURL = "https://blog.example.org/"\ntitle = "Tea"\n' },
    { path: 'site/content/posts/green.md', content: post(`Green tea ${name}`, '2020-01-02') },
    { path: 'site/content/posts/black.md', content: post(`Black tea ${name}`, '2020-01-03') },
    { path: 'site/content/about.md', content: `---\ntitle: About ${name}\n---\n\nThis is about tea.\n` },
  ]);
  return { name: `${name}.zip`, mimeType: 'application/zip', buffer };
}

const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Choose a file').setInputFiles(file);

test('a file is uploaded, tried out, imported and undone', async ({ page, owner }) => {
  test.setTimeout(90_000);
  const name = unique();
  await page.goto('/admin');
  await openScreen(page, 'Settings', 'Import');
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Which exports are understood').click();
  await expect(page.getByText('Tools → Export → All content')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Or the URL of a blog that cannot export')).toBeVisible();

  await choose(page, await hugoSite(name));
  await expect(page.getByRole('heading', { name: `Import of ${name}.zip` })).toBeVisible(slow);
  const start = page.getByRole('button', { name: 'Import 2 posts and 1 page' });
  await expect(start).toBeVisible(slow);
  await expect(page.getByRole('status').filter({ hasText: 'Nothing has been changed yet.' })).toBeVisible();
  await expect(page.getByText(/^Exported from Markdown/)).toBeVisible();
  await expect(page.getByRole('row', { name: /^Markdown file 3 3 0 0/ })).toBeVisible();
  await expect(page.locator('.difference')).toHaveCount(0);
  await expectAccessible(page);
  const titles = async () => {
    const { body } = await owner.get<{ post_title: string }[]>(`/webapi/api/admin/posts?search=${name}`);
    return body.map(({ post_title }) => post_title).sort();
  };
  expect(await titles()).toEqual([]);
  await page.getByText('3 texts beside the source').click();
  await expect(page.locator('.sample', { hasText: `Green tea ${name}` })).toContainText(
    'All words of the source are here.',
  );
  await page.getByText(/^Which is it\?/).click();
  await page.getByLabel('What are they: Markdown file?').selectOption('All posts');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again with these answers' }).click();
  await expect(page.getByRole('button', { name: 'Import 3 posts' })).toBeVisible(slow);
  await page.getByText(/^Which is it\?/).click();
  await page.getByLabel('What are they: Markdown file?').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Check again with these answers' }).click();

  await start.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The import is complete.')).toBeVisible(slow);
  await page.reload();
  await expect(page.getByText('The import is complete.')).toBeVisible();
  expect(await titles()).toEqual([`Black tea ${name}`, `Green tea ${name}`]);
  await page.getByLabel('Result').selectOption('Imported');
  await page.getByLabel('Kind').selectOption('Markdown file');
  const item = page.locator('.import-items li', { hasText: `Green tea ${name}` });
  await expect(page.locator('.import-items > ul > li')).toHaveCount(3);
  await expect(item.getByRole('link')).toHaveAttribute('href', /^\/post\/green/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    /This removes what the import wrote: 2 posts, 1 page.*Posts and pages go to the bin for 30 days\. Those that were edited since/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText(/^The import was undone\./)).toBeVisible(slow);
  expect(await titles()).toEqual([]);

  await page.getByRole('link', { name: 'Import another file' }).click();
  await expect(page.locator('.earlier li', { hasText: `${name}.zip` })).toContainText('Undone');
});

test('a file that cannot be read says why', { tag: '@deep' }, async ({ page }) => {
  test.setTimeout(60_000);
  await page.goto('/admin/import');
  const traversal = await archive([{ path: 'a.md', content: 'x' }]);
  const evil = Buffer.from(traversal.toString('latin1').replaceAll('a.md', '../a'), 'latin1');
  await choose(page, { name: 'evil.zip', mimeType: 'application/zip', buffer: evil });
  await expect(page.getByRole('alert').filter({ hasText: /unsafe path/ })).toBeVisible(slow);
  await expect(page.getByText('The file could not be read.')).toBeVisible();
  await expectAccessible(page);
});

test('an upload is paused and resumed, outlasts a lost connection, and continues after a reload', {
  tag: '@deep',
}, async ({ page, owner, allowConsole }) => {
  test.setTimeout(90_000);
  allowConsole(/PUT|Failed to load|ERR_|net::/);
  const name = `${unique()}.xml`;
  const file = { name, mimeType: 'text/xml', buffer: Buffer.alloc(6_000_000, ' ') };
  let mode: 'slow' | 'offline' | 'open' = 'slow';
  const offsets: number[] = [];
  await page.route(/uploads\/[^/]+\?offset=/, async (route) => {
    offsets.push(Number(new URL(route.request().url()).searchParams.get('offset')));
    if (mode === 'offline') return route.abort('connectionfailed');
    if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue().catch(() => {});
  });
  const state = async () =>
    (await owner.get<ImportUpload[]>('/webapi/api/admin/imports/uploads')).body.find(
      (one) => one.name === name,
    );

  await page.goto('/admin/import');
  await choose(page, file);
  await expect(page.getByRole('progressbar', { name: `Upload of ${name}` })).toBeVisible();
  await expect.poll(async () => (await state())?.offset ?? 0).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Paused\./).first()).toBeVisible();
  await expectAccessible(page);
  mode = 'offline';
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText(/^The server can't be reached\. Trying again/).first()).toBeVisible();
  const before = (await state())?.offset ?? 0;
  mode = 'slow';
  await expect.poll(async () => (await state())?.offset ?? 0, slow).toBeGreaterThan(before);

  // The browser forgets the file; the server doesn't.
  mode = 'offline';
  await page.reload();
  await expect(page.getByText(`The upload of ${name} was interrupted at`)).toBeVisible();
  const { offset = 0 } = (await state()) ?? {};
  expect(offset).toBeGreaterThan(before);
  mode = 'open';
  offsets.length = 0;
  // Playwright gives the file a new date each time, as an editor would: only the same date continues the upload.
  await page.evaluate(
    ([wanted, size, last]) => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      const files = new DataTransfer();
      files.items.add(new File([' '.repeat(size)], wanted, { lastModified: last }));
      if (!input) return;
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [name, file.buffer.length, (await state())?.last_modified ?? 0] as const,
  );
  await expect(page.getByRole('heading', { name: `Import of ${name}` })).toBeVisible(slow);
  expect(offsets[0]).toBe(offset);
  const { body } = await owner.get<ImportRecord[]>('/webapi/api/admin/imports');
  expect(body.filter((one) => one.name === name)).toHaveLength(1);
});

test('an empty list of posts offers to import', { tag: '@deep' }, async ({ page }) => {
  await page.route(/\/api\/admin\/posts\?/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await page.goto('/admin');
  await page.getByText('Coming from another blog?').getByRole('link', { name: 'Import it.' }).click();
  await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible();
});
