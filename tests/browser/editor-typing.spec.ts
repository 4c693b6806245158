import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';

async function option(page: Page, name: string) {
  const options = page.locator('.editor-options');
  if ((await options.getAttribute('open')) === null) await options.locator('summary').click();
  await page.getByLabel(name).click();
  await options.locator('summary').click();
}

test('links, images, rules, numbers and highlights as in Markdown', async ({ editor, page }) => {
  const attributes = 'target="_blank" rel="noopener"';
  for (const [typed, html] of [
    ['see [the sea](example.org) x', `<p>see <a href="https://example.org" ${attributes}>the sea</a> x</p>`],
    ['[here](/post/a)', '<p><a href="/post/a">here</a></p>'],
    ['[no](javascript:a)', '<p>[no](javascript:a)</p>'],
    ['![A lamp](/image.png)', '<p><img src="/image.png" alt="A lamp"></p>'],
    ['1) a', '<ol><li><p>a</p></li></ol>'],
    ['***\na', '<hr><p>a</p>'],
    ['___\na', '<hr><p>a</p>'],
    ['---a', '<hr><p>a</p>'],
    ['a ==b== c', '<p>a <mark>b</mark> c</p>'],
    ['a == b == c', '<p>a == b == c</p>'],
    ['***a', '<p>***a</p>'],
  ] as const) {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type(typed);
    expect(await editor.html(), typed).toBe(html);
  }
});

test('the text of a typed link keeps its marks, and undo brings back what was typed', {
  tag: '@deep',
}, async ({ editor, page }) => {
  await editor.open('<p>[a <strong>b</strong>](example.org</p>');
  await editor.cursorAfter('example.org');
  await page.keyboard.type(')');
  expect(await editor.html()).toContain('>a <strong>b</strong></a>');
  await page.keyboard.press('Control+z');
  expect(await editor.html()).toBe('<p>[a <strong>b</strong>](example.org)</p>');
});

test('an input method does not trigger rules in the middle of a composition', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  const cdp = await page.context().newCDPSession(page);
  await editor.open('');
  await editor.text.focus();
  await page.keyboard.type('==');
  await cdp.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await cdp.send('Input.insertText', { text: '日本' });
  await page.keyboard.type('==');
  await expect.poll(() => editor.html()).toBe('<p><mark>日本</mark></p>');
});

test.describe('emoji', () => {
  test('a colon and a name offer emoji; Enter inserts', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type('Go :rock');
    const list = page.getByRole('listbox', { name: 'Emoji' });
    await expect(list.getByRole('option', { selected: true })).toContainText('rocket');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    expect(await editor.html()).toBe('<p>Go 🚀</p>');
    await page.keyboard.type(' :tada: 10:30');
    expect(await editor.html()).toBe('<p>Go 🚀 🎉 10:30</p>');
  });

  test('Escape leaves the name', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type(':smi');
    await expect(page.getByRole('listbox', { name: 'Emoji' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(await editor.html()).toBe('<p>:smi</p><p></p>');
  });
});

test.describe('smart quotes', () => {
  test('are off at first, follow the language, and are remembered', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type('"a"');
    expect(await editor.html()).toBe('<p>"a"</p>');
    await option(page, 'Smart quotes');
    for (const [lang, html] of [
      ['en', '<p>“It’s” a—b…</p>'],
      ['de', '<p>„It’s“ a—b…</p>'],
    ] as const) {
      await page.evaluate((language) => {
        document.documentElement.lang = language;
      }, lang);
      await editor.open('');
      await editor.text.focus();
      await page.keyboard.type('"It\'s" a---b...');
      expect(await editor.html(), lang).toBe(html);
    }
    await page.reload();
    await editor.open('');
    await editor.text.focus();
    await page.keyboard.type('"');
    expect(await editor.html()).toBe('<p>“</p>');
    await page.keyboard.press('Control+z');
    expect(await editor.html(), 'One undo brings back the plain character').toBe('<p>"</p>');
  });

  test('leave code alone, and three hyphens in an empty line are a rule', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('');
    await option(page, 'Smart quotes');
    await editor.text.focus();
    await page.keyboard.type('---`"x"`');
    expect(await editor.html()).toBe('<hr><p><code>"x"</code></p>');
    await editor.open('<pre><code>zz1</code></pre><p><code>zz2</code></p>');
    await editor.cursorAfter('zz1');
    await page.keyboard.type('"');
    await editor.cursorAfter('zz2');
    await page.keyboard.type('"');
    expect(await editor.html()).toBe('<pre><code>zz1"</code></pre><p><code>zz2"</code></p>');
  });
});

test('focus mode dims the other blocks, hides the tools, and is remembered', { tag: '@deep' }, async ({
  editor,
  page,
}) => {
  await editor.open('<p>one</p><p>two</p>');
  await option(page, 'Focus mode');
  await editor.cursorAfter('two');
  const color = (at: number) =>
    editor.text
      .locator('p')
      .nth(at)
      .evaluate((block) => getComputedStyle(block).color);
  await expect.poll(async () => (await color(0)) === (await color(1))).toBe(false);
  await page.mouse.move(5, 700);
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toHaveCSS('opacity', '0');
  await page.keyboard.press('Alt+F10');
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.reload();
  await editor.open('<p>one</p><p>two</p>');
  await expect(page.locator('.editor-focus')).toBeVisible();
});
