import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

const image = '<p>a<img src="/images/a.png" alt="A" width="200px">b</p>';
const withWidth = (width: number) => image.replace('200px', `${width}px`);
const handle = (page: Page) => page.getByRole('slider', { name: 'Image width' });
/** Rounded to whole pixels like clientWidth, because the width of the editor may be fractional. */
const shownWidth = (page: Page) =>
  page.getByRole('img', { name: 'A' }).evaluate((image) => Math.round(image.getBoundingClientRect().width));

async function center(page: Page): Promise<{ x: number; y: number }> {
  const box = await handle(page).boundingBox();
  if (!box) throw new Error('There is no handle.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whether the tools of an image, which stand above or below it, lie over it. */
async function isCovered(page: Page): Promise<boolean> {
  const tools = await page.getByRole('toolbar', { name: 'Image', exact: true }).boundingBox();
  const shown = await page.getByRole('img', { name: 'A' }).boundingBox();
  if (!tools || !shown) throw new Error('There is no image with tools.');
  return tools.y < shown.y + shown.height && tools.y + tools.height > shown.y;
}

test.describe('resizing', () => {
  test.beforeEach(async ({ editor, page }) => {
    await editor.open(image);
    await page.getByRole('img', { name: 'A' }).click();
    await expect(handle(page)).toBeVisible();
  });

  test('with the mouse, within limits, and one undo reverts both the HTML and the display', async ({
    editor,
    page,
  }) => {
    const widest = await editor.text.evaluate((element) => element.clientWidth);
    for (const [by, width] of [
      [50, 250],
      [-2000, 20],
      [4000, widest],
    ] as const) {
      const before = await shownWidth(page);
      const html = await editor.html();
      // Waits until the handle no longer moves and nothing covers it.
      await handle(page).hover();
      const { x, y } = await center(page);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y, { steps: 3 });
      await page.mouse.move(x + by, y);
      expect(await editor.html(), 'Nothing is saved before the mouse is let go').toBe(html);
      await expect.poll(() => shownWidth(page)).toBe(width);
      await page.mouse.up();
      expect(await editor.html()).toBe(withWidth(width));
      await page.keyboard.press('Control+z');
      expect(await editor.html()).toBe(html);
      expect(await shownWidth(page)).toBe(before);
      await expect(page.getByRole('toolbar', { name: 'Image', exact: true })).toBeVisible();
      await expect
        .poll(() => isCovered(page), 'Its tools follow the image when its size changes')
        .toBe(false);
      await page.keyboard.press('Control+y');
      expect(await editor.html()).toBe(withWidth(width));
      expect(await shownWidth(page)).toBe(width);
    }
  });

  test('with the keyboard, within limits', { tag: '@deep' }, async ({ editor, page }) => {
    const widest = await editor.text.evaluate((element) => element.clientWidth);
    await page.keyboard.press('Tab');
    await expect(handle(page)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    expect(await editor.html()).toBe(withWidth(210));
    await expect(handle(page)).toHaveAttribute('aria-valuenow', '210');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await editor.html()).toBe(withWidth(209));
    await page.keyboard.press('Home');
    expect(await editor.html()).toBe(withWidth(20));
    await page.keyboard.press('ArrowLeft');
    expect(await editor.html()).toBe(withWidth(20));
    await page.keyboard.press('End');
    expect(await editor.html()).toBe(withWidth(widest));
    await page.keyboard.press('ArrowRight');
    expect(await editor.html()).toBe(withWidth(widest));
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe(withWidth(20));
    expect(await shownWidth(page)).toBe(20);
    await page.keyboard.type('x');
    expect(await editor.html(), 'Typing on the handle harms nothing').toBe(withWidth(20));
    await page.keyboard.press('Escape');
    await expect(editor.text).toBeFocused();
  });

  test('an interrupted drag changes nothing', { tag: '@deep' }, async ({ editor, page }) => {
    const { x, y } = await center(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y);
    await handle(page).dispatchEvent('pointercancel');
    expect(await shownWidth(page)).toBe(200);
    await page.mouse.up();
    expect(await editor.html()).toBe(image);
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test('resizing commits and respects the limits', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(image);
    await page.getByRole('img', { name: 'A' }).tap();
    const cdp = await page.context().newCDPSession(page);
    const widest = await editor.text.evaluate((element) => element.clientWidth);
    for (const [by, width] of [
      [-40, 160],
      [-900, 20],
      [900, widest],
    ] as const) {
      const { x, y } = await center(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
        cdp.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
        });
      await touch('touchStart', x);
      await touch('touchMove', x + by / 2);
      await touch('touchMove', x + by);
      await touch('touchEnd', x + by);
      await expect.poll(() => editor.html()).toBe(withWidth(width));
    }
    await editor.more();
    // On a busy machine a tap may last so long that the browser detects a long press.
    await expect(async () => {
      if ((await editor.html()) === withWidth(widest)) await editor.button('Undo').tap();
      expect(await editor.html()).toBe(withWidth(20));
    }).toPass();
    expect(await shownWidth(page)).toBe(20);
  });
});

const upload = (page: Page, index: number, what: 'finish' | 'fail' | 'progress', ...given: unknown[]) =>
  page.evaluate(
    ([at, action, value]) => {
      const entry = window.editorPage.uploads[at];
      if (action === 'progress') entry?.progress(Number(value));
      else if (action === 'fail') entry?.fail(String(value));
      else entry?.finish({ src: String(value), alt: '', width: 400, height: 200 });
    },
    [index, what, given[0]] as const,
  );

test.describe('uploads', () => {
  test('a pasted image shows progress, is inserted at the cursor, and asks for alt text', async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one two</p>');
    await editor.cursorAfter('one');
    await editor.paste({}, { files: [{ name: 'cat.png', type: 'image/png' }] });
    await upload(page, 0, 'progress', 0.4);
    await expect(page.getByRole('progressbar', { name: 'Progress of cat.png' })).toHaveJSProperty(
      'value',
      0.4,
    );
    await expect(editor.text.getByRole('progressbar', { name: 'Uploading cat.png' })).toHaveJSProperty(
      'value',
      0.4,
    );
    await page.keyboard.type(' and a half');
    expect(await editor.html()).toBe('<p>one and a half two</p>');
    await upload(page, 0, 'finish', '/images/cat.png');
    await expect.poll(() => editor.html()).toBe('<p>one<img src="/images/cat.png"> and a half two</p>');
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Describe…' }).click();
    await page.getByLabel('What does this image show?').fill('A cat');
    await page.keyboard.press('Enter');
    expect(await editor.html()).toBe('<p>one<img src="/images/cat.png" alt="A cat"> and a half! two</p>');
    await expect(page.getByRole('list', { name: 'Images' })).toBeHidden();
    await editor.text.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe('<p>one two</p>');
  });

  test('a failed upload shows why, loses no text, and can be retried', async ({ editor, page }) => {
    await editor.open('<p>one</p>');
    await editor.select('one');
    await editor.paste({}, { files: [{ name: 'cat.png', type: 'image/png' }] });
    expect(await editor.html()).toBe('<p>one</p>');
    await editor.cursorAfter('one');
    await page.keyboard.type(' two');
    await upload(page, 0, 'fail', 'The server is full.');
    await expect(page.getByRole('alert')).toHaveText('cat.png: The server is full.');
    await page.keyboard.type(' three');
    expect(await editor.html()).toBe('<p>one two three</p>');
    await page.getByRole('button', { name: 'Try again' }).click();
    await upload(page, 1, 'finish', '/images/cat.png');
    await expect.poll(() => editor.html()).toBe('<p>one<img src="/images/cat.png"> two three</p>');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByRole('list', { name: 'Images' })).toBeHidden();
  });

  test('one walk describes all images that have no alternative text', async ({ editor, page }) => {
    const images = ['b', 'c', 'd'].map((name) => `<img src="/images/${name}.png">`).join('');
    await editor.open(`<p>one${images}<img src="/images/e.png" alt="E"></p>`);
    await editor.cursorAfter('one');
    await editor.paste({}, { files: [{ name: 'a.png', type: 'image/png' }] });
    await upload(page, 0, 'finish', '/images/a.png');
    await page.getByRole('button', { name: 'Describe…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alt texts' });
    const field = dialog.getByLabel('What does this image show?');
    await expect(dialog.getByRole('status')).toHaveText('Image 1 of 4');
    await expectAccessible(page);
    await expect(field).toBeFocused();
    await page.keyboard.type('A lake');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toHaveText('Image 2 of 4');
    await expect(field).toHaveValue('');
    await dialog.getByRole('button', { name: 'Decorative' }).click();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(field).toBeFocused();
    await page.keyboard.type('A boat');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await editor.html()).toBe(
      '<p>one<img src="/images/a.png" alt="A lake"><img src="/images/b.png" alt=""><img src="/images/c.png" alt="A boat"><img src="/images/d.png"><img src="/images/e.png" alt="E"></p>',
    );
  });

  test('an upload can be canceled', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one</p>');
    await editor.cursorAfter('one');
    await editor.paste({}, { files: [{ name: 'cat.png', type: 'image/png' }] });
    await page.getByRole('button', { name: 'Cancel cat.png' }).click();
    expect(await page.evaluate(() => window.editorPage.uploads[0]?.aborted)).toBe(true);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect(await editor.html()).toBe('<p>one</p>');
  });

  test('several images keep their order whichever finishes first, as paragraphs or as a gallery', {
    tag: '@deep',
  }, async ({ editor, page }) => {
    await editor.open('<p>one two</p>');
    await editor.cursorAfter('one');
    await editor.paste(
      {},
      { files: ['1', '2', '3'].map((name) => ({ name: `${name}.png`, type: 'image/png' })) },
    );
    await editor.select('one two');
    await page.keyboard.type('new');
    await upload(page, 2, 'finish', '/images/3.png');
    await upload(page, 0, 'finish', '/images/1.png');
    await upload(page, 1, 'finish', '/images/2.png');
    await expect
      .poll(() => editor.html())
      .toBe(`<p>new</p>${['1', '2', '3'].map((name) => `<p><img src="/images/${name}.png"></p>`).join('')}`);
    await page.getByRole('button', { name: 'Make Gallery' }).click();
    const figures = ['1', '2', '3'].map((name) => `<figure><img src="/images/${name}.png"></figure>`);
    expect(await editor.html()).toBe(`<p>new</p><div class="gallery">${figures.join('')}</div>`);
    await editor.text.focus();
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toContain('<p><img src="/images/3.png"></p>');
  });

  test('images in pasted HTML are uploaded to their positions, and one undo reverts the paste', {
    tag: '@deep',
  }, async ({ editor, page }) => {
    await editor.open('<p>one two</p>');
    await editor.cursorAfter('one');
    const data = `data:image/png;base64,${Buffer.from('x').toString('base64')}`;
    await editor.paste({
      'text/html': `<b>red</b>: <img alt="First" src="${data}"> green <img src="${data}"><img src="data:image/png;base64,%"> blue`,
      'text/plain': 'red green blue',
    });
    expect(await editor.html()).toBe('<p>one<strong>red</strong>: &nbsp;green &nbsp;blue two</p>');
    await upload(page, 1, 'finish', '/images/2.png');
    await upload(page, 0, 'finish', '/images/1.png');
    await expect
      .poll(() => editor.html())
      .toBe(
        '<p>one<strong>red</strong>: <img src="/images/1.png"> green <img src="/images/2.png"> blue two</p>',
      );
    await editor.text.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe('<p>one two</p>');
  });

  test('a file selected in the popup is uploaded', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one</p>');
    await editor.cursorAfter('one');
    await editor.button('Insert Image').click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload…' }).click();
    await (await chooser).setFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(editor.text).toBeFocused();
    await upload(page, 0, 'finish', '/images/cat.png');
    await expect.poll(() => editor.html()).toBe('<p>one<img src="/images/cat.png"></p>');
  });

  test('a dropped image is inserted where it is dropped; other files are rejected', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one</p><p>two</p>');
    const drop = (name: string, type: string) =>
      page.getByText('two', { exact: true }).evaluate(
        (element, [fileName, fileType]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['x'], fileName, { type: fileType }));
          const { left, top, height } = element.getBoundingClientRect();
          const event = new DragEvent('drop', {
            dataTransfer,
            bubbles: true,
            cancelable: true,
            clientX: left + 1,
            clientY: top + height / 2,
          });
          element.dispatchEvent(event);
          return event.defaultPrevented;
        },
        [name, type] as const,
      );
    expect(await drop('cat.png', 'image/png')).toBe(true);
    await upload(page, 0, 'finish', '/images/cat.png');
    await expect.poll(() => editor.html()).toBe('<p>one</p><p><img src="/images/cat.png">two</p>');
    expect(await drop('notes.pdf', 'application/pdf'), 'The browser does not leave the page').toBe(true);
    await expect(page.getByRole('alert')).toContainText('notes.pdf: This file is not an image.');
    expect(await page.evaluate(() => window.editorPage.uploads.length)).toBe(1);
  });

  test('without a saved post the error says what to do', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one</p>', { uploads: false, postId: null });
    await editor.cursorAfter('one');
    await editor.paste({}, { files: [{ name: 'cat.png', type: 'image/png' }] });
    await expect(page.getByRole('alert')).toHaveText(
      'cat.png: Save the post first: images belong to a post.',
    );
    await editor.button('Insert Image').click();
    await expect(page.getByRole('button', { name: 'Upload…' })).toBeHidden();
  });

  test('text copied together with an image of it is pasted as text', { tag: '@deep' }, async ({ editor }) => {
    await editor.open('');
    await editor.text.focus();
    await editor.paste(
      { 'text/html': '<p>words</p>', 'text/plain': 'words' },
      { files: [{ name: 'x.png', type: 'image/png' }] },
    );
    expect(await editor.html()).toBe('<p>words</p>');
  });
});
