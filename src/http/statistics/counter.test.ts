import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Days } from '../../blog/statistics/days.ts';
import type { Sums } from '../../blog/statistics/sums.ts';
import { namesPerDayMax, otherNames } from '../../contract/statistics.ts';
import { RequestCounter } from './counter.ts';

const counter = () =>
  new RequestCounter({
    days: new Days('UTC'),
    now: () => Date.UTC(2026, 2, 1),
    siteUrl: () => 'https://blog.example.org',
    forwardedIp: (_, header) => header,
    full: () => {},
  });

const request = (headers: Record<string, string>): IncomingMessage =>
  ({
    method: 'GET',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    rawHeaders: Object.entries({
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Accept-Language': 'en',
      ...headers,
    }).flat(),
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

test('100,000 different paths, referrers, searches, user agents and addresses take bounded memory', {
  timeout: 60_000,
}, () => {
  const tested = counter();
  const many = 100_000;
  for (let at = 0; at < many; at++) {
    const sent = request({
      'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${at}.0) Gecko/20100101 Firefox/${at}.0`,
      'X-Forwarded-For': `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`,
      Referer: `https://site-${at}.example.com/`,
    });
    tested.count(sent, { kind: 'page', name: `/${at}` });
    tested.count(sent, { kind: 'missing', name: `/missing-${at}` });
    tested.count(sent, { kind: 'feed', name: `/feed-${at}.xml` });
    tested.searchedInVain(sent, `words ${at}`);
  }
  const { names, views, pairs } = numbersOf(tested.take());
  for (const kind of ['page', 'referrer', 'missing', 'feed', 'search']) {
    expect(names(kind)).toBe(namesPerDayMax + 1);
    expect(views(kind)).toBe(many);
    expect(views(kind, otherNames)).toBe(many - namesPerDayMax);
  }
  expect(views('site')).toBe(many);
  expect(pairs).toBeLessThanOrEqual(50_000);
  expect(numbersOf(tested.take()).names('page')).toBe(0);
});

test.each([
  ['DNT', '1', 0],
  ['dnt', '1', 0],
  ['DNT', '0', 1],
  ['Sec-GPC', '1', 0],
  ['sec-gpc', '1', 0],
  ['SEC-GPC', '1', 0],
  ['Sec-GPC', '?1', 1],
  ['Sec-Purpose', 'prefetch;prerender', 0],
  ['X-Moz', 'prefetch', 0],
])('%s: %s', (name, value, expected) => {
  const tested = counter();
  tested.count(request({ [name]: value }), { kind: 'page', name: '/' });
  tested.searchedInVain(request({ [name]: value }), 'tea');
  const { views } = numbersOf(tested.take());
  expect([views('page'), views('search')]).toEqual([expected, expected]);
});
