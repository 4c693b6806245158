import type { InlineConfig } from 'vite';

/** Packages that are rarely used stay in node_modules and are loaded on demand. */
const external = [/^@simplewebauthn\//, /^@zxcvbn-ts\//, 'css-tree'];

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
    // start.ts is an entry of its own for tests, which run the built server in their own process; run-jobs.ts is the program of
    // the child process that runs jobs.
    rolldownOptions: { input: ['src/main.ts', 'src/server/start.ts', 'src/server/run-jobs.ts'], external },
  },
  ssr: { noExternal: true },
});
