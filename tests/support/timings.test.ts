import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { add, breakdown, Running, slowest } from './timings.ts';

test('lists the slowest first, up to the given count', () => {
  const timings = [
    { name: 'quick', ms: 10 },
    { name: 'slow', ms: 2_340, note: 'hooks 1.0 s' },
    { name: 'medium', ms: 300 },
  ];
  expect(slowest('Slowest', timings, 2)).toEqual([
    'Slowest:',
    '    2.3 s  slow (hooks 1.0 s)',
    '    0.3 s  medium',
  ]);
  expect(slowest('Slowest', [])).toEqual([]);
});

test('adds up times by name', () => {
  const parts = new Map<string, number>();
  for (const ms of [400, 700]) add(parts, 'imports', ms);
  add(parts, 'hooks', 2_000);
  add(parts, 'nothing', 1);
  expect(breakdown('Time', parts)).toBe('Time: hooks 2.0 s, imports 1.1 s');
});

test('reports tests that run longer than their own limit as hanging', () => {
  let now = 0;
  const running = new Running(() => now);
  running.begin('short', 1_000);
  running.begin('long', 60_000);
  running.begin('done', 1_000);
  running.end('done');
  expect(running.hanging()).toEqual([]);
  now = 1_500;
  expect(String(running)).toBe('short 1.5 s, long 1.5 s');
  expect(running.hanging()).toEqual(['short 1.5 s']);
});

const root = join(import.meta.dirname, '../..');
const endless = (runner: string) =>
  `import { test } from '${runner}';
   test('ends', () => {});
   test('never ends', ${runner === 'vitest' ? '100, ' : ''}() => { ${runner === 'vitest' ? '' : 'test.setTimeout(100);'} for (;;); });`;

/** A nested runner must not inherit the variables that mark it as a worker of this one. */
const withoutRunner = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST_WORKER)/.test(name)));

test.each([
  {
    runner: 'vitest',
    file: 'endless.test.mjs',
    command: ['vitest/vitest.mjs', 'run', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`],
  },
  {
    runner: '@playwright/test',
    file: 'endless.spec.mjs',
    command: [
      '@playwright/test/cli.js',
      'test',
      `--reporter=${join(import.meta.dirname, 'playwright-reporter.ts')}`,
    ],
  },
])(
  'a test that blocks its process is named and ends the run of $runner',
  async ({ runner, file, command }) => {
    await mkdir(join(root, 'test-results'), { recursive: true });
    const folder = await mkdtemp(join(root, 'test-results/endless-'));
    try {
      await writeFile(join(folder, file), endless(runner));
      const [script = '', ...args] = command;
      // By default Playwright skips ignored folders, and clears the output folder that contains this one.
      await writeFile(
        join(folder, 'playwright.config.mjs'),
        "export default { respectGitIgnore: false, outputDir: 'output', timeout: 100 };",
      );
      const { code, output } = await runCommand(
        [process.execPath, join(root, 'node_modules', script), ...args],
        {
          cwd: folder,
          show: 'quiet',
          env: { ...withoutRunner(), TEST_HANGS_AFTER_MS: '4000' },
        },
      );
      expect(output).toMatch(new RegExp(`hangs, and blocks its process: .*${file.replaceAll('.', '\\.')}`));
      expect(code).toBe(1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
