import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));

/** Modules that a file imports, as paths in the repository or names of packages. Types alone cost nothing at run time. */
function importsOf(file: string, { types }: { types: boolean }): string[] {
  const code = readFileSync(path.join(root, file), 'utf8');
  return [
    ...code.matchAll(/^(?:import|export)\b(?<type> type\b)?(?:[^'"`;]*? from)? ?['"](?<name>[^'"]+)['"]/gm),
  ]
    .concat([...code.matchAll(/\bimport\((?<name>['"][^'"]+['"])\)/g)])
    .filter(({ groups }) => types || !groups?.type)
    .map(({ groups }) => (groups?.name ?? '').replaceAll(/['"]/g, ''))
    .map((name) => (name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name));
}

test('src runs without tests, tools and the demo', () => {
  const outside = sources
    .filter((file) => file !== 'src/commands/demo.ts')
    .filter((file) => importsOf(file, { types: true }).some((name) => /^(demo|tests|tools)\//.test(name)));
  expect(outside).toEqual([]);
});

test('handlers of requests contain no SQL', () => {
  const handlers = sources.filter((file) => /\/routes(\/|\.ts$)/.test(file));
  expect(handlers.length).toBeGreaterThan(10);
  const reading = handlers.filter((file) =>
    importsOf(file, { types: true }).some((name) => name === 'kysely' || /\/store(\/|\.ts$)/.test(name)),
  );
  expect(reading).toEqual([]);
});

test('rules are pure: what they need are arguments', () => {
  const rules = sources.filter((file) => /\/rules(\/|\.ts$)/.test(file));
  expect(rules.length).toBeGreaterThan(20);
  const impure =
    /^(kysely|node:(?!net$).*)$|\/(store|routes|pages|admin)(\/|\.ts$)|\/(db|jobs|outgoing|log)\/|\/blog\.ts$/;
  expect(rules.filter((file) => importsOf(file, { types: true }).some((name) => impure.test(name)))).toEqual(
    [],
  );
});

test('stores are SQL: decisions belong to what calls them', () => {
  const stores = sources.filter((file) => /\/store(\/|\.ts$)/.test(file));
  expect(stores.length).toBeGreaterThan(50);
  const plain =
    /^(kysely|node:(crypto|timers\/promises))$|\/(store|api|rules|db|files)(\/|\.ts$)|\/(counted|tables|schedule|text)\.ts$/;
  const imported = stores.flatMap((file) =>
    importsOf(file, { types: false })
      .filter((name) => !plain.test(name))
      .map((name) => `${file} imports ${name}`),
  );
  expect(imported).toEqual([]);
});

/** What the browser loads: nothing of it may need the server, or secrets and megabytes would be in its scripts. */
test('scripts of pages and of the admin area reach nothing that needs Node or a database', () => {
  const reached = new Map<string, string>();
  const visit = (file: string, from: string) => {
    if (reached.has(file)) return;
    reached.set(file, from);
    if (/^src\/.*\.tsx?$/.test(file) && existsSync(path.join(root, file)))
      for (const name of importsOf(file, { types: false })) visit(name, file);
  };
  for (const entry of ['src/modules/client/start.ts', 'src/modules/admin/start.tsx']) visit(entry, '');
  expect(reached.size).toBeGreaterThan(300);
  const forServer = [...reached].filter(([name]) =>
    /^node:|^kysely$|\/store(\/|\.ts$)|^src\/platform\/(db|files|jobs)\//.test(name),
  );
  expect(forServer.map(([name, from]) => `${from} imports ${name}`)).toEqual([]);
});
