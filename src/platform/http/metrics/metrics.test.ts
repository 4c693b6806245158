import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { parseMetrics } from '../../../../tests/support/metrics-text.ts';
import { mayReadMetrics } from './access.ts';
import { aborted, RequestMetrics } from './requests.ts';
import { routeNamer } from './routes.ts';
import { family, mergeFamilies, metricsText } from './text.ts';

const routeOf = routeNamer([]);

const token = 'a-token-of-some-length';

const asks = (remoteAddress: string, headers: Record<string, string>, expected: string | null = null) =>
  mayReadMetrics(
    {
      socket: { remoteAddress },
      headers: { host: 'localhost:3000', ...headers },
    } as unknown as IncomingMessage,
    expected,
  );

test.each(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])('%s is a loopback address', (address) => {
  expect(asks(address, {})).toBe(true);
  expect(asks(address, { host: '[::1]:3000' })).toBe(true);
});

test.each(['10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', '1127.0.0.1', ''])(
  '%s is not a loopback address',
  (address) => {
    expect(asks(address, {})).toBe(false);
    expect(asks(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
  },
);

test('a request through a proxy on this machine is not local, whatever its headers say', () => {
  expect(asks('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
  expect(asks('127.0.0.1', { 'x-forwarded-for': '' })).toBe(false);
  expect(asks('127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(false);
  expect(asks('127.0.0.1', { 'x-real-ip': '127.0.0.1' })).toBe(false);
  expect(asks('127.0.0.1', { via: '1.1 proxy' })).toBe(false);
  expect(asks('127.0.0.1', { host: 'example.org' })).toBe(false);
  expect(asks('127.0.0.1', { host: 'localhost.example.org' })).toBe(false);
});

test('the exact token gives access from any IP address', () => {
  const bearer = (text: string) => ({ authorization: `Bearer ${text}`, host: 'example.org' });
  expect(asks('10.0.0.1', bearer(token), token)).toBe(true);
  expect(asks('10.0.0.1', { ...bearer(token), 'x-forwarded-for': '10.0.0.2' }, token)).toBe(true);
  for (const wrong of [token.slice(1), `${token}x`, token.toUpperCase(), 'null', 'undefined'])
    expect(asks('10.0.0.1', bearer(wrong), token)).toBe(false);
  expect(asks('10.0.0.1', bearer('null'), null)).toBe(false);
  expect(asks('10.0.0.1', { authorization: `Basic ${token}` }, token)).toBe(false);
});

test.each([
  ['/', '/'],
  ['/post/a-walk', '/post/{title}'],
  ['/post/a-walk/more/tag/', '/post/{title}'],
  ['/post', '/post'],
  ['/tag/tea', '/tag/{tag}'],
  ['/tag/tea/feed.xml', '/tag/{tag}/{feed}'],
  ['/filter/travel', '/filter/{category}'],
  ['/admin', '/admin'],
  ['/admin/edit/3', '/admin/{screen}'],
  ['/assets/a.js', '/assets/{file}'],
  ['/webapi/nothing', '/webapi/{unknown}'],
  ['/wp-login.php', 'other'],
  ['/constructor', 'other'],
  ['', 'other'],
])('the route of %s is %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('the number of routes is bounded for arbitrary paths', () => {
  const routes = new Set(Array.from({ length: 5000 }, (_, number) => routeOf(`/${number}/x${number}`)));
  expect([...routes]).toEqual(['other']);
});

test('requests are counted by route, method and status, and their durations in histogram buckets', () => {
  const metrics = new RequestMetrics();
  for (const ms of [0.1, 0.4, 3, 700, 60_000]) metrics.count('/', 'GET', 200, ms);
  metrics.count('/', 'GET', 304, 1);
  metrics.count('/', 'PROPFIND', 405, 1);
  metrics.count('/', 'MKCOL', aborted, 1);
  metrics.rendered(250);
  const { value, families } = parseMetrics(metricsText(metrics.families()));
  const of = (status: string, method = 'GET') =>
    value('blog_http_requests_total', { route: '/', method, status });
  expect([of('200'), of('304'), of('405', 'other'), of('499', 'other')]).toEqual([5, 1, 1, 1]);
  const upTo = (le: string) => value('blog_http_request_seconds_bucket', { route: '/', method: 'GET', le });
  expect([upTo('0.0005'), upTo('0.001'), upTo('0.005'), upTo('1'), upTo('10'), upTo('+Inf')]).toEqual([
    2, 3, 4, 5, 5, 6,
  ]);
  expect(value('blog_http_request_seconds_sum', { route: '/', method: 'GET' })).toBeCloseTo(60.7045);
  expect(value('blog_render_seconds_total')).toBe(0.25);
  expect(families.get('blog_http_request_seconds')?.type).toBe('histogram');
});

test('metrics of several processes have a process label, and label values are escaped', () => {
  const one = [family('gauge', 'blog_x', 'X.', { 'a"b\\c\nd': 1 }, 'kind')];
  const two = [family('gauge', 'blog_x', 'X.', { 'a"b\\c\nd': 2 }, 'kind')];
  const text = metricsText(
    mergeFamilies(
      new Map([
        ['1', one],
        ['2', two],
      ]),
    ),
  );
  const { value } = parseMetrics(text);
  expect(value('blog_x', { process: '1', kind: 'a"b\\c\nd' })).toBe(1);
  expect(value('blog_x', { process: '2', kind: 'a"b\\c\nd' })).toBe(2);
});

test('counting a request takes far less CPU time than the fastest response', () => {
  const metrics = new RequestMetrics();
  const urls = Array.from({ length: 1000 }, (_, number) => `/post/a-walk-by-the-sea-${number}`);
  const round = () => {
    const before = process.cpuUsage();
    for (let index = 0; index < 100_000; index++)
      metrics.count(routeOf(urls[index % 1000] as string), 'GET', 200, 0.05);
    return process.cpuUsage(before).user / 100_000;
  };
  // The best of several runs, in CPU time, because other programs share this machine.
  const microseconds = Math.min(...Array.from({ length: 10 }, round));
  expect(microseconds).toBeLessThan(2);
});
