import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { size } from '../../../../tests/support/size.ts';
import { maxNamesPerDay, otherNames } from '../api/statistics.ts';
import { Days } from '../days.ts';
import type { Sums } from '../sums.ts';
import { RequestCounter } from './counter.ts';

const counter = (options: Partial<ConstructorParameters<typeof RequestCounter>[0]> = {}) =>
  new RequestCounter({
    days: new Days('UTC'),
    now: () => Date.UTC(2026, 2, 1),
    siteUrl: () => 'https://blog.example.org',
    forwardedIp: (_, header) => header,
    full: () => {},
    ...options,
  });

const request = (headers: Record<string, string>): IncomingMessage =>
  ({
    method: 'GET',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'accept-language': 'en',
      ...headers,
    },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;

const numbersOf = (taken: readonly Sums[]) => {
  const all = taken.flatMap((sums) => [...sums]);
  const names = Map.groupBy(all, ({ kind }) => kind);
  return {
    names: (kind: string) => names.get(kind as never)?.length ?? 0,
    views: (kind: string, name?: string) =>
      (names.get(kind as never) ?? [])
        .filter((sum) => name === undefined || sum.name === name)
        .reduce((sum, { views }) => sum + views, 0),
    pairs: all.reduce((sum, { visitors }) => sum + visitors.size, 0),
  };
};

test('very many different paths, referrers, searches, user agents and addresses take bounded memory', {
  timeout: 60_000,
}, () => {
  const tested = counter();
  const many = size(10_000, 100_000);
  for (let at = 0; at < many; at++) {
    const sent = request({
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${at}.0) Gecko/20100101 Firefox/${at}.0`,
      'x-forwarded-for': `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`,
      referer: `https://site-${at}.example.com/`,
    });
    tested.count(sent, { kind: 'page', name: `/${at}` });
    tested.count(sent, { kind: 'missing', name: `/missing-${at}` });
    tested.count(sent, { kind: 'feed', name: `/feed-${at}.xml` });
    tested.searchedInVain(sent, `words ${at}`);
  }
  const { names, views, pairs } = numbersOf(tested.take());
  for (const kind of ['page', 'referrer', 'missing', 'feed', 'search']) {
    expect(names(kind)).toBe(maxNamesPerDay + 1);
    expect(views(kind)).toBe(many);
    expect(views(kind, otherNames)).toBe(many - maxNamesPerDay);
  }
  expect(views('site')).toBe(many);
  expect(pairs).toBeLessThanOrEqual(50_000);
  expect(numbersOf(tested.take()).names('page')).toBe(0);
});

test.each([
  ['dnt', '1', 0],
  ['dnt', '0', 1],
  ['sec-gpc', '1', 0],
  ['sec-gpc', '?1', 1],
  ['sec-purpose', 'prefetch;prerender', 0],
  ['x-moz', 'prefetch', 0],
])('%s: %s', (name, value, expected) => {
  const tested = counter();
  tested.count(request({ [name]: value }), { kind: 'page', name: '/' });
  tested.searchedInVain(request({ [name]: value }), 'tea');
  const { views } = numbersOf(tested.take());
  expect([views('page'), views('search')]).toEqual([expected, expected]);
});

test('requests count for the day on which they came', () => {
  let now = Date.UTC(2026, 2, 1, 23, 59, 59);
  const tested = counter({ now: () => now });
  for (let at = 0; at < 3; at++) tested.count(request({}), { kind: 'page', name: '/' });
  now += 2_000;
  tested.count(request({}), { kind: 'page', name: '/' });
  const days = tested.take().map((sums) => [sums.day, numbersOf([sums]).views('page')]);
  expect(days).toEqual([
    ['2026-03-01', 3],
    ['2026-03-02', 1],
  ]);
});

test('a reader whose connection is closed at once is the visitor that it was', () => {
  const tested = counter({ forwardedIp: null });
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.2'];
  for (const remoteAddress of addresses) {
    const sent = request({});
    Object.assign(sent.socket, { remoteAddress });
    tested.count(sent, { kind: 'page', name: '/' });
    Object.assign(sent.socket, { remoteAddress: undefined });
  }
  const keys = tested.take().flatMap((sums) => [...sums.sum('page', '/').visitors].map(({ key }) => key));
  expect(keys.map((key) => key.split(' ')[0])).toEqual(['192.0.2.1', '192.0.2.2']);
});

test('a flood is written before its time', () => {
  let isFull = false;
  const tested = counter({
    full: () => {
      isFull = true;
    },
  });
  for (let at = 0; at < 10_000; at++)
    tested.count(request({ 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` }), { kind: 'page', name: '/' });
  expect(isFull).toBe(true);
});
