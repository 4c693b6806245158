import { globSync } from 'node:fs';
import path from 'node:path';
import { serialize } from 'node:v8';
import { deflateRawSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin, Rolldown } from 'vite';

/** Packages that are rarely used stay in node_modules and are loaded on demand. */
const external = [/^@simplewebauthn\//, /^@zxcvbn-ts\//, 'css-tree'];

/**
 * Files that are started by their path: by npm scripts and the launcher, as child processes (`run-jobs`), as worker threads, and
 * `start.ts` and `run-queue.ts` by tests, which run the built server and its jobs in their own process. The server imports the
 * pages by their path as well.
 */
const pages = 'modules/entry-server.tsx';
const threads = globSync('src/**/*-worker.ts').sort();
const programs = [
  `src/${pages}`,
  'src/main.ts',
  'src/commands/cli.ts',
  'src/server/start.ts',
  'src/server/run-jobs.ts',
  'src/server/run-queue.ts',
  ...threads,
];

/** Files and folders of `src` that `resourceFile` finds at run time. */
export const resources = ['core/images/social-cards/fonts', 'platform/web/ui/icon.svg'];

/** The chunk with the imports of all jobs, which run in processes of their own. */
const jobsChunk = 'job-kinds';
const jobKinds = /\/src\/(core|features)\/\w+\/jobs\.ts$/;

/** The programs that load modules of the server; `early` is what they load before they enable the compile cache. */
const loadedBy = {
  early: [
    'commands/cli.ts',
    'config.ts',
    'platform/log/console.ts',
    'platform/process/free-port.ts',
    'platform/process/package-root.ts',
  ],
  jobs: ['server/run-jobs.ts'],
  threads: threads.map((file) => path.relative('src', file)),
};

/**
 * Names the chunk of a module that every server loads, after the programs that load it too. Each file costs a millisecond of the
 * start, so what always loads together is in one; no program loads more than it needs. Chunks import each other in one direction
 * only: what imports the list of jobs is apart from what jobs import. Modules of the pages alone are in one chunk, islands included.
 * Other modules that are loaded on demand have chunks of their own.
 */
function chunkNames(): Rolldown.CodeSplittingNameFunction {
  const found = new Map<string, Set<string>>();
  const reach = (name: string, from: () => Iterable<string>, next: (id: string) => readonly string[]) => {
    const known = found.get(name);
    if (known) return known;
    const reached = new Set<string>();
    const visit = (id: string) => {
      if (reached.has(id)) return;
      reached.add(id);
      next(id).forEach(visit);
    };
    for (const id of from()) visit(id);
    found.set(name, reached);
    return reached;
  };
  return (id, context) => {
    const loaded = (name: string, files: readonly string[]) =>
      reach(
        name,
        () => files.map((file) => path.resolve('src', file)),
        (each) => context.getModuleInfo(each)?.importedIds ?? [],
      );
    const server = loaded('server', ['server/start.ts']);
    if (!server.has(id)) {
      const evenLater = (each: string) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(each) ?? {};
        return [...importedIds, ...dynamicallyImportedIds];
      };
      const [ofPages, ofOthers] = [programs.slice(0, 1), programs.slice(1)].map((files, index) =>
        reach(`later ${index}`, () => files.map((file) => path.resolve(file)), evenLater),
      );
      return ofPages?.has(id) && !ofOthers?.has(id) ? 'pages' : null;
    }
    if (jobKinds.test(id)) return jobsChunk;
    const aboveJobs = reach(
      'above jobs',
      () => [...server].filter((each) => jobKinds.test(each)),
      (each) => context.getModuleInfo(each)?.importers ?? [],
    );
    const others = Object.entries(loadedBy).filter(([name, files]) => loaded(name, files).has(id));
    return [aboveJobs.has(id) ? 'start' : 'server', ...others.map(([name]) => name)].join('-');
  };
}

/** The server renders the navigation of the admin area, but never a screen. */
const withoutScreens: Plugin = {
  name: 'without-screens',
  resolveDynamicImport: (_, importer) => (importer?.endsWith('/admin/module.ts') ? false : null),
};

/** Packs the chunks that a server may load after its start, for `keep-chunks.ts`. */
const packOnDemand: Plugin = {
  name: 'pack-on-demand',
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
    const packed = new Map<string, Uint8Array>();
    for (const name of [...all.difference(atStart)].sort()) {
      const chunk = bundle[name];
      if (chunk?.type === 'chunk') packed.set(name, deflateRawSync(chunk.code));
    }
    this.emitFile({ type: 'asset', fileName: 'on-demand.bin', source: serialize(packed) });
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
  // Otherwise a server without NODE_ENV renders with React's development build, at half the speed.
  define: { 'process.env.NODE_ENV': '"production"' },
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
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunkNames() }],
        },
      },
    },
  },
  plugins: [react(), withoutScreens, packOnDemand],
  ssr: { noExternal: true },
});
