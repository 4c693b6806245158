import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

/** The editor reads the selection that a key moves in an event after the next frame, so each key waits for it. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.evaluate(
      () =>
        new Promise<void>((done) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))),
        ),
    );
  }
}

const table =
  '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>';

test.describe('tables', () => {
  test('Tab moves between cells and adds a row, Escape and Tab leave', async ({ editor, page }) => {
    await editor.open(`<p>x</p>${table}`);
    await editor.cursorAfter('a');
    await press(page, 'Tab');
    await page.keyboard.type('B');
    await press(page, 'Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab');
    await page.keyboard.type('e');
    expect(await editor.html()).toBe(
      '<p>x</p><table><thead><tr><th>a</th><th>B</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr><tr><td>e</td><td></td></tr></tbody></table>',
    );
    await press(page, 'Escape', 'Tab');
    await expect(editor.text).not.toBeFocused();
  });

  test('rows and columns are added and removed, and the header row is toggled', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open(`<p>x</p>${table}`);
    await editor.cursorAfter('c');
    const run = (name: string) => page.evaluate((command) => window.editorPage.run(command), name);
    await run('addRowBefore');
    await run('addColumnAfter');
    expect(await editor.html()).toBe(
      '<p>x</p><table><thead><tr><th>a</th><th></th><th>b</th></tr></thead><tbody><tr><td></td><td></td><td></td></tr><tr><td>c</td><td></td><td>d</td></tr></tbody></table>',
    );
    await run('deleteRow');
    await editor.cursorAfter('a');
    await run('deleteColumn');
    await editor.cursorAfter('b');
    await run('toggleHeaderRow');
    const body =
      '<p>x</p><table><tbody><tr><td></td><td>b</td></tr><tr><td></td><td></td></tr></tbody></table>';
    expect(await editor.html()).toBe(body);
    await run('toggleHeaderRow');
    expect(await editor.html()).toBe(
      body.replace(
        '<tbody><tr><td></td><td>b</td></tr>',
        '<thead><tr><th></th><th>b</th></tr></thead><tbody>',
      ),
    );
    await run('deleteTable');
    expect(await editor.html()).toBe('<p>x</p>');
  });

  test('the caption is a field, with the history of the post', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(table);
    await editor.cursorAfter('a');
    await press(page, 'Shift+Tab');
    const field = page.getByRole('textbox', { name: 'Table caption' });
    await expect(field).toBeFocused();
    await page.keyboard.type('Two & more');
    expect(await editor.html()).toContain('<table><caption>Two &amp; more</caption><thead>');
    // A pause of a busy machine starts another step.
    let steps = 0;
    for (; steps < 5 && (await editor.html()) !== table; steps += 1) await press(page, 'Control+z');
    expect(steps).toBeLessThan(5);
    await expect(field).toHaveValue('');
    await press(page, 'Enter');
    await page.keyboard.type('A');
    expect(await editor.html()).toContain('<th>Aa</th>');
    await expectAccessible(page);
  });

  test('cells are selected with the keyboard and the mouse', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(`${table}<p>x</p>`);
    await editor.cursorAfter('c');
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
    await expect(page.locator('.selectedCell')).toHaveCount(2);
    await press(page, 'Delete');
    expect(await editor.html()).toBe(table.replace('c', '').replace('<td>d', '<td>').concat('<p>x</p>'));
    await page.locator('th').first().hover();
    await page.mouse.down();
    await page.locator('td').last().hover();
    await page.mouse.up();
    await expect(page.locator('.selectedCell')).toHaveCount(4);
    await press(page, 'Backspace');
    expect(await editor.html()).toBe('<p>x</p>');
  });
});

test.describe('figures', () => {
  const figure =
    '<figure><img src="/images/a.png" alt="A" width="200px"><figcaption>one</figcaption></figure>';

  test('the caption is edited in place, and Enter goes on after the figure', async ({ editor, page }) => {
    await editor.open(figure);
    await editor.cursorAfter('one');
    await page.keyboard.type(' two');
    await press(page, 'Enter');
    await page.keyboard.type('after');
    expect(await editor.html()).toBe(figure.replace('one', 'one two').concat('<p>after</p>'));
    await expectAccessible(page);
  });

  test('Backspace at its start selects the figure, and again deletes it', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open(`${figure.replace('<figcaption>one</figcaption>', '')}<p>x</p>`);
    await page.locator('figcaption').click();
    await press(page, 'Backspace');
    await expect(page.getByRole('slider', { name: 'Image width' })).toBeVisible();
    await press(page, 'Backspace');
    expect(await editor.html()).toBe('<p>x</p>');
  });

  test('the image is selected with a click, resized and turned into an inline image', async ({
    editor,
    page,
  }) => {
    await editor.open(figure);
    await page.getByRole('img', { name: 'A' }).click();
    await press(page, 'Tab');
    await expect(page.getByRole('slider', { name: 'Image width' })).toBeFocused();
    await press(page, 'ArrowRight');
    expect(await editor.html()).toBe(figure.replace('200', '210'));
    await press(page, 'Control+z');
    expect(await editor.html()).toBe(figure);
    await press(page, 'Escape');
    await page.evaluate(() => window.editorPage.run('figureToImage'));
    expect(await editor.html()).toBe('<p><img src="/images/a.png" alt="A" width="200px"></p><p>one</p>');
    await page.evaluate(() => window.editorPage.run('imageToFigure'));
    expect(await editor.html()).toBe(
      '<figure><img src="/images/a.png" alt="A" width="200px"></figure><p>one</p>',
    );
  });

  test('arrow keys pass a figure at the start and end of the post', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open(figure);
    await editor.cursorAfter('one');
    await press(page, 'ArrowDown');
    await page.keyboard.type('below');
    expect(await editor.html()).toBe(`${figure}<p>below</p>`);
    await press(page, 'ArrowUp', 'Home', 'ArrowUp');
    await page.keyboard.type('above');
    expect(await editor.html()).toBe(`<p>above</p>${figure}<p>below</p>`);
  });

  test('images of a gallery are reordered and removed with the keyboard', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    const image = (name: string) => `<figure><img src="/images/${name}.png" alt="${name}"></figure>`;
    const gallery = (...names: string[]) => `<div class="gallery">${names.map(image).join('')}</div>`;
    await editor.open(gallery('a', 'b', 'c'));
    await page.getByRole('img', { name: 'a', exact: true }).click();
    await press(page, 'Alt+ArrowRight');
    expect(await editor.html()).toBe(gallery('b', 'a', 'c'));
    await press(page, 'Alt+ArrowRight', 'Alt+ArrowRight');
    expect(await editor.html()).toBe(gallery('b', 'c', 'a'));
    await press(page, 'Alt+ArrowLeft', 'Delete');
    expect(await editor.html()).toBe(gallery('b', 'c'));
    await expectAccessible(page);
  });

  test('images of a gallery are reordered by dragging', { tag: '@deep' }, async ({ editor, page }) => {
    const image = (name: string) => `<figure><img src="/images/${name}.png" alt="${name}"></figure>`;
    await editor.open(`<div class="gallery">${['a', 'b', 'c'].map(image).join('')}</div>`);
    const target = page.getByRole('img', { name: 'c', exact: true });
    const box = await target.boundingBox();
    if (!box) throw new Error('The image has no box.');
    await page
      .getByRole('img', { name: 'a', exact: true })
      .dragTo(target, { targetPosition: { x: box.width - 3, y: box.height / 2 } });
    expect(await editor.html()).toBe(`<div class="gallery">${['b', 'c', 'a'].map(image).join('')}</div>`);
  });
});

test('an image that cannot be loaded is selected, resized and deleted', { tag: '@deep' }, async ({
  editor,
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  await page.route('**/missing.png', (route) => route.fulfill({ status: 404 }));
  await editor.open('<p>a<img src="/images/missing.png">b</p>');
  await page.locator('.editor-image.broken').click();
  const handle = page.getByRole('slider', { name: 'Image width' });
  await expect(handle).toBeVisible();
  await press(page, 'Tab', 'Home');
  expect(await editor.html()).toBe('<p>a<img src="/images/missing.png" width="20px">b</p>');
  await press(page, 'Escape', 'Delete');
  expect(await editor.html()).toBe('<p>ab</p>');
});

