import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Chunk = { file: string; css?: string[]; imports?: string[] };

const folder = path.join(import.meta.dirname, '../../dist/client');
const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** What the browser fetches for these modules: their files, their styles and all that they import. */
function filesOf(...modules: string[]): Set<string> {
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

const ofReaders = filesOf('src/web/start-client.ts', 'src/web/entry-client.tsx');
const kilobyte = 1024;

test('what a reader downloads stays small', () => {
  const only = (ending: string) => [...ofReaders].filter((file) => file.endsWith(ending));
  expect(weigh(only('.js'), '.br')).toBeLessThan(90 * kilobyte);
  expect(weigh(only('.css'), '.br')).toBeLessThan(10 * kilobyte);
});

test('what comes with the content is one small script', () => {
  const first = filesOf('src/web/start-client.ts');
  expect(first.size).toBe(1);
  expect(weigh(first, '.br')).toBeLessThan(kilobyte);
});

test('what passkeys need is fetched by whoever signs in, and by nobody else', () => {
  const added = filesOf('src/web/site/login/passkey-button.tsx').difference(ofReaders);
  expect(weigh(added, '.br')).toBeGreaterThan(kilobyte);
  expect(weigh(added, '.br')).toBeLessThan(5 * kilobyte);
});

test('what the post form adds to that stays small', () => {
  const ofForm = filesOf(
    'src/web/admin/layout.tsx',
    'src/web/admin/post-form.tsx',
    'src/web/editor/editor.tsx',
  );
  const added = ofForm.difference(ofReaders);
  expect(added.size).toBeGreaterThan(3);
  expect(weigh(added, '.gz')).toBeLessThan(150 * kilobyte);
});
