import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { drain } from './graceful-shutdown.ts';

test('a request on a connection that looked idle is served, and then no new connection is accepted', async () => {
  const state = { isDraining: true, socketClosed: undefined };
  const server = createServer((_, response) => response.end('served')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await once(client, 'data');

  const counted = vi.spyOn(server, 'getConnections');
  const drained = drain(server, state);
  await vi.waitUntil(() => counted.mock.calls.length > 0);
  client.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await text(client)).toContain('served');
  await drained;
  expect(server.listening).toBe(false);
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow(/ECONNREFUSED/);
});
