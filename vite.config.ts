import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * The router also serves a framework and reports its steps to monitors. This site has neither, which no bundler can
 * see, and both hold on to code that every reader would load.
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replace(/React\S*\.useContext\(FrameworkContext\)\?\.routeDiscoveryRuntime/, 'undefined'),
  },
};

/** The entries themselves, its style sheet, and the router's own components, which are for the admin area alone. */
const apart = /(start|entry)-client\.tsx?$|\.css$|\/react-router\/dist\/\w+\/lib\/dom\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), leanRouter],
  // Without it a server that is started without NODE_ENV would render with React's development version, at half the speed.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  appType: 'custom',
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? // One file, all of it in memory from the start: a new build beside a running server changes nothing for it.
        {
          input: 'src/web/entry-server.tsx',
          output: { codeSplitting: false },
          // Of the admin area the server knows the addresses alone.
          external: /\/src\/web\/admin\/(?!routes\.ts)/,
        }
      : {
          input: ['src/web/start-client.ts', 'src/web/entry-client.tsx'],
          output: {
            // All that every page needs is one file. Otherwise each screen that shares a module with the first page
            // would tear that module out of it.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: 'site', tags: ['$initial'], test: (id) => !apart.test(id) }],
            },
          },
        },
  },
  // Built, everything is in one file: React and the router start faster and cannot be loaded twice.
  ssr: isSsrBuild ? { noExternal: true } : {},
}));
