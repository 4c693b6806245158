import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type MailSink = { port: number; count: () => number; stop(): Promise<void> };

/** Accepts every mail and forgets it, with as little work as possible: for measurements of the sender. */
export async function startMailSink(): Promise<MailSink> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let isMessage = false;
    let rest = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = isMessage ? rest.indexOf('\r\n.\r\n') : rest.indexOf('\r\n');
        if (end < 0) break;
        const command = rest.slice(0, 4).toUpperCase();
        rest = rest.slice(end + (isMessage ? 5 : 2));
        if (isMessage) count++;
        const asksForMessage = !isMessage && command === 'DATA';
        socket.write(asksForMessage ? '354 go\r\n' : '250 ok\r\n');
        isMessage = asksForMessage;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
