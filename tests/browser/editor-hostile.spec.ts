import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { storable } from '../../src/document/characters.ts';
import { sanitise } from '../../src/document/sanitise.ts';
import { hostileMarkup } from '../support/markup-grammar.ts';
import { xssCorpus } from '../support/xss-corpus.ts';
import { expect, test } from './editor-page/fixtures.ts';

const generated = fc.sample(hostileMarkup, { numRuns: 150, seed: 7 });
const corpus = [...xssCorpus, ...generated];

/** Everything that the corpus tries to do is counted, and its attempts to load something lead nowhere. */
async function setTrap(page: Page): Promise<() => Promise<string[]>> {
  const caught: string[] = [];
  page.on('dialog', (dialog) => {
    caught.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => caught.push(`navigation: ${frame.url()}`));
  page.on('popup', (popup) => caught.push(`popup: ${popup.url()}`));
  page.on('frameattached', () => caught.push('frame'));
  await page.route(/^(?!http:\/\/127\.0\.0\.1)/, (route) => route.abort());
  await page.evaluate(() => {
    const record = (what: string) => document.documentElement.setAttribute('data-caught', what);
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      window[name] = (() => record(name)) as never;
  });
  return async () => {
    // What would run does so in a task of its own.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    const marked = await page.evaluate(() => document.documentElement.getAttribute('data-caught'));
    return marked ? [...caught, marked] : caught;
  };
}

// Blocked attempts to compile handlers and pictures that do not exist are told in the console.
const noise = /violates the following Content Security Policy|Failed to load resource|net::ERR|was blocked/;

/** The server agrees with what the editor wrote, but for characters that cannot be stored. */
function expectClean(written: string[]): void {
  expect(written).toHaveLength(corpus.length);
  written.forEach((html, index) => {
    expect.soft(sanitise(html), corpus[index]).toBe(storable(html));
  });
}

test('the trap catches what runs', async ({ editor, page }) => {
  const caught = await setTrap(page);
  await editor.open('');
  await page.evaluate(() => window.alert('x'));
  expect(await caught()).toEqual(['alert']);
});

test('loading hostile HTML runs nothing and keeps nothing of it', async ({ editor, page, expectConsole }) => {
  expectConsole(noise);
  const caught = await setTrap(page);
  const written = await page.evaluate((all) => {
    return all.map((html) => {
      window.editorPage.open(html);
      const link = document.querySelector('.ProseMirror a');
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      return window.editorPage.written();
    });
  }, corpus);
  expectClean(written);
  expect(await caught()).toEqual([]);
  await expect(editor.text).toBeVisible();
});

test('pasting hostile HTML and typing it as source runs nothing', async ({ editor, page, expectConsole }) => {
  expectConsole(noise);
  const caught = await setTrap(page);
  const written = await page.evaluate((all) => {
    const paste = (type: string, value: string) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, value);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('.ProseMirror')?.dispatchEvent(event);
    };
    return all.map((html) => {
      window.editorPage.open('');
      paste('text/html', html);
      paste('text/plain', html);
      return window.editorPage.written();
    });
  }, corpus);
  expectClean(written);
  await page.getByRole('button', { name: 'HTML' }).click();
  await page.getByRole('textbox', { name: 'HTML source' }).fill(corpus.join('\n'));
  await page.getByRole('button', { name: 'HTML' }).click();
  expect(await caught()).toEqual([]);
  await expect(editor.text).toBeVisible();
});
