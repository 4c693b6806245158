import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], retry = 0) => ({
  test: {
    name,
    include,
    retry,
    isolate: false,
    setupFiles: 'tests/support/file-boundary.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The built server runs as it is.
    server: { deps: { external: [/\/dist\/server\//] } },
  },
});

export default defineConfig({
  test: {
    allowOnly: false,
    // The report at the end names the slowest; those in between would hide what fails.
    slowTestThreshold: 5_000,
    // Many tests wait more than they compute.
    maxWorkers: availableParallelism() * 2,
    globalSetup: 'tests/support/run-setup.ts',
    projects: [
      project('checks', ['tests/*.test.ts']),
      project('unit', ['src/**/*.test.{ts,tsx}', 'demo/*.test.ts', 'tests/support/**/*.test.ts']),
      // Real processes, sockets and databases on a busy machine: one second try, named by the run.
      project(
        'http',
        [
          'tests/http/**/*.test.ts',
          'tests/hostile/**/!(*.whole).test.ts',
          'tests/faults/**/!(*.whole).test.ts',
        ],
        1,
      ),
      project('hostile', ['tests/hostile/**/*.test.ts']),
      project('faults', ['tests/faults/**/*.test.ts']),
      project('install', ['tests/install/**/*.test.ts']),
    ],
  },
});
