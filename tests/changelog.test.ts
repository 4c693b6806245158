import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const root = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const changelog = read('CHANGELOG.md');
const headings = changelog.split('\n').filter((line) => line.startsWith('## '));

test('the change log begins with the version of package.json', () => {
  expect(headings[0]).toMatch(/^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
  expect(headings[0]).toContain(`## ${packageJson.version} (`);
});

test('each version has a number and a date, newest first', () => {
  const versions = headings.map(
    (line) => /^## (\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(line)?.slice(1) ?? [line],
  );
  const key = ([major, minor, patch, date]: string[]) =>
    [date, ...[major, minor, patch].map((part) => part?.padStart(6, '0'))].join();
  expect(versions.filter(({ length }) => length !== 4)).toEqual([]);
  expect(versions.map(key)).toEqual([...new Set(versions.map(key))].sort().reverse());
});

test('it says what to do when upgrading, and links to pages that exist', () => {
  const [, newest = ''] = changelog.split(/^## /m);
  expect(newest).toContain('### What is new for you\n');
  expect(newest).toContain('### When you upgrade\n');
  for (const [, page = ''] of changelog.matchAll(/\]\((docs\/[^)#]+)/g))
    expect(existsSync(path.join(root, page)), page).toBe(true);
});

/** Examples of an upgrade name a later one. */
test('commands of the documentation name files of this version, and none before it', () => {
  const compared = (version: string) => version.localeCompare(packageJson.version, 'en', { numeric: true });
  for (const page of ['README.md', ...globSync('docs/*.md', { cwd: root })]) {
    const files = read(page).matchAll(/not-terrible[-_](\d+\.\d+\.\d+)[\w-]*\.(?:tgz|deb|tar)/g);
    for (const [file, version = ''] of files)
      expect(compared(version), `${file} in ${page}`).toBeGreaterThanOrEqual(0);
  }
});
