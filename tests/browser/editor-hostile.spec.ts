import type { Page } from '@playwright/test';
import { storable } from '../../src/content/document/characters.ts';
import { sanitize } from '../../src/content/document/sanitize.ts';
import { hostileTrees } from '../support/hostile-trees.ts';
import { report, size } from '../support/size.ts';
import { expect, test } from './editor-page/fixtures.ts';
import { refuseLoads } from './hostile-loads.ts';

const corpus = hostileTrees(size(150, 20_000), 7);
/** This many samples get an editor of their own; the others are parsed by one open editor, in the same way. */
const opened = size(200, 1_000);
const inOneGo = 500;

/** Parses the samples in batches, because thousands at once would block the page for minutes. */
async function eachPart(
  all: readonly string[],
  work: (part: string[]) => Promise<string[]>,
): Promise<string[]> {
  const written: string[] = [];
  for (let from = 0; from < all.length; from += inOneGo)
    written.push(...(await work(all.slice(from, from + inOneGo))));
  return written;
}

/** Counts everything that the corpus tries to run, and blocks its requests. */
async function setTrap(page: Page): Promise<() => Promise<string[]>> {
  const caught: string[] = [];
  page.on('dialog', (dialog) => {
    caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => caught.push(`navigation: ${frame.url()}`));
  page.on('popup', (popup) => caught.push(`popup: ${popup.url()}`));
  page.on('frameattached', () => caught.push('frame'));
  await refuseLoads(page);
  await page.evaluate(() => {
    const record = (what: string) => document.documentElement.setAttribute('data-caught', what);
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      window[name] = (() => record(name)) as never;
  });
  return async () => {
    // Event handlers would run in a later task.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    const marked = await page.evaluate(() => document.documentElement.getAttribute('data-caught'));
    return marked ? [...caught, marked] : caught;
  };
}

/** The server stores the editor's HTML unchanged, except for characters that cannot be stored. */
function expectClean(written: string[]): void {
  expect(written).toHaveLength(corpus.length);
  const changed = written.flatMap((html, index) =>
    sanitize(html) === storable(html) ? [] : [`${corpus[index]} became ${html}`],
  );
  expect(changed.slice(0, 5)).toEqual([]);
  report(`${corpus.length} trees in the editor, which wrote nothing that the server would not`);
}

/** Blocked attempts that some versions of Chromium log. */
const blockedHandlers = /violates the following Content Security Policy|was blocked/;

test('the counters detect code that runs', { tag: '@deep' }, async ({ editor, page }) => {
  const caught = await setTrap(page);
  await editor.open('');
  await page.evaluate(() => window.alert('x'));
  expect(await caught()).toEqual(['alert']);
});

test('loading hostile HTML runs nothing, and nothing of it is stored', { tag: '@deep' }, async ({
  allowConsole,
  editor,
  page,
}) => {
  allowConsole(blockedHandlers);
  test.setTimeout(size(60_000, 900_000));
  const caught = await setTrap(page);
  const show = (part: string[], how: 'open' | 'read') =>
    page.evaluate(
      ([all, way]) =>
        all.map((html) => {
          window.editorPage[way](html);
          const link = document.querySelector('.ProseMirror a');
          link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
          return window.editorPage.written();
        }),
      [part, how] as const,
    );
  const written = [
    ...(await eachPart(corpus.slice(0, opened), (part) => show(part, 'open'))),
    ...(await eachPart(corpus.slice(opened), (part) => show(part, 'read'))),
  ];
  expectClean(written);
  expect(await caught()).toEqual([]);
  await expect(editor.text).toBeVisible();
});

test('pasting hostile HTML or typing it into the HTML view runs nothing', { tag: '@deep' }, async ({
  allowConsole,
  editor,
  page,
}) => {
  allowConsole(blockedHandlers);
  test.setTimeout(size(60_000, 900_000));
  const caught = await setTrap(page);
  await editor.open('');
  const written = await eachPart(corpus, (part) =>
    page.evaluate((all) => {
      const paste = (type: string, value: string) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData(type, value);
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.querySelector('.ProseMirror')?.dispatchEvent(event);
      };
      return all.map((html) => {
        window.editorPage.read('');
        paste('text/html', html);
        paste('text/plain', html);
        return window.editorPage.written();
      });
    }, part),
  );
  expectClean(written);
  await page.getByRole('button', { name: 'HTML' }).click();
  await page.getByRole('textbox', { name: 'HTML source' }).fill(corpus.slice(0, 400).join('\n'));
  await page.getByRole('button', { name: 'HTML' }).click();
  expect(await caught()).toEqual([]);
  await expect(editor.text).toBeVisible();
});
