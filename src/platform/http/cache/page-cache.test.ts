import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Problem } from '../problem.ts';
import { type CachedPage, cachedHeaders, formOf, PageCache, preparePage } from './page-cache.ts';

const page = async (html: string, ...keys: string[]) => preparePage(html, new Set(keys));
const text = (cached: { forms: { identity: Buffer } } | null | undefined) =>
  cached?.forms.identity.toString();

test('concurrent requests share one rendering', async () => {
  const cache = new PageCache(1_000_000);
  let renders = 0;
  const render = async () => {
    renders++;
    return page('one', 'post:1');
  };
  const pages = await Promise.all([1, 2, 3].map(() => cache.read('/a', render)));
  expect(pages.map(text)).toEqual(['one', 'one', 'one']);
  expect(text(await cache.read('/a', render))).toBe('one');
  expect(renders).toBe(1);
});

test('a change invalidates only the pages that depend on it', async () => {
  const cache = new PageCache(1_000_000);
  await cache.read('/', () => page('list', 'list', 'post:1', 'post:2'));
  await cache.read('/post/one', () => page('one', 'post:1'));
  await cache.read('/post/two', () => page('two', 'post:2'));
  cache.purge(['post:1']);
  expect([cache.get('/'), cache.get('/post/one')]).toEqual([undefined, undefined]);
  expect(text(cache.get('/post/two'))).toBe('two');
});

test('a page that changed during rendering is sent but not cached, and not sent to later requests', async () => {
  const cache = new PageCache(1_000_000);
  let go = () => {};
  const slow = cache.read('/a', async () => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return page('old', 'post:1');
  });
  cache.purge(['post:1']);
  const later = cache.read('/a', () => page('new', 'post:1'));
  expect(text(await later)).toBe('new');
  go();
  expect(text(await slow)).toBe('old');
  expect(text(cache.get('/a'))).toBe('new');
});

test('clearing the cache also invalidates pages that are being rendered', async () => {
  const cache = new PageCache(1_000_000);
  const reading = cache.read('/a', () => page('old', 'post:1'));
  cache.clear();
  await reading;
  expect(cache.get('/a')).toBeUndefined();
});

test('memory is bounded, and frequently read pages are not evicted', async () => {
  const cache = new PageCache(400_000);
  const body = (name: string) => name + 'x'.repeat(90_000);
  await cache.read('/a', () => page(body('a'), 'a'));
  for (let index = 0; index < 50; index++) {
    cache.get('/a');
    await cache.read(`/${index}`, () => page(body(`${index}`), 'list'));
  }
  expect(cache.bytes).toBeLessThanOrEqual(400_000);
  expect(cache.get('/a')).toBeDefined();
  expect(cache.get('/0')).toBeUndefined();
  cache.purge(['a', 'list']);
  expect(cache.bytes).toBe(0);
});

test('a page larger than its share is not cached', async () => {
  const cache = new PageCache(100_000);
  await cache.read('/large', () => page('x'.repeat(50_000), 'list'));
  expect(cache.get('/large')).toBeUndefined();
});

test('a failed rendering is not cached, and fails for all waiting requests', async () => {
  const cache = new PageCache(1_000_000);
  const fail = () => Promise.reject(new Error('no'));
  await expect(cache.read('/a', fail)).rejects.toThrow('no');
  expect(text(await cache.read('/a', () => page('yes')))).toBe('yes');
  expect(await cache.read('/b', async () => null)).toBeNull();
});

test('every encoding contains the same page, and is made once for concurrent requests', async () => {
  const made = await page('a page '.repeat(100));
  const [br, again] = await Promise.all([formOf(made, 'br'), formOf(made, 'br')]);
  expect(again).toBe(br);
  expect(await formOf(made, 'br')).toBe(br);
  expect(brotliDecompressSync(br)).toEqual(made.forms.identity);
  expect(gunzipSync(await formOf(made, 'gzip'))).toEqual(made.forms.identity);
});

test('encodings that are made later count towards the memory limit', async () => {
  const cache = new PageCache(50_000);
  const random = randomBytes(6_000).toString('base64');
  const first = await cache.read('/a', () => page(random, 'a'));
  await cache.read('/b', () => page(random, 'b'));
  const before = cache.bytes;
  const form = await formOf(first as CachedPage, 'br');
  cache.weigh('/a', first as CachedPage);
  expect(cache.bytes).toBe(before + form.length);
  for (const url of ['/c', '/d', '/e', '/f']) {
    const next = (await cache.read(url, () => page(random, url))) as CachedPage;
    await formOf(next, 'gzip');
    cache.weigh(url, next);
    expect(cache.bytes).toBeLessThanOrEqual(50_000);
  }
  cache.purge(['a', 'b', '/c', '/d', '/e', '/f']);
  expect(cache.bytes).toBe(0);
  cache.weigh('/a', first as CachedPage);
  expect(cache.bytes).toBe(0);
});

test('cache tags of non-ASCII names are encoded for the header', () => {
  const page = preparePage('x', new Set(['tag:søen 海', 'all:']));
  expect(Object.fromEntries(cachedHeaders(page))['surrogate-key']).toBe('tag:s%C3%B8en%20%E6%B5%B7 all:');
});

const unavailable = new Problem('unavailable', 'Not now.');

