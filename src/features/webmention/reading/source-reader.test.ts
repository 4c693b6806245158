import { expect, onTestFinished, test } from 'vitest';
import { SourceReader } from './source-reader.ts';

const target = 'https://blog.example.org/post/a-walk';
const link = `<a href="${target}">x</a>`;
const pageOf = (html: string) => ({
  bytes: Buffer.from(html),
  type: 'text/html',
  url: 'https://alice.example.net/',
});
const fill = (text: string) => text.repeat(Math.floor(1_000_000 / text.length));

test('a page that takes too long or too much memory ends the worker only, and the next one is read', async () => {
  const reader = new SourceReader();
  onTestFinished(() => reader.close());
  let turns = 0;
  const timer = setInterval(() => turns++, 10);
  onTestFinished(() => clearInterval(timer));
  const bomb = `${link}${fill('<div class="h-entry e-content p-name">x')}`;
  const [given, next] = await Promise.all([
    reader.read(pageOf(bomb), target),
    reader.read(pageOf(link), target),
  ]);
  expect(given).toBeNull();
  expect(next?.mention?.kind).toBe('mention');
  // The event loop went on meanwhile.
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ['100,000 nested elements', `${link}${'<div>'.repeat(100_000)}`],
  ['100,000 nested entries', `${link}${'<i class="h-entry">'.repeat(100_000)}`],
  ['very many names', `${link}<div class="h-entry"><p class="${fill('p-a ')}" rel="${fill('a ')}">x`],
])('%s are read', async (_name, html) => {
  const reader = new SourceReader(20_000);
  onTestFinished(() => reader.close());
  expect((await reader.read(pageOf(html), target))?.mention?.kind).toBe('mention');
});
