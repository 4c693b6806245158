import type { Page } from '@playwright/test';
import { type Db, openDatabase } from '../../src/platform/db/open.ts';
import { addMailOf, addNewsletter, addSubscriber, noServer } from '../support/mail-rows.ts';
import { test as base, expect, openScreen, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { siteOfWorker } from './fixtures.ts';
import { untilIdle } from './idle.ts';

/** A site with mail, whose database the tests fill. */
const test = base.extend<{ db: Db }>({
  server: siteOfWorker('mail lists', noServer),
  db: async ({ server }, use) => {
    const { db } = openDatabase({ dataDir: server.dataDir, databaseUrl: null });
    await use(db);
    await db.destroy();
  },
});

const rowOf = (page: Page, address: string) =>
  page.getByRole('table', { name: 'Subscribers' }).getByRole('row').filter({ hasText: address });

test('the owner imports, finds and deletes subscribers with the keyboard', async ({ page, db }) => {
  const name = unique();
  await page.goto('/admin');
  await openScreen(page, 'Audience', 'Subscribers');
  await expect(page.getByRole('heading', { name: 'Subscribers', level: 1 })).toBeVisible();

  await page.getByLabel('Or paste the list').focus();
  await page.keyboard.insertText(
    `Email;Status\n${name}-a@example.org;active\n${name}-b@example.org;active\n${name}-c@example.org;unsubscribed\nnot an address;`,
  );
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /^These people asked for it/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Import of the list' })).toBeFocused();
  const report = page.getByRole('table', { name: 'What became of the lines' });
  await expect(report.getByRole('row', { name: 'Added 2' })).toBeVisible();
  await expect(report.getByRole('row', { name: /they unsubscribed 1$/ })).toBeVisible();
  await expect(page.getByText('Line 5: This is not an email address.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Search' }).fill(`${name}-B`);
  await expect(rowOf(page, `${name}-b@example.org`)).toContainText('Imported');
  await expect(rowOf(page, `${name}-a@example.org`)).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${name}-b@example.org` }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this subscriber?' });
  await expect(dialog).toContainText(`${name}-b@example.org will get no more mail.`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No subscriber matches.')).toBeVisible();
  await expect(page.getByText('1 subscriber was deleted.')).toBeVisible();
  const left = await db.selectFrom('subscribers').select('address').execute();
  expect(left.map(({ address }) => address).filter((address) => address.startsWith(name))).toEqual([
    `${name}-a@example.org`,
  ]);
});

test('an import without consent is refused, and the list stays', { tag: '@deep' }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 422/);
  expectConsole(/POST \/api\/admin\/mail\/subscribers\/import/);
  await page.goto('/admin/subscribers');
  await page.getByLabel('Or paste the list').fill('ann@example.org');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/Tick that these people asked/)).toBeVisible();
  await expect(page.getByLabel('Or paste the list')).toHaveValue('ann@example.org');
});

test('a file is imported, and the export is downloaded', { tag: '@deep' }, async ({ page }) => {
  const name = unique();
  await page.goto('/admin/subscribers');
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFFemail\tcreated_at\r\n${name}@example.org\t2020-01-02`, 'utf16le'),
  });
  await expect(page.getByText('members.csv,')).toBeVisible();
  await page.getByRole('checkbox', { name: /^These people asked for it/ }).check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('row', { name: 'Added 1' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^subscribers-.*\.csv$/);
  const text = await new Response((await download.createReadStream()) as never).text();
  expect(text).toContain(`${name}@example.org,2020-01-02T00:00:00.000Z,true`);
});

