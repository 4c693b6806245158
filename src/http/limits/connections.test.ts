import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { slowBody, slowReader } from '../../../tests/support/slow-clients.ts';
import { Connections } from './connections.ts';

/** Tests do not wait for seconds; a thousand bytes in half a second it is here. */
const limits = {
  most: 20,
  pipelined: 4,
  everyMs: 50,
  looks: 10,
  bytes: 1_000,
  drain: 20_000,
  longest: 60,
  bodyMs: 60_000,
};
const large = Buffer.alloc(8 * 1024 * 1024, 'x');

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const usual: Handler = async (request, response) => {
  if (request.url === '/large' || request.url === '/at-once') return response.end(large);
  if (request.url === '/late') await sleep(200);
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) size += chunk.length;
  response.end(`${request.url} ${size}`);
};

async function serve(handler: Handler = usual, guarded = true, own: Partial<typeof limits> = {}) {
  const server = createServer({ requestTimeout: 0, requireHostHeader: false });
  servers.push(server);
  const connections = guarded
    ? new Connections(server, () => [['x-content-type-options', 'nosniff']], { ...limits, ...own })
    : null;
  server.on('request', (request, response) => {
    if (connections?.admits(request, performance.now()) === false) return;
    if (request.url !== '/at-once') connections?.hold(response);
    void Promise.resolve(handler(request, response)).catch(() => {}); // cut off, as it should be
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, connections };
}

async function open(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  const state = { socket, answer: '', closed: false };
  socket.setEncoding('latin1').on('data', (text) => {
    state.answer += text;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  return state;
}

const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

describe('slow clients', () => {
  const trickle = { path: '/', every: 50, piece: 'x' };
  const unread = { path: '/large', times: 1, every: 100 };

  test('a body that trickles in is cut off', async () => {
    const { port } = await serve();
    expect(await slowBody({ port, upToMs: 15_000 }, trickle)).toMatchObject({ cut: true, answer: '' });
  });

  test('an answer that nobody reads is cut off', async () => {
    const { port } = await serve();
    expect((await slowReader({ port, upToMs: 15_000 }, unread)).cut).toBe(true);
  });

  test('control: without this guard both stay', async () => {
    const { port } = await serve(usual, false);
    const held = await Promise.all([
      slowBody({ port, upToMs: 2_500 }, trickle),
      slowReader({ port, upToMs: 2_500 }, unread),
    ]);
    expect(held.map(({ cut }) => cut)).toEqual([false, false]);
  });

  test('who sends or reads slowly but steadily is served', async () => {
    const { port } = await serve();
    const steady = { path: '/', every: 50, piece: 'x'.repeat(1_000) };
    const sent = slowBody({ port, upToMs: 20_000 }, steady);
    const read = slowReader({ port, upToMs: 1_500 }, { ...unread, bytes: 500_000, every: 20 });
    expect((await read).cut).toBe(false);
    expect((await sent).answer).toMatch(/^HTTP\/1\.1 200 .*\/ 60000$|connection: close/s);
  });

  test('who takes an answer in large steps, as a proxy does for a slow reader, gets all of it', async () => {
    const size = 24 * 1024 * 1024;
    const { port } = await serve((_request, response) => response.end(Buffer.alloc(size, 'x')));
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    const state = { taken: 0, step: 0, closed: false };
    socket.on('error', () => {});
    socket.on('close', () => {
      state.closed = true;
    });
    socket.on('data', (bytes: Buffer) => {
      state.taken += bytes.length;
      state.step += bytes.length;
      if (state.step < 4 * 1024 * 1024) return;
      state.step = 0;
      socket.pause();
      // Twice as long as an answer may stand still of which little was taken.
      setTimeout(() => socket.resume(), 2 * limits.looks * limits.everyMs);
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect
      .poll(() => state.taken >= size || state.closed, { timeout: 18_000, interval: 100 })
      .toBe(true);
    expect(state.taken).toBeGreaterThan(size);
  });

  test('a body that nobody on this side reads is not the sender’s fault', async () => {
    const { port } = await serve(async (request, response) => {
      await sleep(1_500);
      await usual(request, response);
    });
    const client = await open(port);
    client.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`);
    await expect.poll(() => client.answer, { timeout: 10_000 }).toMatch(/\/ 300000$/);
  });

  test('the rest of a body that was answered already gets little patience', async () => {
    const { port, connections } = await serve((_request, response) => response.end('no'));
    const { socket } = await open(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n');
    const flood = setInterval(() => socket.writable && socket.write('x'.repeat(5_000)), 20);
    await expect.poll(() => connections?.count, { timeout: 15_000 }).toBe(0);
    clearInterval(flood);
  });
});

describe('what cannot be understood', () => {
  test('is answered with 400, the headers of the site, and the end of the connection', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write('NONSENSE\r\n\r\n');
    await expect.poll(() => client.closed).toBe(true);
    expect(client.answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(client.answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(client.answer).toContain('\r\nconnection: close\r\n');
  });

  test('comes after the answers to what was asked before, and is said once', async () => {
    const { port } = await serve();
    const client = await open(port);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    client.socket.write(`${get('/late')}${get('/next')}NONSENSE\r\n\r\n`);
    await sleep(20);
    client.socket.write(get('/never'));
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200', '200', '400']);
    expect(client.answer).toMatch(/\/late 0.*\/next 0.*400 Bad Request/s);
  });

  test('a body that breaks off in nonsense is the last thing, too', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n',
    );
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['400']);
  });

  test('a body that breaks after its answer gets no second one', async () => {
    const { port } = await serve((_request, response) => response.end('no'));
    const client = await open(port);
    client.socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');
    await expect.poll(() => statuses(client.answer)).toEqual(['200']);
    client.socket.write('zz\r\n');
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200']);
  });

  test('a request without a host and a tunnel are refused', async () => {
    const { port } = await serve();
    for (const [bytes, status] of [
      ['GET / HTTP/1.1\r\n\r\n', '400'],
      ['CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n', '405'],
    ] as const) {
      const client = await open(port);
      client.socket.write(bytes);
      await expect.poll(() => client.closed).toBe(true);
      expect(statuses(client.answer)).toEqual([status]);
    }
  });

  test('too many requests at once on one connection end it', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30));
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200', '200', '200', '200', '503']);
    expect(client.answer).toContain('retry-after: 2');
  });
});

test('a connection is free when all that was asked is answered and taken', async () => {
  const free: Record<string, boolean | undefined> = {};
  const { port, connections } = await serve((request, response) => {
    response.end(request.url === '/at-once' ? large : 'small');
    // What is small is with the system by now, and so is it for whoever asks next.
    setImmediate(() => {
      free[request.url ?? ''] = connections?.isFree(request);
    });
  });
  for (const path of ['/', '/at-once']) {
    const client = await open(port);
    client.socket.pause();
    client.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  }
  await expect.poll(() => free).toEqual({ '/': true, '/at-once': false });
});

describe('too many connections', () => {
  const asks = (socket: Socket, path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const idler = async (port: number, localAddress?: string) => {
    const idle = await open(port, localAddress);
    asks(idle.socket);
    await expect.poll(() => statuses(idle.answer)).toEqual(['200']);
    return idle;
  };

  test('silent ones make room first, the oldest of them, and then idle ones', async () => {
    const { port, connections } = await serve();
    const idle = await idler(port);
    const silent = [await open(port), await open(port)];
    for (let index = 3; index < limits.most; index++) await idler(port);
    for (const gone of [...silent, idle]) {
      expect(gone.closed).toBe(false);
      const late = await open(port);
      asks(late.socket, '/here');
      await expect.poll(() => late.answer).toContain('/here 0');
      await expect.poll(() => gone.closed).toBe(true);
      expect(connections?.count).toBe(limits.most);
    }
  });

  test('two addresses with many silent connections shut out no third one', async () => {
    const { port } = await serve();
    const reader = await open(port, '127.0.0.9');
    const silent: Awaited<ReturnType<typeof open>>[] = [];
    for (let index = 1; index < limits.most; index++)
      silent.push(await open(port, `127.0.0.${2 + (index % 2)}`));
    for (let index = 0; index < 5; index++) await idler(port, `127.0.1.${index + 1}`);
    expect(reader.closed).toBe(false);
    asks(reader.socket, '/here');
    await expect.poll(() => reader.answer).toContain('/here 0');
    await expect.poll(() => silent.filter(({ closed }) => closed).length).toBe(5);
  });

  test('one that still takes an answer that was given at once is not idle', async () => {
    const { port } = await serve(usual, true, { looks: 1_000 });
    const reader = await open(port);
    reader.socket.pause();
    reader.socket.write('GET /at-once HTTP/1.1\r\nHost: x\r\n\r\n');
    const idle = await open(port);
    idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => statuses(idle.answer)).toEqual(['200']);
    for (let index = 1; index < limits.most; index++) await idler(port);
    await expect.poll(() => idle.closed).toBe(true);
    expect(reader.closed).toBe(false);
  });

  test('one address that keeps every connection busy cannot shut out another', async () => {
    const { port, connections } = await serve(usual, true, { looks: 1_000 });
    const greedy = [];
    for (let index = 0; index < limits.most; index++) {
      const one = await open(port);
      one.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
      greedy.push(one);
    }
    await sleep(200);
    const same = await open(port);
    await expect.poll(() => same.closed).toBe(true);
    const other = await open(port, '127.0.0.2');
    asks(other.socket, '/here');
    await expect.poll(() => other.answer).toContain('/here 0');
    expect(greedy.filter(({ closed }) => closed)).toHaveLength(1);
    expect(connections?.count).toBe(limits.most);
  });
});
