import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, test } from './editor-page/fixtures.ts';
import { untilIdle } from './idle.ts';

const newTab = 'target="_blank" rel="noopener"';
const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByRole('textbox', { name: label, exact: true });
const insert = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Insert' });
const remove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Remove' });
const invalid = 'Please enter valid url.';
const required = 'This is required';

test.describe('link popup', () => {
  test('without a selection both fields are empty, and errors appear once a field was touched', {
    tag: '@deep',
  }, async ({ editor, page }) => {
    await editor.open('<p>a b</p>');
    await editor.cursorAfter('a ');
    await editor.button('Insert Link').click();
    await expect(editor.button('Insert Link')).toHaveAttribute('aria-expanded', 'true');
    await expect(field(page, 'URL')).toBeFocused();
    await expect(field(page, 'URL')).toHaveValue('');
    await expect(field(page, 'Text')).toHaveValue('');
    await expect(field(page, 'Text')).toBeEditable();
    await expect(page.getByLabel('Open in new tab')).toBeChecked();
    await expect(insert(page)).toBeDisabled();
    await expect(page.getByText(invalid)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByText(invalid)).toBeVisible();
    await expect(page.getByText(required)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByText(required)).toBeVisible();
    await expect(insert(page)).toBeDisabled();
    await field(page, 'URL').fill('example.com');
    await expect(page.getByText(invalid)).toBeHidden();
    await expect(insert(page)).toBeDisabled();
    await field(page, 'Text').fill('site');
    await insert(page).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(editor.button('Insert Link')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type('!');
    expect(await editor.html()).toBe(`<p>a <a href="https://example.com" ${newTab}>site</a>!b</p>`);
  });

  test('accepts and rejects the same URLs as the server', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>text</p>');
    await editor.select('text');
    await editor.button('Insert Link').click();
    for (const good of [
      'http://a.example:8080/x?y#z',
      'HTTPS://EXAMPLE.ORG',
      'localhost:3000',
      '10.0.0.1',
      'münchen.example',
      'mailto:me@example.org',
      'tel:+49 30',
      '#part',
      '/post/x',
    ]) {
      await field(page, 'URL').fill(good);
      await expect(insert(page), good).toBeEnabled();
    }
    for (const bad of [
      '',
      'word',
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//example.org',
      'ftp://example.org',
    ]) {
      await field(page, 'URL').fill(bad);
      await expect(insert(page), bad).toBeDisabled();
      await field(page, 'URL').press('Enter');
    }
    await expect(page.getByText(invalid)).toBeVisible();
    expect(await editor.html()).toBe('<p>text</p>');
    expect(await page.evaluate(() => window.editorPage.submits)).toBe(0);
  });

  test('with a selection the text is filled in and locked, and other marks are preserved', async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one <strong>two</strong></p><h2>three <em>four</em></h2>');
    await editor.select('two');
    await editor.button('Insert Link').click();
    await expect(field(page, 'Text')).toHaveValue('two');
    await expect(field(page, 'Text')).not.toBeEditable();
    await field(page, 'URL').fill('/x');
    await page.getByLabel('Open in new tab').uncheck();
    await page.keyboard.press('Tab');
    await field(page, 'URL').press('Enter');
    expect(await editor.html()).toBe(
      '<p>one <a href="/x"><strong>two</strong></a></p><h2>three <em>four</em></h2>',
    );
    await editor.select('twothree four');
    await editor.button('Insert Link').click();
    await field(page, 'URL').fill('/y');
    await insert(page).click();
    expect(await editor.html()).toBe(
      `<p>one <a href="/y" ${newTab}><strong>two</strong></a></p><h2><a href="/y" ${newTab}>three <em>four</em></a></h2>`,
    );
    await editor.button('Insert Link').click();
    await remove(page).click();
    expect(await editor.html()).toBe('<p>one <strong>two</strong></p><h2>three <em>four</em></h2>');
  });

  test('edits an existing link, and removes only the link', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open(
      '<p>a <a href="/old" title="T" rel="me">li<strong>nk</strong></a> b <a href="/other">other</a></p>',
    );
    await editor.cursorAfter('li');
    await editor.button('Insert Link').click();
    await expect(field(page, 'URL')).toHaveValue('/old');
    await expect(field(page, 'Text')).toHaveValue('link');
    await expect(page.getByLabel('Open in new tab')).not.toBeChecked();
    await field(page, 'URL').fill('/new');
    await insert(page).click();
    expect(await editor.html()).toBe(
      '<p>a <a href="/new" title="T" rel="me">li<strong>nk</strong></a> b <a href="/other">other</a></p>',
    );
    await editor.select('in');
    await editor.button('Insert Link').click();
    await expect(field(page, 'Text')).toHaveValue('link');
    await remove(page).click();
    expect(await editor.html()).toBe('<p>a li<strong>nk</strong> b <a href="/other">other</a></p>');
  });

  test('Escape restores focus and selection, and reopening starts empty', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one two</p>');
    await editor.select('two');
    await page.keyboard.press('Control+k');
    await field(page, 'URL').fill('nonsense');
    await page.keyboard.press('Tab');
    await expect(page.getByText(invalid)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(editor.text).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('two');
    await editor.button('Insert Link').click();
    await expect(field(page, 'URL')).toHaveValue('');
    await expect(page.getByText(invalid)).toBeHidden();
    await page.getByRole('heading', { name: 'Post Content' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await editor.html()).toBe('<p>one two</p>');
  });

  test('a link is neither followed while editing nor extended by typing', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open(
      '<p><a href="/x">link</a></p><p><a href="/y"><img src="/images/a.png" alt="A"></a></p>',
    );
    await page.getByText('link', { exact: true }).click();
    await page.getByRole('img', { name: 'A' }).click();
    expect(new URL(page.url()).pathname).toBe('/');
    await editor.cursorAfter('link');
    await page.keyboard.type('more');
    expect(await editor.html()).toBe(
      '<p><a href="/x">link</a>more</p><p><a href="/y"><img src="/images/a.png" alt="A"></a></p>',
    );
  });
});

