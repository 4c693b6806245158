import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Shared, SharedByRun } from './shared-by-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL under which workers ask for what they share. */
    shared: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  project.provide('shared', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  return async () => {
    server.close();
    server.closeAllConnections();
    await run.dispose();
  };
}
