import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { SiteImages } from '../../src/core/site/api/site.ts';
import type { Client } from '../support/client.ts';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

/** A bar on a transparent ground. */
async function bar(name: string, color: string, width = 300) {
  const ground = { r: 0, g: 0, b: 0, alpha: 0 };
  const ink = await sharp({ create: { width: width - 20, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width, height: 100, channels: 4, background: ground } })
    .composite([{ input: ink, gravity: 'center' }])
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

async function choose(page: Page, button: string, file: Awaited<ReturnType<typeof bar>>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(file);
}

const removeImages = async (owner: Client) => {
  for (const name of ['logo', 'logo_dark', 'icon', 'social'])
    await owner.delete(`/webapi/api/admin/site/images/${name}`);
  await owner.put('/webapi/api/admin/site', { logo_replaces_name: false, tagline: '' });
};

test.afterEach(({ owner }) => removeImages(owner));

test('the owner uploads, replaces and removes the images of the site', async ({
  page,
  owner,
  expectConsole,
}) => {
  expectConsole(/415/);
  expectConsole(/not an image/);
  await page.goto('/admin/design/logo');
  const images = page.getByRole('region', { name: 'Images' });
  await expect(images.getByRole('button', { name: 'Upload Logo in dark mode' })).toBeDisabled();
  await choose(page, 'Upload Icon', await bar('icon.png', '#204060'));
  await expect(images.getByText(/uploaded.*centered on a transparent square/)).toBeVisible();
  await expect(images.getByRole('img', { name: 'Icon at present' })).toBeVisible();
  await choose(page, 'Replace Icon', {
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  });
  await expect(images.getByRole('alert')).toContainText('This file is not an image.');
  await choose(page, 'Upload Logo', await bar('logo.png', '#000'));
  await expect(images.getByRole('img', { name: 'Logo at present' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('switch', { name: 'Show the logo instead of the site name' })).toBeVisible();
  await images.getByRole('button', { name: 'Remove Icon' }).click();
  await expect(images.getByText('Icon: removed.')).toBeVisible();
  const { icon, logo } = (await owner.get<SiteImages>('/webapi/api/admin/site/images')).body;
  expect([icon, logo?.needs_plate]).toEqual([null, true]);
});

const upload = async (owner: Client, name: string, file: Awaited<ReturnType<typeof bar>>) => {
  const form = new FormData();
  form.set('image', new Blob([Uint8Array.from(file.buffer)]), file.name);
  expect((await owner.post(`/webapi/api/admin/site/images/${name}`, form)).status).toBe(200);
};

test('the logo can be seen in light and dark, and takes its place before it has loaded', {
  tag: '@deep',
}, async ({ page, owner, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await upload(owner, 'logo', await bar('logo.png', '#111'));
  await owner.put('/webapi/api/admin/site', { tagline: 'Short and to the point' });
  const logos = page.getByRole('banner').locator('.site-logo');
  const ground = () => logos.first().evaluate((logo) => getComputedStyle(logo).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await expect(page.getByRole('banner').getByText('Short and to the point')).toBeVisible();
  expect(await ground()).toBe('rgba(0, 0, 0, 0)');
  const loaded = await logos.first().boundingBox();
  expect(loaded?.width).toBeGreaterThan((loaded?.height ?? 0) * 2);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).toBe('rgb(253, 252, 250)');
  await expectAccessible(page);
  await page.route('**/images/**', (route) => route.abort());
  await page.reload();
  expect(await logos.first().boundingBox()).toEqual(loaded);
  await page.unroute('**/images/**');

  await upload(owner, 'logo_dark', await bar('dark.png', '#eee', 240));
  await page.reload();
  await expect(logos.nth(0)).toBeHidden();
  await expect(logos.nth(1)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(logos.nth(0)).toBeVisible();
  await expect(logos.nth(1)).toBeHidden();
  // What a reader chose in the footer counts more than the system.
  await page.evaluate(() => document.documentElement.setAttribute('data-scheme', 'dark'));
  await expect(logos.nth(1)).toBeVisible();
  await expect(logos.nth(0)).toBeHidden();

  await owner.put('/webapi/api/admin/site', { logo_replaces_name: true });
  await page.setViewportSize({ width: 360, height: 700 });
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Not Terrible' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