test('all that match are deleted, on every page, and others stay', { tag: '@deep' }, async ({ page, db }) => {
  const domain = `${unique()}.example.org`;
  for (let n = 0; n < 60; n++) await addSubscriber(db, `reader${n}@${domain}`);
  const kept = `kept-${unique()}@example.org`;
  await addSubscriber(db, kept);
  await page.goto(`/admin/subscribers?search=${domain}`);
  await page.getByRole('checkbox', { name: 'Select all', exact: true }).check();
  await page.getByRole('button', { name: 'Select all 60 subscribers' }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 60 subscribers?' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('60 subscribers were deleted.')).toBeVisible();
  await page.goto(`/admin/subscribers?search=${kept}`);
  await expect(rowOf(page, kept)).toBeVisible();
});

test('a newsletter shows its progress while it is sent, and can be canceled', async ({ page, db }) => {
  await page.clock.install();
  const subject = `News ${unique()}`;
  const id = await addNewsletter(db, { subject });
  await addMailOf(db, id, 'a@example.org', 'sent');
  const waiting = await addMailOf(db, id, 'b@example.org', 'waiting');
  await addMailOf(db, id, 'c@example.org', 'waiting');
  await page.goto('/admin/newsletters');
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByRole('heading', { name: subject, level: 1 })).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Progress' });
  await expect(bar).toHaveJSProperty('value', 1 / 3);
  await expect(page.getByText('1 of 3 mails done.').first()).toBeVisible();

  await db
    .updateTable('mails')
    .set({ state: 'sent', next_run: null, date_settled: new Date().toISOString() })
    .where('id', '=', waiting)
    .execute();
  await expect(bar).toHaveJSProperty('value', 2 / 3);

  await page.getByRole('button', { name: 'Cancel what waits' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel what waits?' });
  await expect(dialog).toContainText('what was sent stays sent');
  await dialog.getByRole('button', { name: 'Cancel the newsletter' }).press('Enter');
  await expect(page.getByText('The newsletter was canceled; 1 mail will not be sent.')).toBeVisible();
  await expect(page.getByText('Done: 2 mails.').first()).toBeVisible();

  // What is done does not change, so the server is not asked again.
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.clock.fastForward('01:00');
  await untilIdle(page);
  expect(calls.filter((url) => url.includes('/mail/newsletters'))).toEqual([]);
});

test('failures are shown with the words of the server, and tried again after a question', {
  tag: '@deep',
}, async ({ page, db }) => {
  const id = await addNewsletter(db, { subject: `News ${unique()}` });
  const add = async (state: 'failed' | 'unconfirmed', response: string) => {
    const address = `${unique()}@example.org`;
    const subscriber_id = await addSubscriber(db, address);
    await addMailOf(db, id, address, state, { subscriber_id, response });
    return address;
  };
  const failed = await add('failed', '554 5.7.1 Message refused: too many links');
  const unconfirmed = await add('unconfirmed', '');
  await page.goto(`/admin/newsletters/${id}`);
  await expect(page.getByRole('row').filter({ hasText: failed })).toContainText(
    '554 5.7.1 Message refused: too many links',
  );
  await page.getByRole('button', { name: 'Try failed ones again' }).click();
  await expect(page.getByText('1 mail is sent again.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('unconfirmed');
  await expect(page.getByRole('row').filter({ hasText: unconfirmed })).toBeVisible();
  await page.getByRole('button', { name: 'Send unconfirmed ones again' }).click();
  await expect(page.getByRole('dialog')).toContainText('may get a second copy');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const { state } = await db
    .selectFrom('mails')
    .select('state')
    .where('address', '=', unconfirmed)
    .executeTakeFirstOrThrow();
  expect(state).toBe('unconfirmed');
});

test('the plot has its numbers in a table that the keyboard opens', { tag: '@deep' }, async ({
  page,
  db,
}) => {
  const id = await addNewsletter(db, { subject: `News ${unique()}` });
  for (let n = 0; n < 5; n++)
    await addMailOf(db, id, `${n}@example.org`, n === 4 ? 'failed' : 'sent', {
      date: `2026-03-01T10:0${n}:00.000Z`,
    });
  await page.goto(`/admin/newsletters/${id}`);
  await expect(page.getByRole('heading', { name: 'Mails per minute' })).toBeVisible();
  await expect(
    page.getByRole('img', { name: 'Mails per minute; the table below has the numbers' }),
  ).toBeVisible();
  await page.getByText('Numbers as a table').focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: 'Mails per minute' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('row').nth(5)).toContainText(/0\s*1$/);
  await expectAccessible(page);
});

for (const width of [360, 820, 1280, 1920])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `fits ${width} pixels and is accessible (${colorScheme})`,
      { tag: '@deep' },
      async ({ page, db }, info) => {
        const long = `${'very-long-local-part-'.repeat(3)}@${unique()}.${'long-label'.repeat(5)}.example.org`;
        await addSubscriber(db, `ann-${unique()}@example.org`, { frequency: 'weekly' });
        await addSubscriber(db, long, {
          bounce: `550 5.1.1 <${long}>: Recipient address rejected: User unknown in local recipient table`,
        });
        const id = await addNewsletter(db, { subject: `A walk by the sea, with much wind ${unique()}` });
        const start = Date.now() - 3_600_000;
        for (let n = 0; n < 40; n++)
          await addMailOf(db, id, `${n}@example.org`, n % 9 === 8 ? 'failed' : n > 36 ? 'waiting' : 'sent', {
            response: '554 5.7.1 Message refused by policy, see https://mail.example.org/policy/links',
            date: new Date(start + (n % 30) ** 1.2 * 60_000).toISOString(),
          });
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        for (const [path, name] of [
          ['/admin/subscribers', 'subscribers'],
          ['/admin/newsletters', 'newsletters'],
          [`/admin/newsletters/${id}`, 'newsletter'],
        ] as const) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await page.screenshot({
            path: info.outputPath(`${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        }
      },
    );
