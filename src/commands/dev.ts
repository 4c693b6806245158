import path from 'node:path';
import { createServer } from 'vite';
import viteConfig from '../../vite.config.ts';
import { environment, readConfig } from '../config.ts';
import type { Renderer } from '../http/pages/pages.ts';
import { createLog } from '../operator/log.ts';
import { start } from '../server/start.ts';
import type { render } from '../web/entry-server.tsx';

const loopback = '127.0.0.1';

/** One process for development: Vite renders and reloads the pages; `node --watch` restarts it when the server changes. */
const vite = await createServer({
  // Given as a value: Vite's own loader writes a temporary module, which `node --watch` would take for a change.
  configFile: false,
  root: path.resolve(import.meta.dirname, '../..'),
  ...viteConfig,
  server: { middlewareMode: true, host: loopback, hmr: { host: loopback } },
});

const renderer: Renderer = {
  load: async () => ({
    render: (await vite.ssrLoadModule('/src/web/entry-server.tsx')).render as typeof render,
    assets: {
      site: '/src/web/site/client/start.ts',
      admin: '/src/web/admin/start.tsx',
      styles: ['/src/web/ui/styles.css'],
    },
  }),
  finish: (url, html) => vite.transformIndexHtml(url, html),
  intercept: (request, response) => {
    // Vite's client is made of inline scripts and styles, which the policy of the product forbids.
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
if (running.created) console.log(`Sign in as ${running.created.username} with ${running.created.password}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, async () => {
    await vite.close();
    await running.stop();
    process.exit(0);
  });