test.describe('lists of tasks and definitions', () => {
  test('tasks are typed, split, nested, checked and left', async ({ editor, page }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type('[ ] a');
    await press(page, 'Control+Enter', 'Enter');
    await page.keyboard.type('b');
    await press(page, 'Tab');
    expect(await editor.html()).toBe(
      '<ul class="tasks"><li class="done"><p>a</p><ul class="tasks"><li><p>b</p></li></ul></li></ul>',
    );
    await press(page, 'Shift+Tab');
    await page.getByRole('checkbox', { name: 'Done' }).nth(1).click();
    await expectAccessible(page);
    expect(await editor.html()).toBe(
      '<ul class="tasks"><li class="done"><p>a</p></li><li class="done"><p>b</p></li></ul>',
    );
    await editor.cursorAfter('b');
    await press(page, 'Enter', 'Enter');
    await page.keyboard.type('c');
    expect(await editor.html()).toBe(
      '<ul class="tasks"><li class="done"><p>a</p></li><li class="done"><p>b</p></li></ul><p>c</p>',
    );
  });

  test('Enter leads from term to definition to term and out', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<dl><dt>a</dt><dd><p>b</p></dd></dl>');
    await editor.cursorAfter('b');
    await press(page, 'Enter', 'Enter');
    await page.keyboard.type('c');
    await press(page, 'Enter');
    await page.keyboard.type('d');
    await press(page, 'Enter', 'Enter', 'Enter');
    await page.keyboard.type('out');
    expect(await editor.html()).toBe(
      '<dl><dt>a</dt><dd><p>b</p></dd><dt>c</dt><dd><p>d</p></dd></dl><p>out</p>',
    );
    await expectAccessible(page);
  });
});

