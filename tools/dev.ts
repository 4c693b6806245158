import path from 'node:path';
import { createServer } from 'vite';
import { environment, readConfig } from '../src/config.ts';
import { claimAt } from '../src/core/accounts/messages.ts';
import type { render } from '../src/modules/entry-server.tsx';
import { pageApi } from '../src/modules/page-api.ts';
import type { Renderer } from '../src/platform/http/pages/renderer.ts';
import { createLog } from '../src/platform/log/log.ts';
import { start } from '../src/server/start.ts';
import viteConfig from '../vite.config.ts';

const loopback = '127.0.0.1';

/** A server for development: Vite renders and reloads the pages; `node --watch` restarts the process when server code changes. */
const vite = await createServer({
  // Passed as a value: Vite's config loader writes a temporary module, and `node --watch` would restart because of it.
  configFile: false,
  root: path.resolve(import.meta.dirname, '..'),
  ...viteConfig,
  server: { middlewareMode: true, host: loopback, hmr: { host: loopback } },
});

const renderer: Renderer = {
  load: async () => ({
    render: (await vite.ssrLoadModule('/src/modules/entry-server.tsx')).render as typeof render,
    assets: {
      site: '/src/modules/client/start.ts',
      admin: '/src/modules/admin/start.tsx',
      adminImports: [],
      adminLanguage: (language) => (language === 'en' ? null : `/src/modules/admin/languages/${language}.ts`),
      styles: {
        every: '/src/modules/styles.css',
        list: '/src/modules/styles-list.css',
        post: '/src/modules/styles-post.css',
        other: '/src/modules/styles-other.css',
      },
      look: (name) => (name === 'journal' ? null : `/src/core/site/looks/${name}/look.css`),
      type: (pairing) => ({
        style: `/src/platform/web/ui/type/${pairing}.css`,
        fonts: [],
      }),
      adminStyles: ['/src/platform/admin/frame/frame.css', '/src/platform/admin/admin.css'],
    },
  }),
  api: pageApi,
  finish: (url, html) => vite.transformIndexHtml(url, html),
  intercept: (request, response) => {
    // Vite's client uses inline scripts and styles, which the product's content security policy forbids.
    response.removeHeader('content-security-policy');
    return new Promise((resolve, reject) => {
      response.once('finish', () => resolve(true));
      vite.middlewares(request, response, (error?: unknown) => (error ? reject(error) : resolve(false)));
    });
  },
};

const config = readConfig(environment());
const log = createLog(config.logLevel);
const running = await start({ ...config, host: loopback }, log, { renderer });
console.log(`Not Terrible (development) is at ${running.url}`);
if (running.claimPath) console.log(claimAt((config.siteUrl ?? running.url) + running.claimPath));

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    await vite.close();
    await running.stop();
    process.exit(0);
  });
