import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';
import { untilIdle } from './idle.ts';

const bubble = (page: Page, name: string) => page.getByRole('toolbar', { name, exact: true });

test('a link becomes an embed below its line, or instead of a line of its own', async ({ editor, page }) => {
  for (const [html, embedded] of [
    [
      '<p>See <a href="https://example.org/a">this</a></p>',
      '<p>See <a href="https://example.org/a">this</a></p>',
    ],
    ['<p><a href="https://example.org/a">this</a></p>', ''],
  ] as const) {
    await editor.open(html);
    await editor.cursorAfter('th');
    await bubble(page, 'Link').getByRole('button', { name: 'Embed' }).click();
    expect(await editor.html()).toContain(
      `${embedded}<figure class="embed"><a href="https://example.org/a">https://example.org/a</a></figure>`,
    );
  }
});

test('a pasted URL can become an embed where the cursor is', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('');
  await editor.text.focus();
  await editor.paste({ 'text/plain': 'https://example.org/a' });
  await bubble(page, 'Link').getByRole('button', { name: 'Embed' }).click();
  expect(await editor.html()).toContain('<figure class="embed"><a href="https://example.org/a">');
});

test.describe('on selected text', () => {
  test('toggles marks and blocks, and shows their state', async ({ editor, page }) => {
    await editor.open('<p>one two three</p>');
    await editor.select('two');
    const tools = bubble(page, 'Selection');
    await tools.getByRole('checkbox', { name: 'Bold' }).click();
    await expect(tools.getByRole('checkbox', { name: 'Bold' })).toBeChecked();
    await tools.getByRole('checkbox', { name: 'Highlight' }).click();
    expect(await editor.html()).toBe('<p>one <strong><mark>two</mark></strong> three</p>');
    await tools.getByRole('button', { name: 'More' }).click();
    await tools.getByRole('checkbox', { name: 'Superscript' }).click();
    expect(await editor.html()).toContain('<sup>');
    await tools.getByRole('checkbox', { name: 'Superscript' }).click();
    await tools.getByRole('checkbox', { name: 'Heading' }).click();
    expect(await editor.html()).toBe('<h2>one <strong><mark>two</mark></strong> three</h2>');
    await expect(editor.text).toBeFocused();
    await expectAccessible(page);
  });

  test('works with the keyboard alone: Alt+F10, arrow keys, Escape', async ({ editor, page }) => {
    await editor.open('<p>one two three</p>');
    await editor.select('two');
    await expect(bubble(page, 'Selection')).toBeVisible();
    await page.keyboard.press('Alt+F10');
    await expect(page.getByRole('checkbox', { name: 'Bold' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('checkbox', { name: 'Italic' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(bubble(page, 'Selection').getByRole('button', { name: 'More' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect(await editor.html()).toBe('<p>one <em>two</em> three</p>');
    await expect(editor.text).toBeFocused();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Escape');
    await expect(editor.text).toBeFocused();
    await expect(bubble(page, 'Selection')).toHaveCount(0);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('two');
    await page.keyboard.press('Alt+F10');
    await expect(editor.button('Bold'), 'Without a bubble, the toolbar').toBeFocused();
  });

  test('the link tool opens the link popup', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>one two three</p>');
    await editor.select('two');
    await bubble(page, 'Selection').getByRole('button', { name: 'Link' }).click();
    const popup = page.getByRole('dialog', { name: 'Link' });
    await expect(popup.getByLabel('Text', { exact: true })).toHaveValue('two');
    await expect(bubble(page, 'Selection')).toHaveCount(0);
  });

  test('does not cover the selection', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(`${'<p>before</p>'.repeat(3)}<p>one two three</p>`);
    await editor.select('two');
    const box = await bubble(page, 'Selection').boundingBox();
    const selection = await page.evaluate(() => {
      const { top, bottom } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? { top: 0, bottom: 0 };
      return { top, bottom };
    });
    const [top, bottom] = [box?.y ?? 0, (box?.y ?? 0) + (box?.height ?? 0)];
    expect(bottom <= selection.top || top >= selection.bottom).toBe(true);
  });

  test('appears when the mouse is released, not while it selects', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one two three</p>');
    const box = await editor.text.locator('p').boundingBox();
    if (!box) throw new Error('No paragraph.');
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + box.height / 2, { steps: 5 });
    await untilIdle(page);
    await expect(bubble(page, 'Selection')).toHaveCount(0);
    await page.mouse.up();
    await expect(bubble(page, 'Selection')).toBeVisible();
  });

  test('does not appear in code, without a focus, or on an empty paragraph', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<pre><code>let a</code></pre><p>text</p>');
    await editor.select('let');
    await untilIdle(page);
    await expect(bubble(page, 'Selection')).toHaveCount(0);
    await editor.select('text');
    await expect(bubble(page, 'Selection')).toBeVisible();
    await page.getByRole('button', { name: 'Before' }).focus();
    await expect(bubble(page, 'Selection')).toHaveCount(0);
  });
});

test.describe('on a link', () => {
  test('opens, edits, copies and removes it', async ({ editor, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.open('<p>a <a href="https://example.org/page">link</a> b</p>');
    await editor.cursorAfter('lin');
    const tools = bubble(page, 'Link');
    await expect(tools.getByRole('link')).toHaveAttribute('href', 'https://example.org/page');
    await expect(tools.getByRole('link')).toHaveAttribute('rel', 'noopener');
    await expectAccessible(page);
    await tools.getByRole('button', { name: 'Copy' }).click();
    await expect(page.locator('.editor-announcements')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://example.org/page');
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Link' }).getByLabel('URL')).toHaveValue(
      'https://example.org/page',
    );
    await page.keyboard.press('Escape');
    await tools.getByRole('button', { name: 'Remove' }).click();
    expect(await editor.html()).toBe('<p>a link b</p>');
  });
});

test.describe('on an image', () => {
  const image = '<p>a <img src="/image.png" alt="old"> b</p>';
  const selectImage = (page: Page) => page.locator('.editor-image img').first().click();

  test('alternative text, link and URL can be changed', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(image);
    await selectImage(page);
    const tools = bubble(page, 'Image');
    await tools.getByRole('button', { name: 'Alt Text' }).click();
    await expect(page.getByLabel('Alt Text')).toBeFocused();
    await expect(page.getByLabel('Alt Text')).toHaveValue('old');
    await page.getByLabel('Alt Text').fill('A lighthouse');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await tools.getByRole('button', { name: 'Link' }).click();
    await page.getByLabel('URL').fill('javascript:alert(1)');
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await page.getByLabel('URL').fill('example.org');
    await page.getByRole('button', { name: 'Apply' }).click();
    await tools.getByRole('button', { name: 'Replace' }).click();
    await page.getByLabel('URL').fill('/images/image.png');
    await page.keyboard.press('Enter');
    expect(await editor.html()).toBe(
      '<p>a <a href="https://example.org" target="_blank" rel="noopener"><img src="/images/image.png" alt="A lighthouse"></a> b</p>',
    );
  });

  test('its width is chosen, and replaces a width in pixels', async ({ editor, page }) => {
    await editor.open('<p>a <img src="/image.png" alt="x" width="90px"></p><p>b</p>');
    await selectImage(page);
    const tools = bubble(page, 'Image');
    await tools.getByRole('button', { name: 'Width' }).click();
    await tools.getByRole('checkbox', { name: 'Beside the Text, at the End' }).click();
    expect(await editor.html()).toBe(
      '<p>a&nbsp;</p><figure class="end"><img src="/image.png" alt="x"></figure><p>b</p>',
    );
    await tools.getByRole('button', { name: 'Width' }).click();
    await expect(tools.getByRole('checkbox', { name: 'Beside the Text, at the End' })).toBeChecked();
    await expectAccessible(page);
    await tools.getByRole('checkbox', { name: 'Wide', exact: true }).click();
    expect(await editor.html()).toContain('<figure class="wide">');
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toContain('<figure class="end">');
  });

  test('an image becomes a figure for its caption', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p><img src="/image.png" alt="x"></p>');
    await selectImage(page);
    await bubble(page, 'Image').getByRole('button', { name: 'Caption' }).click();
    await page.keyboard.type('By the sea');
    expect(await editor.html()).toContain(
      '<figure><img src="/image.png" alt="x"><figcaption>By the sea</figcaption></figure>',
    );
  });

  test('figures next to each other become a gallery', { tag: '@deep' }, async ({ editor, page }) => {
    const figure = (name: string) => `<figure><img src="/${name}.png" alt="${name}"></figure>`;
    await editor.open(`<p>before</p>${figure('a')}${figure('b')}<p>after</p>`);
    await editor.text.evaluate(() => {
      const { editor: text } = document.querySelector('.ProseMirror') as unknown as {
        editor: { commands: { setNodeSelection(position: number): void; focus(): void } };
      };
      text.commands.setNodeSelection(8);
    });
    await editor.text.focus();
    await bubble(page, 'Image').getByRole('button', { name: 'Make Gallery' }).click();
    expect(await editor.html()).toBe(
      `<p>before</p><div class="gallery">${figure('a')}${figure('b')}</div><p>after</p>`,
    );
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe(`<p>before</p>${figure('a')}${figure('b')}<p>after</p>`);
  });

  test('Delete removes it', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(image);
    await selectImage(page);
    await bubble(page, 'Image').getByRole('button', { name: 'Delete' }).click();
    expect(await editor.html()).toBe('<p>a &nbsp;b</p>');
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test('is below the selection, inside of the screen, with large targets', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open(`<p>one two three</p>${'<p>after</p>'.repeat(3)}`);
    await editor.select('two');
    const box = await bubble(page, 'Selection').boundingBox();
    const text = await editor.text.locator('p').first().boundingBox();
    expect(box?.y).toBeGreaterThan(text?.y ?? 0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    await bubble(page, 'Selection').getByRole('checkbox', { name: 'Italic' }).tap();
    expect(await editor.html()).toContain('<em>two</em>');
    await expectAccessible(page);
  });
});

test('text that vanishes before the bubble is placed does no harm', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>a longer text</p>');
  await editor.text.focus();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        // The frame in which the bubble learns of the selection; it is rendered afterwards.
        const clear = () => {
          window.editorPage.run('clearContent');
          setTimeout(resolve, 100);
        };
        document.addEventListener('selectionchange', () => requestAnimationFrame(clear), { once: true });
        getSelection()?.selectAllChildren(document.querySelector('.ProseMirror p') ?? document.body);
      }),
  );
  await page.keyboard.type('still there');
  expect(await editor.html()).toBe('<p>still there</p>');
});
