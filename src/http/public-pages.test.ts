import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preparePage } from './page-cache.ts';
import { cacheAddress, PublicPages } from './public-pages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['/', '/'],
  ['/?utm_source=x&fbclid=y', '/'],
  ['/tag/a?view=compact&show=15', '/tag/a?show=15&view=compact'],
  ['/?view=other&show=%26view%3Dx', '/'],
  ['/?show=1', '/'],
  ['/?show=15x', '/?show=15'],
  ['/?show=99999999', '/?show=500'],
  ['/?q=x&voted=1&name=2', '/'],
  ['/filter/a%20b?show=10', '/filter/a%20b?show=10'],
  ['/post/a?show=10&view=compact&q=x', '/post/a'],
  ['/post/a?voted=1', null],
  ['/post/a?commented=1', null],
  ['/post/a?comment=1', null],
  ['/post?name=3', null],
  ['/search', '/search'],
  ['/search?q=x', null],
  ['/preview/abc', null],
] as const)('%s is kept as %s', (url, address) => {
  expect(cacheAddress(new URL(url, 'http://localhost'))).toBe(address);
});

const pagesWith = async (version: () => unknown = () => 1) => {
  const pages = new PublicPages(1_000_000, version);
  let renders = 0;
  const read = () =>
    pages.cache.read('/', async () => {
      renders++;
      return preparePage(`page ${renders}`, new Set(['post:1']));
    });
  await read();
  return { pages, read, renders: () => renders };
};

test('in a storm of votes the first shows at once, the others together a second later', async () => {
  const { pages, read, renders } = await pagesWith();
  for (let vote = 0; vote < 100; vote++) {
    pages.changed({ touches: ['post:1'], mayLag: true });
    await read();
  }
  expect(renders()).toBe(2);
  vi.advanceTimersByTime(1_000);
  await read();
  expect(renders()).toBe(3);
  vi.advanceTimersByTime(5_000);
  await read();
  expect(renders()).toBe(3);
});

test('other changes never wait', async () => {
  const { pages, read, renders } = await pagesWith();
  for (let change = 0; change < 5; change++) {
    pages.changed({ touches: ['post:1'] });
    await read();
  }
  expect(renders()).toBe(6);
});

test('a change by another process clears everything', async () => {
  let version = 1;
  const { pages, read, renders } = await pagesWith(() => version);
  pages.freshen();
  await read();
  expect(renders()).toBe(1);
  version = 2;
  pages.freshen();
  await read();
  expect(renders()).toBe(2);
});
