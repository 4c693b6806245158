import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../problem.ts';
import { preparePage } from './page-cache.ts';
import { type ListenerState, type Others, PublicPages } from './public-pages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pagesWith = async (others: Others = {}) => {
  const pages = new PublicPages(1_000_000, others);
  let renders = 0;
  let failure: Error | null = null;
  const read = () =>
    pages.read('/', async () => {
      if (failure) throw failure;
      renders++;
      return preparePage(`page ${renders}`, new Set(['post:1']));
    });
  await read();
  const fail = (error: Error | null) => {
    failure = error;
  };
  return { pages, read, fail, renders: () => renders };
};

test.each([false, true])('every change invalidates pages at once (harmless: %s)', async (isHarmless) => {
  const { pages, read, renders } = await pagesWith();
  for (let change = 0; change < 5; change++) {
    pages.changed({ touches: ['post:1'], isHarmless });
    await read();
  }
  expect(renders()).toBe(6);
});

test('a change by another process clears the cache', async () => {
  let version = 1;
  const { read, renders } = await pagesWith({ version: () => version });
  await read();
  expect(renders()).toBe(1);
  version = 2;
  await new Promise((resolve) => setImmediate(resolve));
  await read();
  expect(renders()).toBe(2);
});

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('while the change listener is disconnected pages are rendered anew, and cached ones are only sent if that fails', async () => {
  let listenerState: ListenerState = 'connected';
  const { pages, read, fail, renders } = await pagesWith({ listenerState: () => listenerState });
  listenerState = 'disconnected';
  expect(pages.cached('/')).toBeUndefined();
  await read();
  await read();
  expect(renders()).toBe(3);
  fail(refused);
  expect((await read())?.forms.identity.toString()).toBe('page 1');
  fail(new Error('a mistake'));
  await expect(read()).rejects.toThrow('a mistake');
  fail(null);
  listenerState = 'connected';
  await read();
  expect(renders()).toBe(3);
});

test('a page that cannot be rendered under load is replaced by the cached one, unless that was evicted meanwhile', async () => {
  let listenerState: ListenerState = 'connected';
  const { pages, read, fail } = await pagesWith({ listenerState: () => listenerState });
  listenerState = 'disconnected';
  fail(new Problem('unavailable', 'The queue is full.'));
  expect((await read())?.forms.identity.toString()).toBe('page 1');
  const rendering = read();
  pages.changed({ touches: ['post:1'] });
  await expect(rendering).rejects.toThrow('The queue is full.');
});

test('while the change listener is disconnected a slow rendering is replaced by the cached page', async () => {
  vi.useRealTimers();
  let listenerState: ListenerState = 'connected';
  const { pages } = await pagesWith({ listenerState: () => listenerState });
  listenerState = 'disconnected';
  const page = await pages.read('/', () => new Promise(() => {}));
  expect(page?.forms.identity.toString()).toBe('page 1');
});

test('while the database is unreachable cached pages are sent without an attempt to render, and others fail', async () => {
  let listenerState: ListenerState = 'connected';
  const { pages, read, fail, renders } = await pagesWith({ listenerState: () => listenerState });
  listenerState = 'unreachable';
  fail(refused);
  expect(pages.cached('/')?.forms.identity.toString()).toBe('page 1');
  expect((await read())?.forms.identity.toString()).toBe('page 1');
  expect(renders()).toBe(1);
  pages.cache.clear();
  await expect(read()).rejects.toThrow('ECONNREFUSED');
});

test('a page is not cached if another process changes one of its dependencies during rendering', async () => {
  const { pages, renders } = await pagesWith();
  const page = pages.read('/other', async () => {
    const made = await preparePage('before', new Set(['post:2']));
    pages.changed({ touches: ['post:2'] });
    return made;
  });
  expect((await page)?.forms.identity.toString()).toBe('before');
  expect(pages.cached('/other')).toBeUndefined();
  expect(renders()).toBe(1);
});

test('a change by another process is noticed in the turn after a page was rendered', async () => {
  let version = 1;
  const { pages, read } = await pagesWith({ version: () => version });
  await nextTurn();
  // Rendering begins in a check phase of the event loop, and the next requests are read before the following one.
  expect(await read()).toBeDefined();
  version = 2;
  expect(pages.cached('/')).toBeUndefined();
});
