import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { sendState } from './send-state.ts';

const soon = { timeout: 30_000 };

test('reports sent and unsent bytes while a large write is in progress', async () => {
  const accepted = Promise.withResolvers<Socket>();
  const server = createServer((socket) => accepted.resolve(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const socket = await accepted.promise;
  try {
    expect(sendState(socket)).toEqual({ unsent: 0, sent: 0 });
    // More than the buffers of the kernel take, and the client does not read yet.
    const bytes = 50_000_000;
    client.pause();
    socket.write(Buffer.alloc(bytes));
    await expect.poll(() => sendState(socket).sent, soon).toBeGreaterThan(0);
    const stuck = sendState(socket);
    expect(stuck.unsent).toBeGreaterThan(0);
    expect(stuck.sent + stuck.unsent).toBe(bytes);

    client.resume();
    await expect.poll(() => sendState(socket), soon).toEqual({ unsent: 0, sent: bytes });
    socket.destroy();
    expect(sendState(socket)).toEqual({ unsent: 0, sent: 0 });
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
});
