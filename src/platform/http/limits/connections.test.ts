import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { slowBody, slowReader } from '../../../../tests/support/slow-clients.ts';
import { Connections } from './connections.ts';

/** As strict as the defaults, but within half a second. */
const limits = {
  maxConnections: 20,
  maxPipelined: 4,
  checkMs: 50,
  windowChecks: 10,
  minBytes: 1_000,
  bufferedBytesPerCheck: 20_000,
  maxChecks: 60,
  maxBodyMs: 60_000,
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

const defaultHandler: Handler = async (request, response) => {
  if (request.url === '/large' || request.url === '/at-once') return response.end(large);
  if (request.url === '/late') await sleep(200);
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) size += chunk.length;
  response.end(`${request.url} ${size}`);
};

async function serve(handler: Handler = defaultHandler, isLimited = true, own: Partial<typeof limits> = {}) {
  const server = createServer({ requestTimeout: 0, requireHostHeader: false });
  servers.push(server);
  const connections = isLimited
    ? new Connections(server, () => [['x-content-type-options', 'nosniff']], { ...limits, ...own })
    : null;
  server.on('request', (request, response) => {
    if (connections?.admits(request, performance.now()) === false) return;
    if (request.url !== '/at-once') connections?.track(response);
    void Promise.resolve(handler(request, response)).catch(() => {}); // The connection was closed, as expected.
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

  test('closes a connection whose body trickles in', async () => {
    const { port } = await serve();
    expect(await slowBody({ port, upToMs: 15_000 }, trickle)).toMatchObject({ cut: true, answer: '' });
  });

  test('closes a connection that does not read its response', async () => {
    const { port } = await serve();
    expect((await slowReader({ port, upToMs: 15_000 }, unread)).cut).toBe(true);
  });

  test('control: without limits both stay open', async () => {
    const { port } = await serve(defaultHandler, false);
    const held = await Promise.all([
      slowBody({ port, upToMs: 2_500 }, trickle),
      slowReader({ port, upToMs: 2_500 }, unread),
    ]);
    expect(held.map(({ cut }) => cut)).toEqual([false, false]);
  });

  test('serves clients that send or read slowly but steadily', async () => {
    const { port } = await serve();
    const steady = { path: '/', every: 50, piece: 'x'.repeat(1_000) };
    const sent = slowBody({ port, upToMs: 20_000 }, steady);
    const read = slowReader({ port, upToMs: 1_500 }, { ...unread, bytes: 500_000, every: 20 });
    expect((await read).cut).toBe(false);
    expect((await sent).answer).toMatch(/^HTTP\/1\.1 200 .*\/ 60000$|connection: close/s);
  });

  test('sends a whole response to a client that reads in bursts, as a proxy for a slow reader does', async () => {
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
      // Twice as long as a response may stall after few bytes were taken.
      setTimeout(() => socket.resume(), 2 * limits.windowChecks * limits.checkMs);
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => state.taken >= size || state.closed, { interval: 100 }).toBe(true);
    expect(state.taken).toBeGreaterThan(size);
  });

  test('does not blame the client for a body that the server has not read', async () => {
    const { port } = await serve(async (request, response) => {
      await sleep(1_500);
      await defaultHandler(request, response);
    });
    const client = await open(port);
    client.socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`);
    await expect.poll(() => client.answer).toMatch(/\/ 300000$/);
  });

  test('closes a connection that keeps sending a body after the response', async () => {
    const { port, connections } = await serve((_request, response) => response.end('no'));
    const { socket } = await open(port);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000000\r\n\r\n');
    const flood = setInterval(() => socket.writable && socket.write('x'.repeat(5_000)), 20);
    await expect.poll(() => connections?.count).toBe(0);
    clearInterval(flood);
  });
});

describe('invalid requests', () => {
  test('get status 400 with the site’s headers, and the connection closes', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write('NONSENSE\r\n\r\n');
    await expect.poll(() => client.closed).toBe(true);
    expect(client.answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(client.answer).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(client.answer).toContain('\r\nconnection: close\r\n');
  });

  test('get one response, after those of earlier requests', async () => {
    const { port } = await serve();
    const client = await open(port);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    client.socket.write(`${get('/late')}${get('/next')}NONSENSE\r\n\r\n`);
    client.socket.write(get('/never'));
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200', '200', '400']);
    expect(client.answer).toMatch(/\/late 0.*\/next 0.*400 Bad Request/s);
  });

  test('with an invalid body also close the connection', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n',
    );
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['400']);
  });

  test('whose body is invalid after the response was sent get no second response', async () => {
    const { port } = await serve((_request, response) => response.end('no'));
    const client = await open(port);
    client.socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n');
    await expect.poll(() => statuses(client.answer)).toEqual(['200']);
    client.socket.write('zz\r\n');
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200']);
  });

  test('include requests without a host and CONNECT', async () => {
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

  test('too many pipelined requests close the connection', async () => {
    const { port } = await serve();
    const client = await open(port);
    client.socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(30));
    await expect.poll(() => client.closed).toBe(true);
    expect(statuses(client.answer)).toEqual(['200', '200', '200', '200', '503']);
    expect(client.answer).toContain('retry-after: 2');
  });
});

test('a connection is idle when every response has been sent', async () => {
  const idle: Record<string, boolean | undefined> = {};
  const { port, connections } = await serve((request, response) => {
    response.end(request.url === '/at-once' ? large : 'small');
    // By now the kernel has taken a small response.
    setImmediate(() => {
      idle[request.url ?? ''] = connections?.isIdle(request);
    });
  });
  for (const path of ['/', '/at-once']) {
    const client = await open(port);
    client.socket.pause();
    client.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  }
  await expect.poll(() => idle).toEqual({ '/': true, '/at-once': false });
});

describe('too many connections', () => {
  const asks = (socket: Socket, path = '/') => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const idler = async (port: number, localAddress?: string) => {
    const idle = await open(port, localAddress);
    asks(idle.socket);
    await expect.poll(() => statuses(idle.answer)).toEqual(['200']);
    return idle;
  };

  test('evicts connections without a request first, oldest first, and then idle ones', async () => {
    const { port, connections } = await serve();
    const idle = await idler(port);
    const silent = [await open(port), await open(port)];
    for (let index = 3; index < limits.maxConnections; index++) await idler(port);
    for (const gone of [...silent, idle]) {
      expect(gone.closed).toBe(false);
      const late = await open(port);
      asks(late.socket, '/here');
      await expect.poll(() => late.answer).toContain('/here 0');
      await expect.poll(() => gone.closed).toBe(true);
      expect(connections?.count).toBe(limits.maxConnections);
    }
  });

  test('two IP addresses with many silent connections cannot shut out a third', async () => {
    const { port } = await serve();
    const reader = await open(port, '127.0.0.9');
    const silent: Awaited<ReturnType<typeof open>>[] = [];
    for (let index = 1; index < limits.maxConnections; index++)
      silent.push(await open(port, `127.0.0.${2 + (index % 2)}`));
    for (let index = 0; index < 5; index++) await idler(port, `127.0.1.${index + 1}`);
    expect(reader.closed).toBe(false);
    asks(reader.socket, '/here');
    await expect.poll(() => reader.answer).toContain('/here 0');
    await expect.poll(() => silent.filter(({ closed }) => closed).length).toBe(5);
  });

  test('a connection that is still reading its response is not idle', async () => {
    const { port } = await serve(defaultHandler, true, { windowChecks: 1_000 });
    const reader = await open(port);
    reader.socket.pause();
    reader.socket.write('GET /at-once HTTP/1.1\r\nHost: x\r\n\r\n');
    const idle = await open(port);
    idle.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => statuses(idle.answer)).toEqual(['200']);
    for (let index = 1; index < limits.maxConnections; index++) await idler(port);
    await expect.poll(() => idle.closed).toBe(true);
    expect(reader.closed).toBe(false);
  });

  test('one IP address that keeps every connection busy cannot shut out another', async () => {
    let busy = 0;
    const counting: Handler = (request, response) => {
      busy++;
      return defaultHandler(request, response);
    };
    const { port, connections } = await serve(counting, true, { windowChecks: 1_000 });
    const greedy = [];
    for (let index = 0; index < limits.maxConnections; index++) {
      const one = await open(port);
      one.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
      greedy.push(one);
    }
    await expect.poll(() => busy).toBe(limits.maxConnections);
    const same = await open(port);
    await expect.poll(() => same.closed).toBe(true);
    const other = await open(port, '127.0.0.2');
    asks(other.socket, '/here');
    await expect.poll(() => other.answer).toContain('/here 0');
    expect(greedy.filter(({ closed }) => closed)).toHaveLength(1);
    expect(connections?.count).toBe(limits.maxConnections);
  });
});
