import { globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type Plugin, type UserConfig } from 'vite';

/** The two builds for browsers: the script of public pages with the islands, and the admin area. */
export type Part = 'site' | 'admin';

/** Shared by all islands and loaded with the first one. */
const reactChunk =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/hydrate-island\.ts$|\/src\/platform\/web\/messages\.ts$/;

/** Votes, comments and lists are one chunk: it compresses better and needs one request. */
const islandsChunk =
  /\/src\/(platform\/(http\/(problem|api\/limits)|web\/(language-names|fetch-|island\.tsx|ui\/(?!scheme|storage)))|core\/([\w/]+\/pages\/(islands\/(card|comment|gallery|post)|(comment|compact|post|responsive)-)|posts\/(lists\/api\/list-url|taxonomy\/rules\/categories|votes\/vote-)))/;

const adminStart = 'src/modules/admin/start.tsx';

/** The style sheet of every page, and those that pages of one kind need (src/platform/web/page.ts). */
const siteSheets = globSync('src/modules/styles*.css');

/** The fonts of each type pairing; pages link that of the site. */
const typeSheets = globSync('src/platform/web/ui/type/*.css');

/** The style sheet of each look; pages link that of the site. */
const lookSheets = globSync('src/core/site/looks/*/look.css');

/** The texts of the admin area in other languages than English. */
const adminLanguages = globSync('src/modules/admin/languages/*.ts');

/** What the script of a language needs. In the chunk of the frame, constant texts would be made before their translations are there. */
const languageModules = /\/src\/platform\/(admin\/language|messages\/translate)\.ts$/;

const frameModules = new Set<string>();

/** Finds what all screens of the admin area load, and the controls of its first screen: one chunk compresses better than thirty. */
const findFrame: Plugin = {
  name: 'find-frame',
  buildEnd() {
    const importsOf = (id: string, found = new Set<string>()): Set<string> => {
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) {
        if (found.has(imported) || imported.endsWith('.css')) continue;
        importsOf(imported, found.add(imported));
      }
      return found;
    };
    for (const id of importsOf(path.resolve(adminStart))) frameModules.add(id);
    for (const id of importsOf(path.resolve('src/core/writing/admin/posts/posts-screen.tsx')))
      if (id.includes('/platform/admin/')) frameModules.add(id);
  },
};

const common: UserConfig = {
  plugins: [react()],
  appType: 'custom',
  publicDir: false,
};

/** Without the code for React's developer tools, scripts are smaller. */
const withoutDevelopment = {
  'process.env.NODE_ENV': '"production"',
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
};

const client: UserConfig['build'] = {
  target: 'es2023',
  // The first with light-dark(), which colors in contents and the accent need anyway: written for older ones, sheets are larger.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  assetsInlineLimit: 0,
  modulePreload: false,
  emptyOutDir: false,
};

const parts: Record<Part, UserConfig> = {
  site: {
    ...common,
    define: withoutDevelopment,
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
    plugins: [react(), findFrame],
    define: withoutDevelopment,
    build: {
      ...client,
      manifest: '.vite/admin.json',
      rolldownOptions: {
        input: [adminStart, ...siteSheets, ...adminLanguages, ...typeSheets, ...lookSheets],
        output: {
          // Hashes do not compress, and the style sheet names twenty fonts; four characters tell versions of one font apart.
          assetFileNames: ({ names }) =>
            `assets/[name]-[hash${names[0]?.endsWith('.woff2') ? ':4' : ''}][extname]`,
          comments: false,
          codeSplitting: {
            groups: [
              { name: 'language', test: languageModules, priority: 1 },
              { name: 'frame', test: (id) => frameModules.has(id) },
            ],
          },
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
