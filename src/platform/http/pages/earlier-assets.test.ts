import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Asset } from './assets.ts';
import { keepAssets, loadEarlierAssets } from './earlier-assets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'assets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const day = 24 * 60 * 60 * 1000;
const begin = Date.parse('2026-01-01T00:00:00Z');

const version = (...names: string[]): Map<string, Asset> =>
  new Map(
    names.map((name) => [
      `/assets/${name}`,
      { type: 'x', plain: Buffer.from(name), br: Buffer.from(`br ${name}`), gzip: null },
    ]),
  );
const earlier = (own: Map<string, Asset>) => [...loadEarlierAssets(folder, own).keys()].sort();

test('a version serves what earlier ones had and it lacks, with type and compressed forms', async () => {
  await keepAssets(folder, version('a-1.js', 'shared-1.css'), begin);
  const next = version('a-2.js', 'shared-1.css');
  const assets = loadEarlierAssets(folder, next);
  expect([...assets.keys()]).toEqual(['/assets/a-1.js']);
  expect(assets.get('/assets/a-1.js')).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    plain: Buffer.from('a-1.js'),
    br: Buffer.from('br a-1.js'),
    gzip: null,
  });
  await keepAssets(folder, next, begin + day);
  expect(earlier(version('a-3.js'))).toEqual(['/assets/a-1.js', '/assets/a-2.js', '/assets/shared-1.css']);
});

test('a version that ran for months is kept for 30 days after its end', async () => {
  await keepAssets(folder, version('old.js'), begin);
  await keepAssets(folder, version('next.js'), begin + 200 * day);
  await keepAssets(folder, version('next.js'), begin + 229 * day);
  expect(earlier(version())).toEqual(['/assets/next.js', '/assets/old.js']);
  await keepAssets(folder, version('next.js'), begin + 231 * day);
  expect(earlier(version())).toEqual(['/assets/next.js']);
});

test('at most three earlier versions are kept', async () => {
  for (let number = 0; number < 6; number++)
    await keepAssets(folder, version(`${number}.js`), begin + number * day);
  expect(earlier(version('5.js'))).toEqual(['/assets/2.js', '/assets/3.js', '/assets/4.js']);
});

test('several processes that start together leave one whole copy, and other files are not served', async () => {
  const own = version('a.js', 'b.js');
  await Promise.all([1, 2, 3].map(() => keepAssets(folder, own, begin)));
  writeFileSync(path.join(folder, 'other.js'), 'other');
  expect(earlier(version())).toEqual(['/assets/a.js', '/assets/b.js']);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});
