import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { affectedTests, changedFiles } from './affected.ts';

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: root });
const write = async (file: string, text: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'not-terrible-affected-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('changed files', () => {
  beforeEach(async () => {
    git('init', '--quiet', '--initial-branch=main');
    await write('old.ts', '1');
    git('add', '.');
    git('commit', '--quiet', '--message=first');
    await write('landed.ts', '1');
    git('add', '.');
    git('commit', '--quiet', '--message=second');
  });

  test('are the committed, uncommitted and untracked files since origin/main', async () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await write('committed.ts', '1');
    git('add', '.');
    git('commit', '--quiet', '--message=third');
    await write('old.ts', '2');
    await write('new.ts', '1');
    expect(changedFiles(root).files).toEqual(['committed.ts', 'new.ts', 'old.ts']);
  });

  test('are those of the last commit when everything is pushed', () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(changedFiles(root)).toEqual({ since: 'HEAD~1', files: ['landed.ts'] });
  });

  test('are the uncommitted ones when there is no origin/main', async () => {
    await write('old.ts', '2');
    expect(changedFiles(root)).toEqual({ since: 'HEAD', files: ['old.ts'] });
  });
});

describe('affected tests', () => {
  const tests = [
    'tests/http/browse.test.ts',
    'tests/http/feeds.test.ts',
    'tests/browser/editor-paste.spec.ts',
    'tests/browser/site-list.spec.ts',
  ];

  const coverage = new Map([
    ['tests/http/feeds.test.ts', new Set(['src/core/posts/store/posts.ts'])],
    ['tests/browser/site-list.spec.ts', new Set(['src/platform/http/pages/pages.ts'])],
  ]);

  test.each([
    ['src/core/posts/store/posts.ts', ['tests/http/browse.test.ts', 'tests/http/feeds.test.ts']],
    ['src/store/posts.test.ts', []],
    ['demo/posts/08-soup.html', ['tests/http/browse.test.ts']],
    [
      'src/content/editor/toolbar/toolbar.tsx',
      ['tests/http/browse.test.ts', 'tests/browser/editor-paste.spec.ts'],
    ],
    ['src/platform/http/pages/pages.ts', ['tests/http/browse.test.ts', 'tests/browser/site-list.spec.ts']],
    ['package-lock.json', tests],
    ['docs/operations.md', []],
  ])('after a change to %s are %j', (file, expected) => {
    expect(affectedTests(root, [file], tests, coverage)).toEqual(expected);
  });

  test('include tests that import a changed helper, directly or indirectly, and changed tests', async () => {
    await write('tests/http/feeds.test.ts', "import { a } from '../support/a.ts';");
    await write('tests/support/a.ts', "import { b } from './b.ts';");
    await write('tests/support/b.ts', "import { a } from './a.ts';");
    expect(affectedTests(root, ['tests/support/b.ts'], tests, coverage)).toEqual([
      'tests/http/feeds.test.ts',
    ]);
    expect(affectedTests(root, ['tests/http/feeds.test.ts'], tests, coverage)).toEqual([
      'tests/http/feeds.test.ts',
    ]);
  });
});
