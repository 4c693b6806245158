import type { Media } from '../../src/core/images/api/media.ts';
import { expect, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

/** A second of silence. */
function wav(): Buffer {
  const samples = 8000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

test('an uploaded recording is placed in the text, captioned, and plays for readers', async ({
  page,
  newPost,
}) => {
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  const text = page.getByRole('textbox', { name: 'Post Content' });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/audio');
  await page.keyboard.press('Enter');
  await page
    .getByLabel('Audio file')
    .setInputFiles({ name: 'silence.wav', mimeType: 'audio/wav', buffer: wav() });
  await expect(text.locator('audio')).toHaveCount(1);
  await text.locator('figcaption').click();
  await page.keyboard.type('A silent second');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto(`/post/${post.post_title_web}`);
  const audio = page.locator('.content audio');
  await expect(page.locator('.content figcaption')).toHaveText('A silent second');
  await expect(audio).toHaveAttribute('controls', '');
  await audio.evaluate((player: HTMLAudioElement) => {
    player.muted = true;
    return player.play();
  });
  await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.ended)).toBe(true);
  expect(await audio.evaluate((player: HTMLAudioElement) => player.duration)).toBeCloseTo(1, 1);
});

test('a file that browsers do not play is refused with advice', { tag: '@deep' }, async ({
  page,
  newPost,
  expectConsole,
}) => {
  expectConsole(/415/);
  const post = await newPost();
  await page.goto(`/admin/edit/${post.id}`);
  await page.getByRole('textbox', { name: 'Post Content' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/video');
  await page.keyboard.press('Enter');
  const buffer = Buffer.from('\0\0\0\x14ftypqt  ', 'latin1');
  await page.getByLabel('Video file').setInputFiles({ name: 'a.mov', mimeType: 'video/quicktime', buffer });
  await expect(page.getByText('Save the video as MP4')).toBeVisible();
});

test('the library plays recordings, says where they are used, and deletes them after a confirmation', {
  tag: '@deep',
}, async ({ page, newPost, owner }) => {
  const name = `Rain ${unique()}.wav`;
  const form = new FormData();
  // Other bytes than those of other tests: the same file is stored once.
  const bytes = Buffer.concat([wav(), Buffer.from(name)]);
  form.set('media', new Blob([Uint8Array.from(bytes)], { type: 'audio/wav' }), name);
  const { body: file } = await owner.post<Media>('/webapi/api/admin/media', form);
  const post = await newPost({
    post_content: `<figure><audio src="${file.file_path}" controls></audio></figure>`,
  });
  await page.goto('/admin/image');
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Media' }).click();
  await expect(page.getByRole('heading', { name: 'Media', level: 1 })).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(/Audio, \d+ kB/);
  const audio = item.locator('audio');
  await audio.evaluate((player: HTMLAudioElement) => {
    player.muted = true;
    return player.play();
  });
  await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.ended)).toBe(true);
  await item.getByText('Where used').click();
  await expect(item.getByRole('link', { name: post.post_title })).toBeVisible();
  await expectAccessible(page);

  await item.getByRole('button', { name: `delete ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`It no longer plays in "${post.post_title}".`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await item.getByRole('button', { name: `delete ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(item).toHaveCount(0);
  // The list shows the deletion before the server confirms it.
  await expect.poll(async () => (await fetch(owner.baseUrl + file.file_path)).status).toBe(404);
});
