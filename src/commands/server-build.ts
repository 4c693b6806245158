import type { InlineConfig } from 'vite';

/** Packages that are rarely used stay in node_modules and are loaded on demand. */
const external = [/^@simplewebauthn\//, /^@zxcvbn-ts\//, 'css-tree'];

/**
 * Files that are started by their path: by npm scripts and the launcher, as child processes (`run-jobs`), as worker threads, and
 * `start.ts` by tests, which run the built server in their own process.
 */
const programs = [
  'src/main.ts',
  'src/commands/cli.ts',
  'src/server/start.ts',
  'src/server/run-jobs.ts',
  'src/db/inspect-worker.ts',
  'src/webmention/source-worker.ts',
];

/** Files and folders of `src` that `resourceFile` finds at run time. */
export const resources = ['media/fonts', 'web/ui/icon.svg'];

/**
 * Bundles the server with the packages that every site needs, because a few files load faster and take less memory than
 * seven hundred. It is not minified, so that stack traces stay readable.
 */
export const serverBuild = (outDir: string): InlineConfig => ({
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node26',
    // For `npm test -- record`, which finds out what tests call.
    sourcemap: process.env.BUILD_SOURCE_MAPS === '1',
    rolldownOptions: { input: programs, external },
  },
  ssr: { noExternal: true },
});
