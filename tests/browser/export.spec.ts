import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { SiteExport } from '../../src/features/export/api.ts';
import { expect, openScreen, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

const slow = { timeout: 40_000 };

test('an export is made, downloaded and deleted', async ({ page, newPost, owner, server }) => {
  test.setTimeout(120_000);
  const post = await newPost();
  await page.goto('/admin');
  await openScreen(page, 'Settings', 'Export');
  await expect(page.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make an export' }).focus();
  await page.keyboard.press('Enter');
  const file = page.locator('.earlier li', { hasText: 'Everything' });
  await expect(file).toBeVisible();
  // The progress survives a reload.
  await page.reload();
  await expect(file.getByRole('button', { name: 'Download' })).toBeVisible(slow);
  await expect(file).toContainText(/Deleted on/);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
  const isAsked = await Promise.race([dialog.waitFor().then(() => true), downloading.then(() => false)]);
  if (isAsked) {
    await dialog.getByLabel('Your password').fill(server.adminPassword);
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  }
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const zip = await fromBufferPromise(await buffer(createReadStream(await download.path())));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  expect(names.some((name) => name.includes(post.post_title_web) && name.endsWith('.md'))).toBe(true);
  expect(names.some((name) => name.endsWith('wordpress.xml'))).toBe(true);

  await file.getByRole('button', { name: 'Delete the export “Everything”' }).click();
  await expect(file).toBeHidden();
  expect((await owner.get<SiteExport[]>('/webapi/api/admin/exports')).body).toEqual([]);
});
