import { expect, test } from 'vitest';
import { referrerHost } from './referrers.ts';

test.each([
  ['https://www.Example.org/a?utm_source=b', 'example.org'],
  ['http://news.example.org:8080/', 'news.example.org'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://203.0.113.9/', '203.0.113.9'],
  ['android-app://org.example/', null],
  ['javascript:alert(1)', null],
  ['not a URL', null],
  ['https://localhost:3000/', null],
  ['https://router.local/', null],
  ['http://192.168.1.1/', null],
  ['http://10.0.0.7/', null],
  ['http://[::1]/', null],
  ['http://[fd00::1]/', null],
  [`https://${'a.'.repeat(60)}example/`, null],
  [`https://example.org/${'a'.repeat(3000)}`, null],
])('%s comes from %s', (referrer, host) => {
  expect(referrerHost(referrer)).toBe(host);
});
