/** A minimal node:http server in its own process: every response has the same bytes and headers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FixedResponse = { status: number; headers: string[]; body: string };

let answer: { status: number; headers: string[]; body: Buffer } | undefined;
const server = createServer((_, response) => {
  response.writeHead(answer?.status ?? 500, answer?.headers);
  response.end(answer?.body);
});
process.on('message', ({ status, headers, body }: FixedResponse) => {
  answer = { status, headers, body: Buffer.from(body, 'base64') };
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