test.describe('boxes', () => {
  test('a callout changes its kind and is left with Enter', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<aside class="callout note"><p>zz</p></aside>');
    await editor.cursorAfter('zz');
    await press(page, 'Tab');
    const kinds = page.getByRole('combobox', { name: 'Kind of callout' });
    await expect(kinds).toBeFocused();
    await kinds.selectOption('Warning');
    await expectAccessible(page);
    await press(page, 'Escape', 'End', 'Enter', 'Enter');
    await page.keyboard.type('b');
    expect(await editor.html()).toBe('<aside class="callout warning"><p>zz</p></aside><p>b</p>');
  });

  test('details: Enter leads into the text, Backspace at the start unwraps', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<details><summary>a</summary><p>b</p></details>');
    await editor.cursorAfter('a');
    await page.keyboard.type(' c');
    await press(page, 'Enter');
    await page.keyboard.type('B');
    expect(await editor.html()).toBe('<details><summary>a c</summary><p>Bb</p></details>');
    await expectAccessible(page);
    await editor.cursorAfter('a');
    await press(page, 'Home', 'Backspace');
    expect(await editor.html()).toBe('<p>a c</p><p>Bb</p>');
  });

  test('arrow keys leave each box at the end of the post', { tag: '@deep' }, async ({
    editor,
    page,
    allowConsole,
  }) => {
    allowConsole(/media/);
    for (const box of [
      '<aside class="callout note"><p>end</p></aside>',
      '<details><summary>a</summary><p>end</p></details>',
      '<dl><dt>a</dt><dd><p>end</p></dd></dl>',
      '<blockquote><p>end</p></blockquote>',
      '<pre><code>end</code></pre>',
      '<table><tbody><tr><td>end</td></tr></tbody></table>',
      '<figure class="media"><audio src="/media/a.mp3"></audio><figcaption>end</figcaption></figure>',
    ]) {
      await editor.open(box);
      await editor.cursorAfter('end');
      await press(page, 'ArrowDown');
      await page.keyboard.type('x');
      expect.soft(await editor.html()).toBe(`${box}<p>x</p>`);
    }
  });
});

