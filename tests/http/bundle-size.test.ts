import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Chunk = { file: string; css?: string[]; imports?: string[] };

const folder = path.join(import.meta.dirname, '../../dist/client');

/** The files that the browser loads for these modules, with their styles and imports. */
function filesOf(part: 'site' | 'admin', ...modules: string[]): Set<string> {
  const text = readFileSync(path.join(folder, `.vite/${part}.json`), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const files = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (files.has(chunk.file)) return;
    for (const name of [chunk.file, ...(chunk.css ?? [])]) files.add(name);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  for (const module of modules) collect(module);
  return files;
}

const weigh = (files: Iterable<string>, form: '.br' | '.gz'): number =>
  [...files].reduce((sum, file) => sum + statSync(path.join(folder, file + form)).size, 0);

const kilobyte = 1024;
const withPage = filesOf('site', 'src/modules/client/start.ts');

test('a public page loads one script of less than 5 KB', () => {
  expect(withPage.size).toBe(1);
  expect(weigh(withPage, '.br')).toBeLessThan(5 * kilobyte);
});

test('the style sheet has at most 10 KB', () => {
  const styles = [...filesOf('admin', 'src/modules/styles.css')];
  expect(styles).toHaveLength(1);
  expect(weigh(styles, '.br')).toBeLessThanOrEqual(10 * kilobyte);
});

test('the passkey script is a separate chunk', () => {
  const added = filesOf('site', 'src/core/accounts/pages/islands/passkey-button.tsx').difference(
    filesOf('site', 'src/core/accounts/pages/islands/login.tsx'),
  );
  expect(weigh(added, '.br')).toBeGreaterThan(kilobyte);
  expect(weigh(added, '.br')).toBeLessThan(5 * kilobyte);
});

const adminFrame = filesOf('admin', 'src/modules/admin/start.tsx');

test('the first screen of the admin area loads scripts of at most 120 KB', () => {
  const first = filesOf(
    'admin',
    'src/modules/admin/start.tsx',
    'src/core/writing/admin/posts/posts-screen.tsx',
    'src/features/social/admin/tweet.tsx',
    'src/features/statistics/admin/sparklines.tsx',
  );
  const scripts = [...first].filter((file) => file.endsWith('.js'));
  expect(weigh(scripts, '.br')).toBeLessThanOrEqual(120 * kilobyte);
});

// Constant texts are made when the code that has them is evaluated: it must not be what the script of a language imports.
test('a language is provided before the code of the admin area runs', () => {
  const before = filesOf('admin', 'src/modules/admin/languages/de.ts').intersection(adminFrame);
  expect(weigh(before, '.br')).toBeLessThan(8 * kilobyte);
});

const form = filesOf('admin', 'src/core/writing/admin/post-form.tsx').difference(adminFrame);
const editor = filesOf('admin', 'src/content/editor/editor.tsx').difference(adminFrame).difference(form);

// The field for short texts shares most of it: as two chunks it compresses less well than as one.
test('the editor adds less than 160 KB', () => {
  expect(editor.size).toBeGreaterThan(1);
  expect(weigh(editor, '.br')).toBeLessThan(160 * kilobyte);
});

test('the post form around the editor adds less than 35 KB', () => {
  expect(weigh(form, '.br')).toBeGreaterThan(kilobyte);
  expect(weigh(form, '.br')).toBeLessThan(35 * kilobyte);
});

test.each([
  ['formulas', /\/temml[^/]*$/, 70],
  ['highlighting', /\/lowlight\//, 80],
])('the code of %s is loaded only by posts that need it', (_name, module, most) => {
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/admin.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const key = Object.keys(manifest).find((name) => module.test(name));
  if (!key) throw new Error('The build has no such chunk.');
  const added = filesOf('admin', key).difference(adminFrame).difference(form).difference(editor);
  expect(weigh(added, '.br')).toBeGreaterThan(20 * kilobyte);
  expect(weigh(added, '.br')).toBeLessThan(most * kilobyte);
});

test('the parser for Markdown is a separate chunk', () => {
  const added = filesOf('admin', 'src/content/editor/markdown-view.tsx').difference(
    filesOf('admin', 'src/content/editor/editor.tsx'),
  );
  expect(weigh(added, '.br')).toBeGreaterThan(20 * kilobyte);
  expect(weigh(added, '.br')).toBeLessThan(60 * kilobyte);
});
