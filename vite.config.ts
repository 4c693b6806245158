import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Takes out of the router what no page uses and no bundler can see: display names for developers' tools, which keep
 * unused components and all that hangs on them, and its instrumentation. That is five kilobytes for every reader.
 */
const shakeRouter: Plugin = {
  name: 'shake-router',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replace(/= (React\S*\.(?:forwardRef|createContext|memo))\(/g, '= /* @__PURE__ */ $1('),
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), shakeRouter],
  appType: 'custom',
  publicDir: false,
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    rollupOptions: { input: isSsrBuild ? 'src/web/entry-server.tsx' : 'src/web/entry-client.tsx' },
  },
  // Everything in one file: React and the router start faster and cannot be loaded twice.
  ssr: { noExternal: true },
}));
