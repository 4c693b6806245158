import { writeFile } from 'node:fs/promises';
import { addImage, expect, imageFile, listOf, openScreen, test } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { readPost, rowOf } from './posts-table.ts';

test.describe('images in All Posts', () => {
  test('uploads several files; a rejected one shows why and does not affect the others', async ({
    page,
    newPost,
    owner,
    expectConsole,
  }, testInfo) => {
    expectConsole(/notes\.png\): 415/);
    expectConsole(/415 \(/);
    const post = await newPost();
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    await row
      .locator('input[type=file]')
      .setInputFiles([
        await imageFile('one.png', '#336699'),
        { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('These are only words.') },
        await imageFile('two.png', '#996633'),
      ]);
    const huge = testInfo.outputPath('huge.png');
    await writeFile(huge, Buffer.alloc(20 * 1024 * 1024 + 1));
    await row.locator('input[type=file]').setInputFiles(huge);
    await expect(row.getByRole('list', { name: /^Images/ }).getByRole('img')).toHaveCount(2);
    const refused = row.getByRole('list', { name: 'Uploads' }).getByRole('listitem');
    await expect(refused).toHaveCount(2);
    await expect(refused.filter({ hasText: 'notes.png' }).getByRole('alert')).toHaveText(/JPEG|image/i);
    await expect(refused.filter({ hasText: 'huge.png' }).getByRole('alert')).toHaveText(
      'This file is larger than 20 MB.',
    );
    await row.getByRole('button', { name: 'Close huge.png' }).click();
    await expect(refused).toHaveCount(1);
    expect((await readPost(owner, post.id)).images).toHaveLength(2);
    await expectAccessible(page);
  });

  test('shows an image whose upload ends after the list was left and reopened', { tag: '@deep' }, async ({
    page,
    newPost,
  }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/webapi/api/image', async (route) => {
      await released;
      await route.continue();
    });
    const row = rowOf(page, post);
    await row.locator('input[type=file]').setInputFiles(await imageFile('late.png', '#557799'));
    await expect(page.getByText('Uploading 1 image …')).toBeVisible();
    await openScreen(page, 'Settings', 'Users');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.goBack();
    await page.goBack();
    await expect(row.getByRole('list', { name: 'Uploads' })).toBeVisible();
    release();
    await expect(row.getByRole('list', { name: /^Images/ }).getByRole('img')).toHaveCount(1);
  });

  test('uploads dropped files, two at a time, and can cancel them', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let started = 0;
    await page.route('**/webapi/api/image', async (route) => {
      started++;
      await released;
      await route.continue().catch(() => {});
    });
    const { buffer } = await imageFile('dropped.png');
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer();
        for (const name of ['stopped.png', 'second.png', 'third.png'])
          transfer.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
        return transfer;
      },
      [...buffer],
    );
    await row.dispatchEvent('dragover', { dataTransfer: dropped });
    await row.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(row.getByRole('progressbar')).toHaveCount(3);
    await expect(page.getByText('Uploading 3 images …')).toBeVisible();
    await expect.poll(() => started).toBe(2);
    await row.getByRole('button', { name: 'Cancel stopped.png' }).click();
    await expect(row.getByText('stopped.png')).toBeHidden();
    await expect.poll(() => started).toBe(3);
    release();
    await expect(row.getByRole('list', { name: /^Images/ }).getByRole('img')).toHaveCount(2);
    await expect(row.getByRole('list', { name: 'Uploads' })).toBeHidden();
    expect((await readPost(owner, post.id)).images).toHaveLength(2);
  });

  test('shows and hides images, changes the main image and confirms deletion', async ({
    page,
    newPost,
    owner,
  }) => {
    const post = await newPost();
    await addImage(owner, post.id, '#113355');
    await addImage(owner, post.id, '#553311');
    await page.goto(listOf(post));
    const row = rowOf(page, post);
    const images = row.getByRole('list', { name: /^Images/ }).getByRole('listitem');
    // The focus opens the row, too.
    await row.getByRole('button', { name: 'Show Images' }).press('Enter');
    await expect(images).toHaveCount(2);
    await expect(images.nth(0).getByText('Main', { exact: true })).toBeVisible();
    await images.nth(1).getByRole('button', { name: 'Make Main' }).click();
    await expect(images.nth(1).getByText('Main', { exact: true })).toBeVisible();
    await expect(images.nth(0).getByRole('button', { name: 'Make Main' })).toBeVisible();
    await expect
      .poll(async () => (await readPost(owner, post.id)).images.map(({ main_image }) => main_image))
      .toEqual([0, 1]);

    await images.nth(1).getByRole('button', { name: 'X', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`image of "${post.post_title}"`);
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(images).toHaveCount(2);
    await expect(images.nth(1).getByRole('button', { name: 'X', exact: true })).toBeFocused();
    await images.nth(1).getByRole('button', { name: 'X', exact: true }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(images).toHaveCount(1);
    await expect(images.getByText('Main', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: 'Hide Images' }).click();
    await expect(images).toHaveCount(0);
  });
});
