import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const root = path.join(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'demo/**/*.md', 'src/**/README.md'], { cwd: root });
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const missing = (found: (page: string, text: string) => string[]): string[] =>
  pages.flatMap((page) =>
    found(page, read(page))
      .filter((file) => !existsSync(path.join(root, file)))
      .map((file) => `${page}: ${file}`),
  );

test('links lead to files that exist', () => {
  expect(
    missing((page, text) =>
      [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\((?!\w+:)([^)#\s]+)/g)].map(([, target = '']) =>
        path.join(path.dirname(page), target),
      ),
    ),
  ).toEqual([]);
});

test('the files that how-to.md names exist', () => {
  const named = [
    ...read('docs/development/how-to.md').matchAll(/`((?:src|tests|docs)\/[^`\s]*|\.env\.example)`/g),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, file = '']) => file).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('each decision record is in the list of records', () => {
  const records = readdirSync(path.join(root, 'docs/development/decisions')).filter(
    (name) => name !== 'README.md',
  );
  const list = read('docs/development/decisions/README.md');
  expect(records.filter((name) => !list.includes(`](${name})`))).toEqual([]);
});

/** Examples of an upgrade name a later one. */
test('commands name files of this version, and none before it', () => {
  const compared = (version: string) => version.localeCompare(packageJson.version, 'en', { numeric: true });
  const named = pages.flatMap((page) => [
    ...read(page).matchAll(/not-terrible[-_](\d+\.\d+\.\d+)[\w-]*\.(?:tgz|deb|tar)/g),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(([, version = '']) => compared(version) < 0)).toEqual([]);
});
