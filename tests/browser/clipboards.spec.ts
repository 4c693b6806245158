import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, write } from '../../src/content/document/parse.ts';
import { sanitize } from '../../src/content/document/sanitize.ts';
import { fragment } from '../../src/content/document/tree.ts';
import { expect, test } from './editor-page/fixtures.ts';

const folder = path.join(import.meta.dirname, '../clipboards');
const names = globSync('*.txt', { cwd: folder })
  .filter((name) => !name.endsWith('.stored.txt'))
  .map((name) => name.replace(/\.txt$/, ''))
  .sort();

/** Each block on a line of its own. */
const inLines = (html: string): string =>
  parse(html)
    .childNodes.map((node) => {
      const block = fragment();
      block.childNodes.push(node);
      return write(block);
    })
    .join('\n');

// A clipboard is the HTML that a program copies; beside it is the HTML that the post stores after pasting it.
for (const name of names) {
  const clipboard = readFileSync(path.join(folder, `${name}.txt`), 'utf8').trimEnd();
  const file = path.join(folder, `${name}.stored.txt`);

  test(`a clipboard of ${name}`, { tag: '@deep' }, async ({ editor, page }) => {
    // Images of other sites are shown until the server has fetched them.
    await page.route(/^https:/, (route) =>
      route.fulfill({ status: 200, contentType: 'image/png', body: '' }),
    );
    await editor.open('', { uploads: false });
    await editor.text.focus();
    await editor.paste({ 'text/html': clipboard, 'text/plain': 'x' });
    const pasted = inLines(await editor.html());
    // CLIPBOARDS=write stores the results anew, to be read before they are committed.
    if (process.env.CLIPBOARDS === 'write') writeFileSync(file, `${pasted}\n`);
    const stored = readFileSync(file, 'utf8').trimEnd();
    expect(pasted).toBe(stored);
    const cleaned = await page.evaluate((html) => window.editorPage.clean(html), clipboard);
    expect(inLines(sanitize(cleaned)), 'The cleaner alone, and the server').toBe(stored);
  });
}
