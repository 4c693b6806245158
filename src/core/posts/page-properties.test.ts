import { expect, test } from 'vitest';
import { PageTable } from '../../platform/http/pages/page-properties.ts';
import { writing } from '../writing/module.ts';
import { postPages } from './page-properties.ts';

const table = new PageTable([{ pages: postPages }, writing]);

test.each([
  ['/', '/'],
  ['/?utm_source=x&fbclid=y', '/'],
  ['/tag/a?view=compact&show=15', '/tag/a?show=15&view=compact'],
  ['/?view=other&show=%26view%3Dx', '/'],
  ['/?show=1', '/'],
  ['/?show=15x', '/?show=15'],
  ['/?show=50', '/?show=50'],
  ['/?show=99999999', '/?show=50'],
  ['/?show=7', null],
  ['/?from=49&show=10', '/?show=10'],
  ['/tag/a?show=10&from=120', '/tag/a?from=100&show=10'],
  [`/tag/${'x'.repeat(100)}`, `/tag/${'x'.repeat(100)}`],
  [`/tag/${'x'.repeat(101)}`, null],
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
] as const)('%s is cached as %s', (url, address) => {
  expect(table.cacheKey(new URL(url, 'http://localhost'))).toBe(address);
});
