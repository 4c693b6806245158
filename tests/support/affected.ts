import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Coverage } from './coverage.ts';

/** Files, relative to the root, that changed since the fork from origin/main; on main itself, since the commit before. */
export function changedFiles(root: string): { since: string; files: string[] } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const since = base(git);
  const list = [
    git('diff', '--name-only', '--no-renames', since),
    git('ls-files', '--others', '--exclude-standard'),
  ];
  return { since, files: [...new Set(list.join('\n').split('\n').filter(Boolean))].sort() };
}

function base(git: (...args: string[]) => string): string {
  try {
    const fork = git('merge-base', 'HEAD', 'origin/main');
    // Everything is pushed already, so compare with the previous commit.
    return fork === git('rev-parse', 'HEAD') && git('status', '--porcelain') === '' ? 'HEAD~1' : fork;
  } catch {
    return 'HEAD';
  }
}

/** Browser tests of what runs in browsers, which the recorded coverage does not show. */
const reach: { sources: RegExp; tests: RegExp }[] = [
  { sources: /^src\/content\/editor\//, tests: /^tests\/browser\/(editor|writing|site-hostile)/ },
  {
    sources: /^src\/(.+\/admin\/|modules\/admin)/,
    tests: /^tests\/browser\/(admin|editor|new-|sign-in|unsaved|writing)/,
  },
  {
    sources: /^src\/((core|features)\/.+\/pages(\/|\.)|platform\/web\/|modules\/)/,
    tests: /^tests\/browser\/(?!admin|editor)/,
  },
];

/** Run after every change: reading, writing, commenting and signing in. */
const smoke = /^tests\/http\/(browse|api-posts|api-comments|api-sign-in)\.test\.ts$/;
const everything = /^(package-lock\.json|vite\.config\.ts|src\/(main|config)\.ts)$/;

/** Those of the tests against the built server that a change can affect. */
export function affectedTests(
  root: string,
  changed: readonly string[],
  tests: readonly string[],
  coverage: Coverage,
): string[] {
  const sources = changed.filter((file) => !/\.test\.tsx?$/.test(file));
  if (sources.some((file) => everything.test(file))) return [...tests];
  const isCode = sources.some((file) => /^(src|demo|tools)\//.test(file));
  const reached = reach.filter(({ sources: pattern }) => sources.some((file) => pattern.test(file)));
  return tests.filter((test) => {
    if (reached.some(({ tests: pattern }) => pattern.test(test)) || (isCode && smoke.test(test))) return true;
    if (sources.some((file) => coverage.get(test)?.has(file))) return true;
    const imported = importsOf(root, test);
    return changed.some((file) => imported.has(file));
  });
}

/** A test with its direct and indirect imports within tests/. Imports of src are not followed: they lead to most of it. */
function importsOf(root: string, test: string): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file) || !file.startsWith('tests/') || !existsSync(join(root, file))) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g))
      visit(relative(root, join(root, dirname(file), name)));
  };
  visit(test);
  return found;
}