test.describe('footnotes and formulas', () => {
  test('a footnote is written in place', async ({ editor, page }) => {
    await editor.open('<p>one two</p>');
    await editor.cursorAfter('one');
    await page.evaluate(() => window.editorPage.run('insertFootnote'));
    await page.keyboard.type('note');
    await press(page, 'ArrowRight');
    await page.keyboard.type('!');
    expect(await editor.html()).toBe('<p>one<span class="footnote">note</span>! two</p>');
    await press(page, 'ArrowLeft', 'ArrowLeft');
    await page.keyboard.type('s');
    expect(await editor.html()).toBe('<p>one<span class="footnote">notes</span>! two</p>');
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('.');
    expect(await editor.html()).toBe('<p>one.<span class="footnote">notes</span>! two</p>');
    await expectAccessible(page);
  });

  test('a formula is edited in a field, and its errors are shown in words', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>so  </p>');
    await editor.cursorAfter('so');
    await page.evaluate(() => window.editorPage.run('insertMath'));
    const field = page.getByRole('textbox', { name: 'Formula in TeX' });
    await expect(field).toBeFocused();
    await page.keyboard.type('\\frac{a}{b');
    await expect(page.getByText(/^This formula has an error: /)).toBeVisible();
    await page.keyboard.type('}');
    await expect(page.locator('.editor-math math')).toBeVisible();
    await expectAccessible(page);
    await press(page, 'Enter');
    await page.keyboard.type('.');
    expect(await editor.html()).toBe('<p>so<span class="math">\\frac{a}{b}</span>.</p>');
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Enter');
    await expect(field).toBeFocused();
  });

  test('a block formula', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<div class="math">x^2</div>');
    await page.locator('.editor-math-preview').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' + 1');
    await press(page, 'Escape');
    await page.keyboard.type('next');
    expect(await editor.html()).toBe('<div class="math">x^2 + 1</div><p>next</p>');
    await expectAccessible(page);
  });
});

test('a table of contents follows the headings', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('<nav class="toc"></nav><h2>One</h2><h3>Two</h3>');
  const contents = page.getByRole('navigation', { name: 'Table of contents' });
  await expect(contents.getByRole('listitem')).toHaveText(['One', 'Two']);
  await page.getByRole('heading', { name: 'Two' }).click();
  await press(page, 'End');
  await page.keyboard.type(' b');
  await expect(contents.getByRole('listitem')).toHaveText(['One', 'Two b']);
  await expectAccessible(page);
});

test.describe('code', () => {
  test('is highlighted in its language while it is written', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<pre><code>const a = 1;</code></pre>');
    await editor.cursorAfter('1;');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('TypeScript');
    expect(await editor.html()).toBe('<pre><code class="language-typescript">const a = 1;</code></pre>');
    await expect(page.locator('.hljs-keyword')).toHaveText(['const']);
    await editor.cursorAfter('1;');
    await page.keyboard.type('\nlet b;');
    await expect(page.locator('.hljs-keyword')).toHaveText(['const', 'let']);
    await expectAccessible(page);
  });

  test('Tab inserts spaces, Escape and Tab leave', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<pre><code>zz</code></pre>');
    await editor.cursorAfter('zz');
    await press(page, 'Enter', 'Tab');
    await page.keyboard.type('b');
    expect(await editor.html()).toBe('<pre><code>zz\n  b</code></pre>');
    await press(page, 'Shift+Tab');
    expect(await editor.html()).toBe('<pre><code>zz\nb</code></pre>');
    await press(page, 'Escape', 'Tab');
    await expect(editor.text).not.toBeFocused();
  });
});

test('runs of spaces and tabs survive', { tag: '@deep' }, async ({ editor, page }) => {
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('a   b ');
  const html = await editor.html();
  expect(html).toBe('<p>a &nbsp; b&nbsp;</p>');
  await editor.open(html);
  await editor.cursorAfter('b ');
  await page.keyboard.type('c');
  expect(await editor.html()).toBe('<p>a &nbsp; b c</p>');
});

test('lists of right-to-left text have their markers on the right', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<ul><li><p>שלום</p></li></ul><ol><li><p>one</p></li></ol>');
  const directions = await page
    .locator('.ProseMirror > :is(ul, ol)')
    .evaluateAll((lists) => lists.map((list) => getComputedStyle(list).direction));
  expect(directions).toEqual(['rtl', 'ltr']);
});

test('input methods compose in captions, cells, terms and footnotes', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  for (const html of [
    '<figure><img src="/images/a.png" alt="A"><figcaption>x</figcaption></figure>',
    '<table><tbody><tr><td>x</td></tr></tbody></table>',
    '<dl><dt>x</dt><dd><p>y</p></dd></dl>',
    '<details><summary>x</summary><p>y</p></details>',
    '<p>a<span class="footnote">x</span>b</p>',
    '<ul class="tasks"><li><p>x</p></li></ul>',
  ]) {
    await editor.open(html);
    await editor.cursorAfter('x');
    const cdp = await page.context().newCDPSession(page);
    for (const text of ['に', 'にほ', 'にほん'])
      await cdp.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await cdp.send('Input.insertText', { text: '日本' });
    await cdp.detach();
    expect.soft(await editor.html()).toBe(html.replace('x', 'x日本'));
  }
});
