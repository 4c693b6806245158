import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { stopListening } from './stop-listening.ts';

/** A server, and a connection that had one response and has sent nothing since. */
async function idleConnection(): Promise<{ server: Server; client: Socket; port: number }> {
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(client, 'data');
  return { server, client, port };
}

test('accepts no new connections, and serves those that are open', async () => {
  const { server, client, port } = await idleConnection();
  const closed = Promise.withResolvers<void>();
  stopListening(server, closed.resolve);
  expect(server.listening).toBe(false);
  const late = connect(port, '127.0.0.1');
  await expect(once(late, 'connect')).rejects.toThrow(/ECONNREFUSED/);

  client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await text(client)).toContain('served');
  await closed.promise;
  server.close(() => {});
});

test('control: close drops a connection that looks idle', async () => {
  const { server, client } = await idleConnection();
  server.close();
  expect(await text(client)).toBe('');
});