test('after a harmless change the stale page is sent while no new one can be rendered', async () => {
  const cache = new PageCache(1_000_000);
  await cache.read('/', () => page('old', 'post:1'));
  cache.purge(['post:1'], { isHarmless: true });
  expect(cache.get('/')).toBeUndefined();
  expect(text(await cache.read('/', () => Promise.reject(unavailable)))).toBe('old');
  await expect(cache.read('/', () => Promise.reject(new Error('a mistake')))).rejects.toThrow('a mistake');
  expect(text(await cache.read('/', () => page('new', 'post:1')))).toBe('new');
  expect(text(cache.get('/'))).toBe('new');
});

test('after any other change no stale page is sent, even if it was stale before', async () => {
  const cache = new PageCache(1_000_000);
  for (const isHarmless of [false, true]) {
    await cache.read('/', () => page('old', 'post:1'));
    if (isHarmless) cache.purge(['post:1'], { isHarmless });
    cache.purge(['post:1']);
    expect(cache.get('/', { stale: true })).toBeUndefined();
    await expect(cache.read('/', () => Promise.reject(unavailable))).rejects.toThrow('Not now.');
  }
  // Also if the change happens during a rendering that fails.
  await cache.read('/', () => page('old', 'post:1'));
  cache.purge(['post:1'], { isHarmless: true });
  const rendering = cache.read('/', async () => {
    cache.purge(['post:1']);
    throw unavailable;
  });
  await expect(rendering).rejects.toThrow('Not now.');
  expect(cache.bytes).toBe(0);
});

test('an expired page is rendered by one request, while others get the old one', async () => {
  const cache = new PageCache(1_000_000);
  const made = (html: string, expiresMs: number) => preparePage(html, new Set(['post:1']), { expiresMs });
  await cache.read('/', async () => made('first choice', -1));
  expect(cache.get('/')).toBeUndefined();
  const { promise, resolve } = Promise.withResolvers<CachedPage>();
  const renewing = cache.read('/', () => promise);
  expect(text(await cache.read('/', () => Promise.reject(new Error('not again'))))).toBe('first choice');
  resolve(made('second choice', 60_000));
  expect(text(await renewing)).toBe('second choice');
  expect(text(cache.get('/'))).toBe('second choice');
  // An overloaded server keeps sending the old page.
  await cache.read('/busy', async () => made('there', -1));
  expect(text(await cache.read('/busy', () => Promise.reject(unavailable)))).toBe('there');
});

const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn++) await nextTurn();
};

test('a page that is due to be made again is sent meanwhile, and then the new one in the same encodings', async () => {
  const cache = new PageCache(1_000_000);
  const made = (html: string, refreshMs: number) => preparePage(html, new Set(['post:1']), { refreshMs });
  const old = made('first choice '.repeat(100), -1);
  await cache.read('/', async () => old);
  await formOf(old, 'br');
  expect(cache.get('/')).toBeUndefined();
  const { promise, resolve } = Promise.withResolvers<CachedPage>();
  expect(await cache.read('/', () => promise)).toBe(old);
  expect(await cache.read('/', () => Promise.reject(new Error('not twice')))).toBe(old);
  const next = made('second choice '.repeat(100), 60_000);
  resolve(next);
  await expect.poll(() => cache.get('/')).toBe(next);
  expect(Object.keys(next.forms)).toEqual(['identity', 'br']);
});

test('while a page cannot be made again, the old one is sent and each request tries', async () => {
  const cache = new PageCache(1_000_000);
  const old = preparePage('old', new Set(['post:1']), { refreshMs: -1 });
  await cache.read('/', async () => old);
  let tries = 0;
  const read = () => cache.read('/', async () => Promise.reject(new Error(`try ${++tries}`)));
  for (const after of [0, 1, 2])
    await vi.waitFor(
      async () => {
        expect(await read()).toBe(old);
        expect(tries).toBeGreaterThan(after);
      },
      { timeout: 10_000 },
    );
});

test('a change during a refresh evicts the page, and the refreshed one is not cached', async () => {
  const cache = new PageCache(1_000_000);
  await cache.read('/', async () => preparePage('old', new Set(['post:1']), { refreshMs: -1 }));
  const { promise, resolve } = Promise.withResolvers<CachedPage>();
  await cache.read('/', () => promise);
  cache.purge(['post:1']);
  resolve(preparePage('of before the change', new Set(['post:1'])));
  await turns();
  expect(text(await cache.read('/', () => page('new', 'post:1')))).toBe('new');
});

test('after a harmless change readers wait for the new page', async () => {
  const cache = new PageCache(1_000_000);
  await cache.read('/', () => page('first', 'post:1'));
  for (const next of ['second', 'third']) {
    cache.purge(['post:1'], { isHarmless: true });
    expect(text(await cache.read('/', () => page(next, 'post:1')))).toBe(next);
  }
});

test('pages that are due at the same time are refreshed one after the other', async () => {
  const cache = new PageCache(1_000_000);
  const urls = Array.from({ length: 20 }, (_, index) => `/${index}`);
  const due = (refreshMs: number) => preparePage('page', new Set(['post:1']), { refreshMs });
  for (const url of urls) await cache.read(url, async () => due(-1));
  let renders = 0;
  const render = async () => {
    renders++;
    return due(60_000);
  };
  for (const url of urls) await cache.read(url, render);
  await turns();
  expect(renders).toBe(1);
  await vi.waitFor(
    async () => {
      for (const url of urls) await cache.read(url, render);
      expect(renders).toBe(urls.length);
    },
    { timeout: 30_000 },
  );
});
