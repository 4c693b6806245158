import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restore } from '../../src/features/backup/archive/restore.ts';
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
  const error = page.getByText("Nothing was done, because you didn't confirm that it's you.");
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
  expect((await restore(archive, place)).manifest).toMatchObject({ missing: [] });
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

test('a backup that is being made is shown in every window, after a reload, and says why it failed', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  const owner = new Client(server.url);
  await owner.login();
  await addSessionCookies(context, owner);
  const database = new DatabaseSync(path.join(server.dataDir, 'blog.sqlite'));
  const date = new Date().toISOString();
  const progress = JSON.stringify({ stage: 'pack', done: 500_000_000, total: 2_000_000_000 });
  // A job of another machine, which does not end by itself.
  database
    .prepare(
      `insert into jobs (kind, payload, host, next_run, attempts, progress, date_added)
       values ('backup', '{}', 'another-machine', ?, 1, ?, ?)`,
    )
    .run(date, progress, date);
  const second = await context.newPage();
  for (const window of [page, second]) {
    await window.goto('/admin/detail');
    await expect(window.getByText(/^Compressing the copy: 500 MB of 2 GB$/).first()).toBeVisible();
    await expect(window.getByRole('progressbar', { name: 'Progress of the backup' })).toHaveAttribute(
      'value',
      '0.25',
    );
    await expect(window.getByRole('button', { name: 'Back up now' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  }
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/^Compressing the copy/).first()).toBeVisible();
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('progressbar').scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`${width}-${colorScheme}.png`) });
    }

  database
    .prepare(
      "update jobs set outcome = 'failed', date_finished = ? where kind = 'backup' and host = 'another-machine'",
    )
    .run(date);
  const failed = JSON.stringify({ failed: { date, message: 'The disk is full.' } });
  database
    .prepare(
      "insert into settings (name, value) values ('backups', ?) on conflict (name) do update set value = excluded.value",
    )
    .run(failed);
  for (const window of [page, second]) {
    await window.bringToFront();
    await expect(window.getByText(/failed\. The disk is full\.$/)).toBeVisible();
    await expect(window.getByRole('progressbar', { name: 'Progress of the backup' })).toHaveCount(0);
  }
  database.prepare("delete from settings where name = 'backups'").run();
  database.close();
});
