import { expect, test } from './editor-page/fixtures.ts';

test.describe('Markdown while typing', () => {
  test('blocks', async ({ editor, page }) => {
    for (const [typed, html] of [
      ['# a', '<h1>a</h1>'],
      ['###### a', '<h6>a</h6>'],
      ['> a', '<blockquote><p>a</p></blockquote>'],
      ['- a', '<ul><li><p>a</p></li></ul>'],
      ['* a', '<ul><li><p>a</p></li></ul>'],
      ['1. a', '<ol><li><p>a</p></li></ol>'],
      ['4. a', '<ol start="4"><li><p>a</p></li></ol>'],
      ['```a', '<pre><code>a</code></pre>'],
      ['``` a', '<pre><code>a</code></pre>'],
      ['```\na\nb', '<pre><code>a\nb</code></pre>'],
      ['```ts\nlet a', '<pre><code class="language-ts">let a</code></pre>'],
      ['```first\nsecond', '<pre><code>first\nsecond</code></pre>'],
      ['---a', '<hr><p>a</p>'],
    ] as const) {
      await editor.open('');
      await editor.text.focus();
      await page.keyboard.type(typed);
      expect(await editor.html(), typed).toBe(html);
    }
  });

  test('marks', { tag: '@deep' }, async ({ editor, page }) => {
    for (const [typed, html] of [
      ['a **b** c', '<p>a <strong>b</strong> c</p>'],
      ['a *b* c', '<p>a <em>b</em> c</p>'],
      ['a ~~b~~ c', '<p>a <s>b</s> c</p>'],
      ['a `b` c', '<p>a <code>b</code> c</p>'],
      ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ] as const) {
      await editor.open('');
      await editor.text.focus();
      await page.keyboard.type(typed);
      expect(await editor.html(), typed).toBe(html);
    }
  });

  test('Backspace undoes the conversion', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type('- ');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    expect(await editor.html()).toBe('<p>- 5</p>');
  });

  test('rules look back at most 500 characters', { tag: '@deep' }, async ({ editor, page }) => {
    for (const [length, isCode] of [
      [400, true],
      [600, false],
    ] as const) {
      await editor.open(`<p>\`${'x'.repeat(length)}</p>`);
      await editor.cursorAfter('x'.repeat(length));
      await page.keyboard.type('`');
      expect((await editor.html()).includes('<code>'), String(length)).toBe(isCode);
    }
  });
});

test.describe('lists', () => {
  test('Tab and Shift-Tab nest, Enter on an empty item leaves', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<ul><li><p>a</p></li></ul>');
    await editor.cursorAfter('a');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await page.keyboard.press('Tab');
    expect(await editor.html()).toBe('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>');
    await page.keyboard.press('Shift+Tab');
    expect(await editor.html()).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul>');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('out');
    expect(await editor.html()).toBe('<ul><li><p>a</p></li><li><p>b</p></li></ul><p>out</p>');
  });

  test('in the first item, which cannot nest, Tab leaves the editor', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<ul><li><p>a</p></li></ul>');
    await editor.cursorAfter('a');
    await page.keyboard.press('Tab');
    expect(await editor.html()).toBe('<ul><li><p>a</p></li></ul>');
    await expect(page.getByRole('button', { name: 'HTML' })).toBeFocused();
  });

  test('the other list button converts in place', { tag: '@deep' }, async ({ editor }) => {
    await editor.open('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>');
    await editor.cursorAfter('a');
    await editor.button('Ordered List').click();
    expect(await editor.html()).toBe('<ol><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>');
    await editor.button('Bullet List').click();
    expect(await editor.html()).toBe('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>');
  });
});

test.describe('history', () => {
  test('undo right after opening has no effect', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<h2>Title</h2><p>text</p>');
    await editor.text.focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe('<h2>Title</h2><p>text</p>');
    expect(await page.evaluate(() => window.editorPage.changes)).toEqual([]);
  });

  test('a pause of 500 ms starts a new group, a shorter one does not', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    const begin = Date.now();
    await page.clock.setFixedTime(begin);
    await editor.open('<p>-</p>');
    await editor.cursorAfter('-');
    await page.keyboard.type('a');
    await page.clock.setFixedTime(begin + 500);
    await page.keyboard.type('b');
    await page.clock.setFixedTime(begin + 1001);
    await page.keyboard.type('c');
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe('<p>-ab</p>');
    await page.keyboard.press('Control+z');
    expect(await editor.html()).toBe('<p>-</p>');
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Control+Shift+z');
    expect(await editor.html()).toBe('<p>-abc</p>');
  });

  test('100 groups can be undone', { tag: '@deep' }, async ({ editor }) => {
    await editor.open('<p>text</p>');
    await editor.select('text');
    const undone = await editor.text.evaluate((element) => {
      const press = (key: string) =>
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }),
        );
      for (let step = 0; step < 140; step += 1) press(step % 2 ? 'b' : 'i');
      let steps = 0;
      for (let last = ''; last !== window.editorPage.changes.join(); steps += 1) {
        last = window.editorPage.changes.join();
        press('z');
      }
      return steps - 1;
    });
    expect(undone).toBeGreaterThanOrEqual(100);
    expect(undone).toBeLessThan(125);
  });
});

test.describe('input methods and scripts', () => {
  test('a composition is neither lost nor doubled', async ({ editor, page }) => {
    const cdp = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await editor.open('<p>a<strong>b</strong>c</p>');
    await editor.cursorAfter('b');
    for (const text of ['に', 'にほ', 'にほん', '日本']) await compose(text);
    await cdp.send('Input.insertText', { text: '日本' });
    await page.keyboard.type('!');
    await expect.poll(() => editor.html()).toBe('<p>a<strong>b日本!</strong>c</p>');
    await editor.open('');
    await editor.text.focus();
    for (const text of ['ㅎ', '하', '한']) await compose(text);
    await cdp.send('Input.insertText', { text: '한' });
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await expect.poll(() => editor.html()).toBe('<p>한</p><p>x</p>');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => editor.html()).toBe('');
  });

  test('a composition over a selection replaces it', { tag: '@deep' }, async ({ editor, page }) => {
    const cdp = await page.context().newCDPSession(page);
    await editor.open('<p>one two three</p>');
    await editor.select('two');
    await cdp.send('Input.imeSetComposition', { text: 'é', selectionStart: 1, selectionEnd: 1 });
    await cdp.send('Input.insertText', { text: 'é' });
    await expect.poll(() => editor.html()).toBe('<p>one é three</p>');
  });

  test('right-to-left text and emoji are preserved', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.insertText('שלום 👩‍👩‍👧 مرحبا');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('👍🏽');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('e\u0301🇩🇪');
    expect(await editor.html()).toBe('<p>שלום 👩‍👩‍👧 مرحبا</p><p>e\u0301🇩🇪</p>');
    const right = await editor.text.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstElementChild as Element);
      return element.getBoundingClientRect().right - range.getBoundingClientRect().right;
    });
    expect(Math.abs(right), 'A paragraph that begins in Hebrew stands on the right').toBeLessThan(2);
  });
});
