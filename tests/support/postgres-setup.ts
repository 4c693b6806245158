import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { launchPostgres, startedUrl } from './own-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns the URL of this run's PostgreSQL server, which starts on the first request. */
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let process: ChildProcess | undefined;
  let url: Promise<string> | undefined;

  const start = () => {
    process = launchPostgres();
    return startedUrl(process);
  };
  const starter = createServer((_request, response) => {
    // A keep-alive connection could close while the next request is on its way.
    response.setHeader('connection', 'close');
    url ??= start();
    url.then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('postgres', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);

  return async () => {
    starter.close();
    starter.closeAllConnections();
    if (!process?.connected) return;
    process.disconnect();
    await once(process, 'exit');
  };
}
