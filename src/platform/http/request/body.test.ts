import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readJson } from './body.ts';

const limit = 20;
let server: Server;
let handle: (request: IncomingMessage) => Promise<unknown>;
let outcome: Promise<unknown>;

beforeEach(async () => {
  handle = (request) => readJson(request, limit);
  server = createServer({ optimizeEmptyRequests: true }, async (request, response) => {
    outcome = handle(request);
    outcome.then(
      () => response.end('read'),
      () => response.end('refused'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

function send(rest: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${rest}`);
  return socket;
}
const answer = async (rest: string): Promise<string> => {
  const socket = send(rest);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return String(chunk);
};

test('reads a body in one or several parts, and an empty one', async () => {
  expect(await answer('content-length: 7\r\n\r\n{"a":1}')).toMatch(/read$/);
  expect(await outcome).toEqual({ a: 1 });
  expect(await answer('transfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n3\r\n:2}\r\n0\r\n\r\n')).toContain(
    'read',
  );
  expect(await outcome).toEqual({ a: 2 });
  for (const length of ['content-length: 0\r\n', '']) {
    expect(await answer(`${length}\r\n`)).toMatch(/refused$/);
    await expect(outcome).rejects.toMatchObject({ code: 'malformed' });
  }
});

test('refuses a body that turns out to be too long, and the client gets the answer', async () => {
  const part = `a\r\n${'x'.repeat(10)}\r\n`;
  expect(await answer(`transfer-encoding: chunked\r\n\r\n${part.repeat(3)}`)).toContain('refused');
  await expect(outcome).rejects.toMatchObject({ code: 'too_large' });
});

test('fails when the connection is closed in the middle of the body, or before it is read', async () => {
  const begun = once(server, 'request');
  const socket = send('content-length: 7\r\n\r\n{"a"');
  await begun;
  socket.destroy();
  await expect(outcome).rejects.toThrow();

  handle = async (request) => {
    await once(request, 'close');
    return readJson(request, limit);
  };
  const late = once(server, 'request');
  const other = send('content-length: 7\r\n\r\n{"a"');
  await late;
  other.destroy();
  await expect(outcome).rejects.toThrow();
});
