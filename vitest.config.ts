import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { deepFiles } from './tests/support/groups.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

type Options = { exclude?: string[]; env?: Record<string, string>; retry?: number };

const project = (name: string, include: string[], { exclude = [], env = {}, retry = 0 }: Options = {}) => ({
  test: {
    name,
    include,
    exclude,
    env,
    retry,
    isolate: false,
    setupFiles: 'tests/support/file-boundary.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow; what is there earlier ends the wait.
    expect: { poll: { timeout: 30_000 } },
    // The built server runs as it is.
    server: { deps: { external: [/\/dist\/server\//] } },
  },
});

const fast = { exclude: [deepFiles] };
const http = ['tests/{http,hostile,faults}/**/*.test.ts'];
/** Tests of a deep group run in full size, and on both databases. */
const deep = { env: { TEST_SIZE: 'full', TEST_DATABASES: 'sqlite,postgres' } };

const testFiles = globSync(['tests/http/**/*.test.ts', 'src/**/*.test.ts'], { exclude: [deepFiles] });
const containing = (...calls: string[]) =>
  testFiles.filter((file) => calls.some((call) => readFileSync(file, 'utf8').includes(call)));
/** The tests that `npm test` runs on SQLite only. */
const onPostgres = containing('onEachDatabase(');

export default defineConfig({
  test: {
    allowOnly: false,
    // The report at the end names the slowest; those in between would hide what fails.
    slowTestThreshold: 5_000,
    // Many tests wait more than they compute.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/run-setup.ts',
    projects: [
      project('checks', ['tests/*.test.ts'], fast),
      project('unit', ['src/**/*.test.{ts,tsx}', 'demo/*.test.ts', 'tests/support/**/*.test.ts'], fast),
      project('http', http, fast),
      // Real processes and databases on a busy machine: one second try, which the run names.
      project('postgres', [...onPostgres, '**/*.postgres.test.ts'], {
        env: { TEST_DATABASES: 'postgres' },
        retry: 1,
      }),
      project('processes', ['**/*.processes.test.ts'], { ...deep, retry: 1 }),
      project('scale', ['**/*.scale.test.ts'], deep),
      project('counterparts', ['**/*.counterparts.test.ts'], deep),
      project(
        'hostile',
        [
          'tests/hostile/**/*.test.ts',
          '**/*.hostile.test.ts',
          ...containing('fc.assert(', 'support/size.ts'),
        ],
        deep,
      ),
      project('faults', ['tests/faults/**/*.test.ts', '**/*.faults.test.ts'], deep),
      project('install', ['tests/install/**/*.test.ts']),
    ],
  },
});