test.describe('image popup', () => {
  test('inserts at the cursor if the URL is valid', async ({ editor, page }) => {
    await editor.open('<p>ab</p>');
    await editor.cursorAfter('a');
    await editor.button('Insert Image').click();
    await expect(field(page, 'URL')).toBeFocused();
    await expect(insert(page)).toBeDisabled();
    await expect(page.getByText(invalid)).toBeHidden();
    await field(page, 'URL').fill('javascript:alert(1)');
    await expect(page.getByText(invalid)).toBeVisible();
    await expect(insert(page)).toBeDisabled();
    await field(page, 'URL').fill('mailto:me@example.org');
    await expect(insert(page)).toBeDisabled();
    await field(page, 'URL').fill('/images/a.png');
    await expect(page.getByText(invalid)).toBeHidden();
    await field(page, 'Alt Text').fill('An "A"');
    await field(page, 'Title').fill('T');
    await insert(page).click();
    await expect(editor.text).toBeFocused();
    await page.keyboard.type('!');
    expect(await editor.html()).toBe('<p>a<img src="/images/a.png" alt="An &quot;A&quot;" title="T">!b</p>');
  });

  test('edits the selected image once something changed', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p><a href="/x"><img src="/images/a.png" width="50px"></a></p>');
    await page.locator('.editor-image img').click();
    await editor.button('Insert Image').click();
    await expect(field(page, 'URL')).toHaveValue('/images/a.png');
    await expect(insert(page)).toBeDisabled();
    await field(page, 'Alt Text').fill('A');
    await field(page, 'Alt Text').press('Enter');
    expect(await editor.html()).toBe(
      '<p><a href="/x"><img src="/images/a.png" alt="A" width="50px"></a></p>',
    );
  });

  test('inserts the image after a code block', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<pre><code>code</code></pre><p>after</p>');
    await editor.cursorAfter('co');
    await editor.button('Insert Image').click();
    await field(page, 'URL').fill('/images/a.png');
    await field(page, 'URL').press('Enter');
    expect(await editor.html()).toBe(
      '<pre><code>code</code></pre><p><img src="/images/a.png"></p><p>after</p>',
    );
  });
});

