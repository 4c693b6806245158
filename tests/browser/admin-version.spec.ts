import packageJson from '../../package.json' with { type: 'json' };
import { expect, openScreen, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

test('the admin area says which version runs and what it brought', async ({ page }) => {
  await page.goto('/admin');
  await openScreen(page, 'Settings', 'Version');
  await expect(page.getByRole('heading', { name: 'Version', exact: true })).toBeVisible();
  await expect(page.getByText(`Not Terrible ${packageJson.version}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: new RegExp(`^${packageJson.version} \\(`) })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
});
