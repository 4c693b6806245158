import type { Page } from '@playwright/test';
import type { Menu } from '../../src/core/site/api/menu.ts';
import type { Client } from '../support/client.ts';
import { addSessionCookies, expect, openScreen, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';

const path = '/webapi/api/admin/menu';

const link = (label: string, children: unknown[] = []) => ({
  label,
  target: { kind: 'url', url: `https://example.org/${label}` },
  children,
});

/** Saves a header of these labels; `-b` is below the entry before it. */
async function setMenu(owner: Client, header: string, footer = 'z'): Promise<void> {
  const entries = (text: string) => {
    const made: ReturnType<typeof link>[] = [];
    for (const name of text.split(' '))
      if (name.startsWith('-')) made.at(-1)?.children.push(link(name.slice(1)));
      else made.push(link(name));
    return made;
  };
  const { version } = (await owner.get<Menu>(path)).body;
  await owner.put(path, { version, header: entries(header), footer: entries(footer), footer_text: '' });
}

async function savedMenu(owner: Client): Promise<string> {
  const { header, footer } = (await owner.get<Menu>(path)).body;
  const text = (entries: Menu['header']) =>
    entries
      .flatMap(({ label, children }) => [label, ...children.map((child) => `-${child.label}`)])
      .join(' ');
  return `${text(header)} | ${text(footer)}`;
}

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const rows = (page: Page, list = 'Header') =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .filter({ has: page.locator('.menu-grip') });
const open = (page: Page) => page.goto('/admin/menu');
const save = async (page: Page) => {
  // "Saved." may still be there from the last time.
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await answered;
  await expect(page.getByText('Saved.').first()).toBeVisible();
};

test.describe('the menu screen', () => {
  test('is accessible in light and dark, and fits a phone', { tag: '@deep' }, async ({ page, owner }) => {
    await setMenu(owner, `first second -below ${'W'.repeat(90)}`);
    await page.goto('/admin');
    await openScreen(page, 'Design', 'Menu');
    await expect(page.getByRole('heading', { name: 'Menu', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Edit first' }).click();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('button', { name: 'Add link to the Header' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
  });

  test('entries are moved by keyboard, and each step is announced', async ({ page, owner }) => {
    await setMenu(owner, 'a b c -d');
    await open(page);
    const status = page.locator('[aria-live="assertive"]');
    await handle(page, 'a').focus();
    // Arrow keys do nothing before the entry is grabbed.
    await page.keyboard.press('ArrowDown');
    await expect(rows(page)).toContainText(['a', 'b', 'c', 'd']);
    await page.keyboard.press('Space');
    await expect(status).toContainText('a grabbed: 1 of 3 in Header');
    await page.keyboard.press('ArrowUp');
    await expect(status).toContainText('a is already first');
    await page.keyboard.press('ArrowDown');
    await expect(status).toContainText('a: 2 of 3 in Header');
    await expect(handle(page, 'a')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(status).toContainText('a: 1 of 1 below b');
    await page.keyboard.press('ArrowDown');
    await expect(status).toContainText('a: 1 of 2 below c');
    await page.keyboard.press('Space');
    await expect(status).toContainText('a dropped: 1 of 2 below c');
    await expect(handle(page, 'a')).toHaveAttribute('aria-pressed', 'false');
    await save(page);
    expect(await savedMenu(owner)).toBe('b c -a -d | z');

    await handle(page, 'd').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await expect(status).toContainText('d: 2 of 3 in Header');
    await page.keyboard.press('Escape');
    await expect(status).toContainText('Moving canceled. d: 2 of 2 below c');
    await expect(handle(page, 'd')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
    await expect(rows(page)).toContainText(['b', 'c', 'a', 'd']);
  });

  test('a refused URL of an entry stops the save instead of saving the one before', { tag: '@deep' }, async ({
    page,
    owner,
    expectConsole,
  }) => {
    expectConsole(/422/);
    await setMenu(owner, 'a');
    await open(page);
    await page.getByRole('button', { name: 'Edit a' }).click();
    const url = page.getByRole('group', { name: 'a' }).getByLabel('URL');
    await url.fill('example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'https://' }).last()).toBeVisible();
    await expect(page.getByText('Saved.')).toHaveCount(0);
    await expect(url).toHaveValue('example.org');
    await url.fill(' https://example.org/b ');
    await save(page);
    const { header } = (await owner.get<Menu>(path)).body;
    expect(header[0]?.url).toBe('https://example.org/b');
  });

  test('plain buttons move entries as well', { tag: '@deep' }, async ({ page, owner }) => {
    await setMenu(owner, 'a b');
    await open(page);
    const more = (name: string) => page.getByLabel(`Move ${name} with buttons`);
    await more('a').press('Enter');
    await page.getByRole('button', { name: 'Move down' }).press('Enter');
    await expect(rows(page)).toContainText(['b', 'a']);
    // The button has moved with its row and can be pressed again.
    await expect(page.getByRole('button', { name: 'Move down' })).toBeFocused();
    await page.getByRole('button', { name: 'Nest below the entry above' }).press('Enter');
    await save(page);
    expect(await savedMenu(owner)).toBe('b -a | z');
    await page.reload();
    await more('b').press('Enter');
    await page.getByRole('button', { name: 'Move to Footer' }).press('Enter');
    await save(page);
    expect(await savedMenu(owner)).toBe(' | z b -a');
  });

  test('entries are dragged with a pointer, sideways to nest them, and Escape cancels', {
    tag: '@deep',
  }, async ({ page, owner }) => {
    await setMenu(owner, 'a b c');
    await open(page);
    const middle = async (name: string) => {
      const box = await handle(page, name).boundingBox();
      if (!box) throw new Error(`${name} has no handle.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const drag = async (name: string, to: { x: number; y: number }, end: () => Promise<unknown>) => {
      const from = await middle(name);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 10);
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await expect(page.locator('.menu-marker')).toHaveCount(1);
      await end();
    };
    const up = () => page.mouse.up();
    const a = await middle('a');
    await drag('c', { x: a.x, y: a.y - 20 }, up);
    await expect(rows(page)).toContainText(['c', 'a', 'b']);
    const b = await middle('b');
    await drag('c', { x: b.x + 60, y: b.y + 20 }, async () => {
      await page.keyboard.press('Escape');
      await page.mouse.up();
    });
    await expect(rows(page)).toContainText(['c', 'a', 'b']);
    await drag('c', { x: b.x + 60, y: b.y + 20 }, up);
    await expect(rows(page)).toContainText(['a', 'b', 'c']);
    const z = await middle('z');
    await drag('a', { x: z.x, y: z.y + 20 }, up);
    await save(page);
    expect(await savedMenu(owner)).toBe('b -c | z a');
  });

  test('a finger drags an entry without scrolling the page', { tag: '@deep' }, async ({
    browser,
    owner,
    server,
  }) => {
    await setMenu(owner, 'a b c');
    const context = await browser.newContext({
      baseURL: server.url,
      hasTouch: true,
      viewport: { width: 390, height: 740 },
    });
    await addSessionCookies(context, owner);
    const page = await context.newPage();
    await open(page);
    await handle(page, 'c').scrollIntoViewIfNeeded();
    const [from, to] = [await handle(page, 'c').boundingBox(), await handle(page, 'a').boundingBox()];
    if (!from || !to) throw new Error('The entries have no handles.');
    const session = await context.newCDPSession(page);
    const touch = (type: string, x?: number, y?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
      });
    const scrolled = await page.evaluate(() => scrollY);
    const x = from.x + from.width / 2;
    await touch('touchStart', x, from.y + from.height / 2);
    for (let step = 1; step <= 6; step++)
      await touch('touchMove', x, from.y + from.height / 2 + ((to.y - from.y - 10) * step) / 6);
    await touch('touchEnd');
    await expect(rows(page)).toContainText(['c', 'a', 'b']);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await context.close();
  });

  test('links of each kind are added, edited and removed', async ({ page, owner, newPost }) => {
    const post = await newPost();
    const draft = await newPost({ active: false });
    const category = `topic-${unique()}`;
    await owner.post('/webapi/api/admin/cat', { category_path: category });
    await setMenu(owner, 'a', 'z');
    await open(page);
    const dialog = page.getByRole('dialog');
    const add = async (kind: string, fill: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add link to the Header' }).click();
      await dialog.getByLabel('Kind').selectOption(kind);
      await fill();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await add('Post', async () => {
      await dialog.getByLabel('Search posts').fill(post.post_title_web);
      await dialog.getByRole('radio', { name: post.post_title }).check();
    });
    await add('Post', async () => {
      await dialog.getByLabel('Search posts').fill(draft.post_title_web);
      await dialog.getByRole('radio', { name: draft.post_title }).check();
    });
    await add('Category', () => dialog.getByLabel('Category').selectOption(category));
    await add('URL of another site', async () => {
      await dialog.getByLabel('URL', { exact: true }).fill('javascript:alert(1)');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByRole('alert')).toContainText('http://');
      await dialog.getByLabel('URL', { exact: true }).fill('https://example.org/new');
    });
    await add('Part of this site', () => dialog.getByLabel('Part of this site').selectOption('Topics'));
    await add('Group of links', () => dialog.getByLabel('Label').fill('More'));
    await expect(rows(page)).toHaveCount(7);
    await page.getByRole('button', { name: 'Edit a', exact: true }).click();
    await page.getByLabel('Label').fill('Renamed');
    await page.getByLabel('URL', { exact: true }).fill('https://example.org/renamed');
    await page.getByRole('button', { name: 'Remove More' }).click();
    await save(page);
    const { header } = (await owner.get<Menu>(path)).body;
    expect(header.map(({ label, target }) => ({ label, target }))).toEqual([
      { label: 'Renamed', target: { kind: 'url', url: 'https://example.org/renamed' } },
      { label: '', target: { kind: 'post', id: post.id } },
      { label: '', target: { kind: 'post', id: draft.id } },
      { label: '', target: { kind: 'category', id: expect.any(Number) } },
      { label: '', target: { kind: 'url', url: 'https://example.org/new' } },
      { label: '', target: { kind: 'place', place: 'topics' } },
    ]);
    await expect(rows(page).filter({ hasText: draft.post_title })).toContainText('not public');
    await owner.delete(`/webapi/api/posts/${post.id}`);
    await page.reload();
    await expect(rows(page).nth(1)).toContainText('deleted');
  });

  test('unsaved changes are kept, and a menu saved elsewhere is not overwritten silently', {
    tag: '@deep',
  }, async ({ page, owner, expectConsole }) => {
    await setMenu(owner, 'a b');
    await open(page);
    await page.getByRole('button', { name: 'Remove b', exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await openScreen(page, 'Settings');
    await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeVisible();
    await open(page);
    await expect(page.getByText('These are your unsaved changes')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);

    await setMenu(owner, 'theirs');
    expectConsole(/409/);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const error = page.getByRole('alert').filter({ hasText: 'changed in another window' });
    await expect(error).toBeVisible();
    expect(await savedMenu(owner)).toBe('theirs | z');
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await expect.poll(() => savedMenu(owner)).toBe('a | z');
    await expect(error).toBeHidden();
  });

  test('the text of the footer is rich text', { tag: '@deep' }, async ({ page, owner }) => {
    await setMenu(owner, 'a');
    await page.goto('/admin/design/footer');
    const text = page.getByRole('textbox', { name: 'Footer text' });
    await text.click();
    await page.keyboard.type('Made with ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('care');
    await save(page);
    expect((await owner.get<Menu>(path)).body.footer_text).toBe('<p>Made with <strong>care</strong></p>');
  });
});
