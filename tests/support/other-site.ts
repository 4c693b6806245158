import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void);

/** Another site on loopback whose pages a test writes and changes. */
export async function otherSite(address = '127.0.0.1') {
  const pages = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requests.push(url);
    const answer = pages.get(url) ?? pages.get(url.replace(/\?.*/, ''));
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(response, request);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    url: `http://${address}:${(server.address() as AddressInfo).port}`,
    pages,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type OtherSite = Awaited<ReturnType<typeof otherSite>>;
