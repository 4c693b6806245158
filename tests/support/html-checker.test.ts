import { expect, test } from 'vitest';
import { checkHtml } from './html-checker.ts';

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>Page</title></head><body>${body}</body></html>`;

test('names an invalid page and its error, and accepts a valid one', {
  timeout: 120_000,
}, async () => {
  const complaints = await checkHtml([
    { name: 'good', html: page('<h1>Hello</h1><p>One<br/>two</p>') },
    { name: 'bad', html: page('<h1>Hello</h1><ul><p>No item</p></ul>') },
  ]);
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toMatch(/^bad:1 error: Element “p” not allowed as child of element “ul”/);
});

test('rejects an empty list of pages', async () => {
  await expect(checkHtml([])).rejects.toThrow(RangeError);
});
