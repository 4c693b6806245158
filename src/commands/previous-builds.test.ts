import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadAssets } from '../http/pages/assets.ts';
import { keepPreviousBuilds } from './previous-builds.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-builds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const day = 24 * 60 * 60 * 1000;
const begin = Date.parse('2026-01-01T00:00:00Z');
const dist = path.join(folder, 'dist');

/** Makes a build with these files and replaces the previous one, as `npm run build` does. */
function build(time: number, files: Record<string, string>): void {
  const fresh = path.join(folder, 'fresh');
  mkdirSync(path.join(fresh, 'client/assets'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(fresh, 'client/assets', name), text);
  writeFileSync(path.join(fresh, 'built'), '');
  utimesSync(path.join(fresh, 'built'), time / 1000, time / 1000);
  keepPreviousBuilds(dist, fresh, time);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(fresh)) writeMoved(path.join(fresh, name), path.join(dist, name));
  rmSync(fresh, { recursive: true });
}
const writeMoved = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
const served = () => [...loadAssets(path.join(dist, 'client')).keys()].sort();

test('serves the files of the latest builds only', () => {
  build(begin, { 'a-1.js': 'one', 'a-1.js.br': 'packed', 'same-0.woff2': 'font' });
  expect(served()).toEqual(['/assets/a-1.js', '/assets/same-0.woff2']);
  build(begin + day, { 'a-2.js': 'two', 'same-0.woff2': 'font' });
  const assets = loadAssets(path.join(dist, 'client'));
  expect(served()).toEqual(['/assets/a-1.js', '/assets/a-2.js', '/assets/same-0.woff2']);
  expect(assets.get('/assets/a-1.js')?.plain.toString()).toBe('one');
  expect(assets.get('/assets/a-1.js')?.br?.toString()).toBe('packed');
  for (const number of [3, 4, 5]) build(begin + number * day, { [`a-${number}.js`]: '' });
  expect(served()).toEqual([
    '/assets/a-2.js',
    '/assets/a-3.js',
    '/assets/a-4.js',
    '/assets/a-5.js',
    '/assets/same-0.woff2',
  ]);
  build(begin + 34 * day, { 'a-6.js': '' });
  expect(served()).toEqual(['/assets/a-5.js', '/assets/a-6.js']);
});

test('prefers a file of the current build to that of a previous one', () => {
  build(begin + 35 * day, { 'a-5.js': 'today' });
  expect(loadAssets(path.join(dist, 'client')).get('/assets/a-5.js')?.plain.toString()).toBe('today');
});