test.describe('color popup', () => {
  const swatch = (page: Page, color: string) => page.getByRole('dialog').getByRole('button', { name: color });

  test('has two rows of eight', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>a</p>');
    await editor.more();
    await editor.button('Text Color').click();
    const swatches = page.getByRole('dialog').locator('.editor-swatch');
    const boxes = await swatches.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('title'), one.getBoundingClientRect().top] as const),
    );
    expect(boxes.map(([title]) => title).join(' ')).toBe(
      '#b60205 #d93f0b #fbca04 #0e8a16 #006b75 #1d76db #0052cc #5319e7 ' +
        '#e99695 #f9d0c4 #fef2c0 #c2e0c6 #bfdadc #c5def5 #bfd4f2 #d4c5f9',
    );
    expect(new Set(boxes.slice(0, 8).map(([, top]) => top)).size).toBe(1);
    expect(new Set(boxes.map(([, top]) => top)).size).toBe(2);
  });

  test('text and background are independent, the active color is marked, and Remove removes it', async ({
    editor,
    page,
  }) => {
    await editor.open('<p>one <strong>two</strong></p>');
    await editor.more();
    await editor.select('two');
    await editor.button('Text Color').click();
    await expect(remove(page)).toBeDisabled();
    await swatch(page, '#b60205').click();
    expect(await editor.html()).toBe('<p>one <span style="color: #b60205;"><strong>two</strong></span></p>');
    await editor.button('Background Color').click();
    await expect(remove(page)).toBeDisabled();
    await swatch(page, '#fef2c0').click();
    const both =
      '<p>one <span style="color: #b60205; background-color: #fef2c0;"><strong>two</strong></span></p>';
    expect(await editor.html()).toBe(both);
    await editor.open(both);
    await editor.more();
    await editor.cursorAfter('tw');
    await editor.button('Text Color').click();
    await expect(swatch(page, '#b60205')).toHaveAttribute('aria-pressed', 'true');
    await expect(swatch(page, '#b60205')).toBeFocused();
    await expect(page.locator('.editor-swatch[aria-pressed="true"]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await editor.select('one two');
    await editor.button('Text Color').click();
    await remove(page).click();
    expect(await editor.html()).toBe(
      '<p>one <span style="background-color: #fef2c0;"><strong>two</strong></span></p>',
    );
  });

  test('works with the keyboard, also without a selection', { tag: '@deep' }, async ({ editor, page }) => {
    await editor.open('<p>a</p>');
    await editor.more();
    await editor.cursorAfter('a');
    await editor.button('Background Color').focus();
    await page.keyboard.press('Enter');
    await expect(swatch(page, '#b60205')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(swatch(page, '#f9d0c4')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    expect(await editor.html()).toBe('<p>a<span style="background-color: #f9d0c4;">b</span></p>');
  });
});

test.describe('own posts in the link popup', () => {
  test('typing in URL finds posts; arrow keys and Enter choose one', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>a </p>');
    await editor.more();
    await editor.cursorAfter('a');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('walk');
    const list = page.getByRole('listbox', { name: 'Posts' });
    await expect(list.getByRole('option')).toHaveText(['A walk by the sea', 'A walk in the rain']);
    await expect(page.getByRole('combobox', { name: 'URL' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toHaveText('A walk in the rain');
    await page.keyboard.press('Enter');
    await expect(list).toHaveCount(0);
    const popup = page.getByRole('dialog', { name: 'Link' });
    await expect(popup.getByLabel('URL')).toHaveValue('/post/a-walk-in-the-rain');
    await expect(popup.getByLabel('Text', { exact: true })).toHaveValue('A walk in the rain');
    await page.keyboard.press('Enter');
    expect(await editor.html()).toContain('<a href="/post/a-walk-in-the-rain"');
  });

  test('typing in Text finds posts too; Escape closes the list first', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await editor.open('<p>a </p>');
    await editor.more();
    await editor.cursorAfter('a');
    await page.keyboard.press('Control+k');
    const popup = page.getByRole('dialog', { name: 'Link' });
    await popup.getByLabel('Text', { exact: true }).fill('bread');
    const option = page.getByRole('option', { name: 'Bread' });
    await expect(option).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(option).toHaveCount(0);
    await expect(popup).toBeVisible();
    await popup.getByLabel('Text', { exact: true }).fill('brea');
    await option.click();
    await expect(popup.getByLabel('URL')).toHaveValue('/post/bread');
    await expect(popup.getByLabel('Text', { exact: true })).toHaveValue('Bread');
  });

  test('a URL is not searched for, and the text of a selection stays', { tag: '@deep' }, async ({
    editor,
    page,
  }) => {
    await page.clock.install();
    await editor.open('<p>my words</p>');
    await editor.more();
    await editor.select('my words');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('example.org/walk');
    await page.clock.fastForward(1_000);
    await untilIdle(page);
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await page.getByLabel('URL').fill('bread');
    await page.getByRole('option', { name: 'Bread' }).click();
    await page.keyboard.press('Enter');
    expect(await editor.html()).toContain('>my words</a>');
  });
});
