import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Shared, SharedByRun } from './shared-by-run.ts';

/** Workers ask for what they share at TEST_SHARED_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const run = new SharedByRun();
  const server = createServer((request, response) => {
    // A keep-alive connection could close while the next request is on its way.
    response.setHeader('connection', 'close');
    run.get(request.url?.slice(1) as Shared).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.TEST_SHARED_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return async () => {
    server.close();
    server.closeAllConnections();
    await run.dispose();
  };
}
