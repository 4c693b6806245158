import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

export type StaticServer = { url: string; close(): void };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/**
 * A plain web server without any rule: it ignores queries, redirects a folder to its URL with a slash, and answers that with
 * index.html, as nginx, Apache, GitHub Pages and `python3 -m http.server` do.
 */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const server: Server = createServer((request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?', 1);
    const place = path.join(folder, decodeURIComponent(pathname));
    const isFolder = existsSync(place) && statSync(place).isDirectory();
    if (isFolder && !pathname.endsWith('/')) {
      response.writeHead(301, { location: `${pathname}/` }).end();
      return;
    }
    const file = isFolder ? path.join(place, 'index.html') : place;
    if (!existsSync(file) || (pathname.endsWith('/') && !isFolder)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    response.writeHead(200, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
