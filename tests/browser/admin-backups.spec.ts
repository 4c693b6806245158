import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restore } from '../../src/backup/restore.ts';
import { migrations } from '../../src/db/migrate.ts';
import { notReauthenticated } from '../../src/messages/owner.ts';
import { Client } from '../support/client.ts';
import { addSessionCookies, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a backup is made, and downloaded after re-authentication', async ({
  page,
  context,
  server,
  expectConsole,
}, testInfo) => {
  expectConsole(/403 \(/);
  expectConsole(/confirm: 403/);
  const owner = new Client(server.url);
  await owner.login();
  const title = `Backed up ${unique()}`;
  await owner.post('/webapi/api/posts', { post_title: title, post_content: '<p>Words.</p>', active: true });
  await addSessionCookies(context, owner);

  await page.goto('/admin/detail');
  const make = page.getByRole('button', { name: 'Back up now' });
  await make.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('A backup was made.')).toBeVisible();
  await expect(
    page.getByText(/^The last backup is less than an hour old, from .*\d [kKM]B\.$/),
  ).toBeVisible();
  await expect(make).toBeFocused();

  // As if the user had signed in long ago.
  const database = new DatabaseSync(path.join(server.dataDir, 'blog.sqlite'));
  database.prepare('update sessions set confirmed = ?').run(new Date(Date.now() - 3_600_000).toISOString());
  database.close();
  const button = page.getByRole('button', { name: 'Download it' });
  const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
  await button.click();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const error = page.getByText(notReauthenticated);
  await expect(error).toBeVisible();
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByLabel('Your password').fill(server.adminPassword);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^not-terrible-\d{5}-\w+\.tar$/);
  await expect(error).toBeHidden();
  const archive = testInfo.outputPath('site.tar');
  await (await download).saveAs(archive);
  const place = testInfo.outputPath('restored');
  const known = migrations.map(({ name }) => name);
  expect((await restore(archive, place, known)).manifest).toMatchObject({ missing: [] });
  const restored = new DatabaseSync(path.join(place, 'blog.sqlite'), { readOnly: true });
  expect(restored.prepare('select count(*) as count from posts where post_title = ?').get(title)).toEqual({
    count: 1,
  });
  restored.close();

  // Re-authentication lasts for a while.
  const again = page.waitForEvent('download');
  await button.click();
  await (await again).cancel();
});
