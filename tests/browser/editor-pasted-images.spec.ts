import type { Page } from '@playwright/test';
import { expect, test } from './editor-page/fixtures.ts';

const finish = (page: Page, index: number, src: string) =>
  page.evaluate(
    ([at, path]) => window.editorPage.uploads[at]?.finish({ src: path, alt: '', width: 400, height: 200 }),
    [index, src] as const,
  );
const fail = (page: Page, index: number, message: string) =>
  page.evaluate(([at, text]) => window.editorPage.uploads[at]?.fail(text), [index, message] as const);
const names = (page: Page) => page.evaluate(() => window.editorPage.uploads.map(({ name }) => name));
const list = (page: Page) => page.getByRole('list', { name: 'Images' });

test.beforeEach(async ({ page }) => {
  // The page shows images of other sites until they are fetched.
  await page.route(/^https:/, (route) => route.fulfill({ status: 200, contentType: 'image/png', body: '' }));
});

const figure =
  '<p>Before</p><figure><img src="https://site.example.org/one.jpg" alt="One"><figcaption>A caption</figcaption></figure>' +
  '<p>See <img src="https://site.example.org/two.jpg"> and again <img src="https://site.example.org/one.jpg">.</p>';

test('images of other sites are fetched while the text can be edited', async ({ editor, page }) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  await editor.paste({ 'text/html': figure, 'text/plain': 'x' });
  expect(await names(page)).toEqual(['https://site.example.org/one.jpg', 'https://site.example.org/two.jpg']);
  await expect(list(page)).toContainText('Fetching https://site.example.org/one.jpg');
  await page.keyboard.type(' More');
  await finish(page, 1, '/images/2.png');
  await finish(page, 0, '/images/1.png');
  await expect
    .poll(() => editor.html())
    .toBe(
      '<p>Before</p><figure><img src="/images/1.png" alt="One"><figcaption>A caption</figcaption></figure>' +
        '<p>See <img src="/images/2.png"> and again <img src="/images/1.png">. More</p>',
    );
  await expect(list(page)).toBeHidden();
  await expect(editor.text.getByRole('progressbar')).toHaveCount(0);
  // Undo removes what was pasted, and does not bring back the other site's URL.
  await page.keyboard.press('Control+z');
  expect(await editor.html()).not.toContain('site.example.org');
});

test('an image that cannot be fetched is named in the list and in its place, and tried again', {
  tag: '@deep',
}, async ({ editor, page }) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  await editor.paste({
    'text/html': '<p>a <img src="https://site.example.org/one.jpg"> b</p>',
    'text/plain': 'x',
  });
  await fail(page, 0, 'The server of the image did not answer. Try again later.');
  await expect(page.getByRole('alert')).toHaveText(
    'https://site.example.org/one.jpg: The server of the image did not answer. Try again later.',
  );
  await expect(editor.text).toContainText('Missing image: https://site.example.org/one.jpg');
  expect(await editor.html()).toBe('<p>a <img src="https://site.example.org/one.jpg"> b</p>');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(editor.text).not.toContainText('Missing image');
  await finish(page, 1, '/images/1.png');
  await expect.poll(() => editor.html()).toBe('<p>a <img src="/images/1.png"> b</p>');
});

test('images of this site stay as they are', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  const { origin } = new URL(page.url());
  await editor.paste({
    'text/html': `<p>a <img src="${origin}/images/a.png" alt="A"> <img src="/images/b.png" alt="B"></p>`,
    'text/plain': 'x',
  });
  expect(await editor.html()).toBe(
    '<p>a <img src="/images/a.png" alt="A"> <img src="/images/b.png" alt="B"></p>',
  );
  expect(await names(page)).toEqual([]);
});

const word =
  '<p class=MsoNormal>Before <img width=200 height=100 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image%20002.png"></p>' +
  '<p class=MsoNormal>After</p>';

test('an image of Word that is not on the clipboard can be chosen', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  await editor.paste({ 'text/html': word, 'text/plain': 'Before\nAfter' });
  expect(await editor.html()).toBe('<p>Before&nbsp;</p><p>After</p>');
  await expect(page.getByRole('alert')).toContainText('clip_image 002.png: This image is in a file');
  await expect(editor.text).toContainText('Missing image: clip_image 002.png');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the file of clip_image 002.png' }).click();
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await finish(page, 0, '/images/a.png');
  await expect.poll(() => editor.html()).toBe('<p>Before <img src="/images/a.png"></p><p>After</p>');
});

test('images of Word are taken from its files or its RTF', { tag: '@deep' }, async ({ editor, page }) => {
  for (const [data, files] of [
    [{}, [{ name: 'image.png', type: 'image/png' }]],
    [{ 'text/rtf': '{\\rtf1{\\*\\shppict{\\pict\\pngblip 89504e47}}}' }, []],
  ] as const) {
    await editor.open('<p></p>');
    await editor.text.focus();
    const before = (await names(page)).length;
    await editor.paste({ 'text/html': word, 'text/plain': 'Before\nAfter', ...data }, { files: [...files] });
    expect((await names(page)).slice(before)).toEqual(['clip_image 002.png']);
    await finish(page, before, '/images/a.png');
    await expect.poll(() => editor.html()).toBe('<p>Before <img src="/images/a.png"></p><p>After</p>');
  }
});

test('a paste with thousands of images fetches a hundred and says how many are left', {
  tag: '@deep',
}, async ({ editor, page }) => {
  await editor.open('<p></p>');
  await editor.text.focus();
  const html = Array.from(
    { length: 10_000 },
    (_, index) => `<img src="https://site.example.org/${index}.jpg">`,
  );
  await editor.paste({ 'text/html': `<p>Text</p><p>${html.join(' ')}</p>`, 'text/plain': 'x' });
  await expect(page.getByRole('alert')).toContainText(
    '9,900 images were not added: one paste can bring 100.',
  );
  await expect(list(page).getByRole('listitem')).toHaveCount(101);
  expect(await names(page)).toHaveLength(4);
});
