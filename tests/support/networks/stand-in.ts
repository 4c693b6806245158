import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Reply = { status: number; json?: unknown; text?: string; headers?: Record<string, string> };
export type Mishap = Reply | 'hang' | 'hang in the body' | 'break' | 'break in the body' | LateMishap;
/** The request is carried out, but its response is lost. */
type LateMishap = 'hang afterwards' | 'break afterwards';

/** A fake server of a network on the loopback interface. It records calls, and can fail at given paths. */
export type StandIn = {
  url: string;
  calls: Call[];
  mishaps: Map<string, Mishap>;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
  /** Resolves when the client has aborted every call that hangs. */
  released(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function standIn(
  answer: (call: Call, origin: string) => Reply | Promise<Reply>,
): Promise<StandIn> {
  const calls: Call[] = [];
  const mishaps = new Map<string, Mishap>();
  const hanging = new Set<ServerResponse>();
  let open = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const call: Call = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks),
    };
    calls.push(call);
    const mishap = mishaps.get(pathname);
    if (typeof mishap === 'string') {
      hanging.add(response);
      response.on('close', () => hanging.delete(response));
      if (mishap.endsWith('afterwards')) await answer(call, url);
      return misbehave(mishap, response);
    }
    send(response, mishap ?? (await answer(call, url)));
  });
  // Longer than any test, so that only the client can close an idle connection.
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    mishaps,
    idle: () => until(() => open === 0),
    released: () => until(() => hanging.size === 0),
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((later) => setTimeout(later, 5));
}

function send(response: ServerResponse, { status, json, text, headers }: Reply) {
  const type = json === undefined ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(json === undefined ? text : JSON.stringify(json));
}

function misbehave(mishap: Exclude<Mishap, Reply>, response: ServerResponse) {
  if (mishap === 'break' || mishap === 'break afterwards') response.socket?.destroy();
  if (!mishap.endsWith('in the body')) return;
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":');
  if (mishap === 'break in the body') setTimeout(() => response.socket?.destroy(), 20);
}

export type Part = { name: string; type: string | undefined; filename: string | undefined; content: Buffer };

export function multipart({ headers, body }: Call): Part[] {
  const boundary = /^multipart\/form-data; boundary="?([^"]+)"?$/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error(`not multipart: ${headers['content-type']}`);
  return body
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const gap = part.indexOf('\r\n\r\n');
      const head = part.slice(0, gap);
      return {
        name: /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '',
        type: /content-type: (\S+)/i.exec(head)?.[1],
        filename: /filename="([^"]*)"/.exec(head)?.[1],
        content: Buffer.from(part.slice(gap + 4, -2), 'latin1'),
      };
    });
}
