import type { Locator, Page } from '@playwright/test';
import { shared } from '../../support/postgres.ts';
import { test as base, expect } from '../fixtures.ts';
import type {} from './main.tsx';

export { expect };

export type EditorDriver = {
  page: Page;
  text: Locator;
  open(html: string, options?: { uploads?: boolean; postId?: number | null }): Promise<void>;
  /** The HTML that the post form would save. */
  html(): Promise<string>;
  button(name: string): Locator;
  /** Shows the tools behind "More". */
  more(): Promise<void>;
  /** Selects the first occurrence of a text, or places the cursor after it. */
  select(text: string): Promise<void>;
  cursorAfter(text: string): Promise<void>;
  paste(data: Record<string, string>, options?: { files?: { name: string; type: string }[] }): Promise<void>;
};

export const test = base.extend<{ editor: EditorDriver }>({
  baseURL: async ({ oncePerWorker }, use) =>
    use(await oncePerWorker('editor page', () => shared('editor-page'))),

  editor: async ({ page }, use) => {
    await page.goto('/');
    await use(driver(page));
  },
});

function driver(page: Page): EditorDriver {
  const text = page.getByRole('textbox', { name: 'Post Content' });
  return {
    page,
    text,
    async open(html, options) {
      await page.evaluate(([value, rest]) => window.editorPage.open(value, rest), [
        html,
        options ?? {},
      ] as const);
      await expect(text).toBeVisible();
      // A face or an image that arrives later would move what a test points at.
      await text.evaluate(async (element) => {
        await document.fonts.ready;
        const late = [...element.querySelectorAll('img')].filter(({ complete }) => !complete);
        await Promise.all(
          late.map(
            (image) =>
              new Promise((done) => {
                image.addEventListener('load', done);
                image.addEventListener('error', done);
              }),
          ),
        );
      });
    },
    async html() {
      const { written, reported } = await page.evaluate(() => ({
        written: window.editorPage.written(),
        reported: window.editorPage.changes.at(-1),
      }));
      expect(reported ?? written, 'The editor reports what it holds').toBe(written);
      return written;
    },
    button: (name) =>
      page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true }),
    async more() {
      const more = page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'More' });
      if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    },
    select: (wanted) => select(text, wanted, false),
    cursorAfter: (wanted) => select(text, wanted, true),
    async paste(data, { files = [] } = {}) {
      await text.evaluate(
        (element, [contents, names]) => {
          const clipboardData = new DataTransfer();
          for (const [type, value] of Object.entries(contents)) clipboardData.setData(type, value);
          for (const { name, type } of names) clipboardData.items.add(new File(['x'], name, { type }));
          element.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        },
        [data, files] as const,
      );
      // The parser for Markdown is loaded with the first paste that needs it.
      await expect(text).not.toHaveAttribute('aria-busy', 'true');
    },
  };
}

async function select(text: Locator, wanted: string, collapse: boolean): Promise<void> {
  await text.focus();
  await text.evaluate(
    (element, [sought, toEnd]) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      // Controls inside the text, as the language of code, are not part of it.
      while (walker.nextNode())
        if (!walker.currentNode.parentElement?.closest('[contenteditable=false]'))
          nodes.push(walker.currentNode as Text);
      const whole = nodes.map((node) => node.data).join('');
      const start = whole.indexOf(sought);
      if (start === -1) throw new Error(`The text does not contain "${sought}".`);
      const place = (offset: number, atEnd: boolean): [Text, number] => {
        let left = offset;
        for (const node of nodes) {
          if (left < node.length || (atEnd && left === node.length)) return [node, left];
          left -= node.length;
        }
        throw new Error('Beyond the text.');
      };
      const [last, end] = place(start + sought.length, true);
      const [first, begin] = toEnd ? [last, end] : place(start, false);
      getSelection()?.setBaseAndExtent(first, begin, last, end);
    },
    [wanted, collapse] as const,
  );
  // ProseMirror reads the selection in the asynchronous selectionchange event.
  await text.evaluate(() => new Promise((done) => setTimeout(done, 30)));
}
