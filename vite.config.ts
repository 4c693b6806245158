import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type UserConfig } from 'vite';

/** What is built: the script of public pages with the islands, the admin area, and what renders pages on the server. */
export type Part = 'site' | 'admin' | 'server';

/** Shared by all islands and loaded with the first of them. */
const reactChunk = /\/node_modules\/(react|react-dom|scheduler)\/|\/hydrate-island\.ts$/;

/** Votes, comments and lists are one file: together they compress better than apart, and one request is enough. */
const islandsChunk =
  /\/src\/(contract\/(errors|limits|list-address)|rules\/categories|web\/(fetch-|ui\/|site\/(island\.tsx|islands\/(card|comment|gallery|load|post|vote)|(comment|compact|post)-)))/;

const common: UserConfig = {
  plugins: [react()],
  appType: 'custom',
  publicDir: false,
};

const client: UserConfig['build'] = {
  target: 'es2023',
  assetsInlineLimit: 0,
  modulePreload: false,
  emptyOutDir: false,
};

const parts: Record<Part, UserConfig> = {
  site: {
    ...common,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...client,
      manifest: '.vite/site.json',
      // As a library, because Vite would otherwise add a loader for style sheets, which these scripts have none of.
      lib: { entry: 'src/web/site/client/start.ts', formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          minify: true,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              { name: 'react', test: reactChunk },
              { name: 'islands', test: islandsChunk },
            ],
          },
        },
      },
    },
  },
  admin: {
    ...common,
    build: {
      ...client,
      manifest: '.vite/admin.json',
      rolldownOptions: { input: 'src/web/admin/start.tsx' },
    },
  },
  server: {
    ...common,
    // Without it a server that is started without NODE_ENV would render with React's development version, at half the speed.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2023',
      ssr: true,
      // One file, all of it in memory from the start: a new build beside a running server changes nothing for it.
      rolldownOptions: { input: 'src/web/entry-server.tsx', output: { codeSplitting: false } },
    },
    // React starts faster from the one file and cannot be loaded twice.
    ssr: { noExternal: true },
  },
};

/** The configuration of a part, to be put into this folder. */
export const buildOf = (part: Part, outDir: string): InlineConfig => ({
  ...parts[part],
  logLevel: 'error',
  configFile: false,
  build: { ...parts[part].build, outDir },
});

/** For development. */
export default defineConfig(common);
