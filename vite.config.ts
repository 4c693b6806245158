import { globSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type UserConfig } from 'vite';

/** The two builds for browsers: the script of public pages with the islands, and the admin area. */
export type Part = 'site' | 'admin';

/** Shared by all islands and loaded with the first one. */
const reactChunk =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/hydrate-island\.ts$|\/src\/platform\/web\/messages\.ts$/;

/** Votes, comments and lists are one chunk: it compresses better and needs one request. */
const islandsChunk =
  /\/src\/(platform\/(http\/(problem|api\/limits)|web\/(language-names|fetch-|island\.tsx|ui\/(?!scheme|storage)))|core\/([\w/]+\/pages\/(islands\/(card|comment|gallery|post)|(comment|compact|post|responsive)-)|posts\/(lists\/api\/list-url|taxonomy\/rules\/categories|votes\/vote-)))/;

/** The fonts of each type pairing; pages link that of the site. */
const typeSheets = ['serif', 'humanist', 'mono'].map((name) => `src/platform/web/ui/type/${name}.css`);

/** The style sheet of each look; pages link that of the site. */
const lookSheets = globSync('src/core/site/looks/*/look.css');

/** The texts of the admin area in other languages than English. */
const adminLanguages = globSync('src/modules/admin/languages/*.ts');

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
    define: {
      'process.env.NODE_ENV': '"production"',
      // Readers have no developer tools for React; without their code the scripts of islands are smaller.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    },
    build: {
      ...client,
      manifest: '.vite/site.json',
      license: { fileName: '.vite/licenses.md' },
      // As a library: otherwise Vite adds a loader for style sheets, which these scripts don't have.
      lib: { entry: 'src/modules/client/start.ts', formats: ['es'] },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        // Texts are inlined where they are used, so that an island downloads only its own.
        optimization: { inlineConst: { mode: 'all' } },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          minify: true,
          // Licenses are in .vite/licenses.md.
          comments: false,
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
      rolldownOptions: {
        input: ['src/modules/admin/start.tsx', ...adminLanguages, ...typeSheets, ...lookSheets],
        output: {
          // Hashes do not compress, and the style sheet names twenty fonts; four characters tell versions of one font apart.
          assetFileNames: ({ names }) =>
            `assets/[name]-[hash${names[0]?.endsWith('.woff2') ? ':4' : ''}][extname]`,
        },
      },
    },
  },
};

export const buildOf = (part: Part, outDir: string): InlineConfig => ({
  ...parts[part],
  logLevel: 'error',
  configFile: false,
  build: { ...parts[part].build, outDir },
});

/** For development. */
export default defineConfig(common);
