import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Rollup } from 'vite';
import { securityHeaders } from '../../../src/platform/http/headers.ts';

const page = (styles: string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Editor</title>
<link rel="icon" href="data:,">
${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}
<main id="place"></main>
<script type="module" src="/main.js"></script>
</html>`;

/** Serves a page with only the editor in a form, with the product's security headers. */
export async function serveEditorPage(): Promise<{ url: string; close(): Promise<void> }> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rollupOptions: {
        input: path.join(import.meta.dirname, 'main.tsx'),
        output: { entryFileNames: 'main.js', assetFileNames: '[name][extname]' },
      },
    },
  })) as Rollup.RollupOutput;
  const files = new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  const styles = [...files.keys()].filter((name) => name.endsWith('.css'));
  const image = await readFile(path.join(import.meta.dirname, 'image.png'));

  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    for (const [header, value] of securityHeaders('http://localhost', null))
      response.setHeader(header, value);
    const types: Record<string, string> = {
      '.js': 'text/javascript',
      '.css': 'text/css',
      '.png': 'image/png',
    };
    const body = name === '' ? page(styles) : name.endsWith('.png') ? image : files.get(name);
    response.setHeader('content-type', types[path.extname(name)] ?? 'text/html');
    response.statusCode = body === undefined ? 404 : 200;
    // Browsers replace an empty answer by a page of their own.
    response.end(body ?? 'Not found.');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
