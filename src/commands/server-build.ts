import type { InlineConfig } from 'vite';

/** Packages that few sites need, or seldom: they stay where they are until somebody asks for them. */
const whenNeeded = [/^@simplewebauthn\//, /^@zxcvbn-ts\//];

/**
 * The server with the packages that every site needs, in a few files in place of seven hundred: it starts sooner and takes
 * less memory. Names stay readable, for whoever reads a stack.
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
    // Besides the program, what starts it in a process that wants more of it: the tests run what ships and reach into it.
    rolldownOptions: { input: ['src/main.ts', 'src/server/start.ts'], external: whenNeeded },
  },
  ssr: { noExternal: true },
});
