import type { InlineConfig, Plugin, Rolldown } from 'vite';

/** Packages that are rarely used stay in node_modules and are loaded on demand. */
const external = [/^@simplewebauthn\//, /^@zxcvbn-ts\//, 'css-tree'];

/**
 * Files that are started by their path: by npm scripts and the launcher, as child processes (`run-jobs`), as worker threads, and
 * `start.ts` and `run-queue.ts` by tests, which run the built server and its jobs in their own process.
 */
const programs = [
  'src/main.ts',
  'src/commands/cli.ts',
  'src/server/start.ts',
  'src/server/run-jobs.ts',
  'src/server/run-queue.ts',
  'src/platform/db/inspect-worker.ts',
  'src/features/webmention/reading/source-worker.ts',
];

/** Files and folders of `src` that `resourceFile` finds at run time. */
export const resources = ['core/images/social-cards/fonts', 'platform/web/ui/icon.svg'];

/** The chunk with the imports of all jobs, which run in processes of their own. */
const jobsChunk = 'job-kinds';

/** Lists the chunks that a server may load after its start, for `keep-chunks.ts`. */
const listOnDemand: Plugin = {
  name: 'list-on-demand',
  generateBundle(_, bundle) {
    const reach = (names: string[], next: (chunk: Rolldown.OutputChunk) => string[]) => {
      const found = new Set<string>();
      const collect = (name: string) => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || found.has(name)) return;
        found.add(name);
        next(chunk).forEach(collect);
      };
      names.forEach(collect);
      return found;
    };
    const all = reach(['main.js'], ({ name, imports, dynamicImports }) =>
      name === jobsChunk ? imports : [...imports, ...dynamicImports],
    );
    const atStart = reach(['start.js'], ({ imports }) => imports);
    const source = JSON.stringify([...all.difference(atStart)].sort());
    this.emitFile({ type: 'asset', fileName: 'on-demand.json', source });
  },
};

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
    rolldownOptions: {
      input: programs,
      external,
      output: {
        codeSplitting: { groups: [{ name: jobsChunk, test: /\/src\/(core|features)\/\w+\/jobs\.ts$/ }] },
      },
    },
  },
  plugins: [listOnDemand],
  ssr: { noExternal: true },
});
