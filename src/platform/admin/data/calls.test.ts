import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { download, route } from '../../http/api/route.ts';
import { callsOf } from './calls.ts';

const thing = z.object({ id: z.int(), name: z.string() });
const routes = [
  route('GET', '/things', 'A page of things', {
    query: z.object({ limit: z.string().transform(Number).optional(), kind: z.enum(['a', 'b']).optional() }),
    totalCount: true,
    response: z.array(thing),
    handle: async () => [],
  }),
  route('PUT', '/things/:id', 'Rename a thing', {
    params: z.object({ id: z.string() }),
    body: z.object({ name: z.string() }),
    response: thing,
    handle: async ({ params, body }) => ({ id: Number(params.id), name: body.name }),
  }),
  download('/things/:id/file', 'Download a thing', {
    params: z.object({ id: z.string() }),
    type: 'text/csv',
    handle: async () => ({ name: '', stream: Array.fromAsync([]) as never }),
  }),
];
const { call, page, url } = callsOf<typeof routes>();

/** Answers with this JSON, and returns what was sent. */
function answering(json: unknown, headers: Record<string, string> = {}) {
  const sent = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(JSON.stringify(json), { headers: { 'content-type': 'application/json', ...headers } }),
  );
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('document', {
    cookie: 'XSRF-TOKEN=token',
    documentElement: { dataset: {} },
    dispatchEvent: () => true,
  });
  return () => sent.mock.calls.map(([url, { method, body }]) => ({ url, method, body }));
}
afterEach(() => vi.unstubAllGlobals());

test('fields of the input are in the path, and else in the query of a read or the body of a write', async () => {
  const sent = answering([{ id: 1, name: 'one' }], { 'x-total-count': '7' });
  expect(await page('/things')({ limit: 2, kind: '' })).toEqual({
    items: [{ id: 1, name: 'one' }],
    total: 7,
    isMinimum: false,
  });
  await call('PUT', '/things/:id')({ id: 'a/b', name: 'two' });
  expect(sent()).toEqual([
    { url: '/webapi/things?limit=2', method: 'GET', body: null },
    { url: '/webapi/things/a%2Fb', method: 'PUT', body: '{"name":"two"}' },
  ]);
  expect(url('/things/:id/file')({ id: 3 })).toBe('/webapi/things/3/file');
});

test('another path, method, input or response than that of a route does not compile', async () => {
  const renamed = { id: 1, name: 'one' };
  answering(renamed);
  // @ts-expect-error: no route has this path.
  call('GET', '/thing');
  // @ts-expect-error: this path has no such method.
  call('DELETE', '/things/:id');
  // @ts-expect-error: its list is not counted.
  page('/things/:id/file');
  const rename = call('PUT', '/things/:id');
  // @ts-expect-error: the id is missing.
  await rename({ name: 'one' });
  // @ts-expect-error: the name is a text.
  await rename({ id: 1, name: 1 });
  // @ts-expect-error: there is no such field.
  await rename({ id: 1, name: 'one', color: 'red' });
  // @ts-expect-error: there is no such kind.
  page('/things')({ kind: 'c' });
  // @ts-expect-error: the response has no color.
  expect((await rename({ id: 1, name: 'one' })).color).toBeUndefined();
});
