import type { lookup } from 'node:dns';
import { createServer, get, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRawServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type OutgoingOptions, outgoing } from './client.ts';

/** A server with arbitrary behavior; disposing it also closes its connections. */
async function hostile(listener: RequestListener | { raw: (socket: Socket) => void }) {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const server =
    'raw' in listener
      ? createRawServer(listener.raw)
      : createServer((request, response) => {
          requests.push(request.url ?? '');
          listener(request, response);
        });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const short = { connectMs: 2000, silentMs: 400, totalMs: 1500, answerBytes: 100_000 };

async function asked(options: OutgoingOptions, path = '/', init?: RequestInit): Promise<Response> {
  using client = outgoing({ limits: short, ...options });
  return await client.fetch(options.to + path, init);
}
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: { code?: string }) => error.code ?? String(error),
  );

/** A lookup function that resolves every name to these IP addresses. */
const resolveTo = (...addresses: string[]): typeof lookup =>
  ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as typeof lookup;

describe('requests', () => {
  test('behave like fetch', async () => {
    await using server = await hostile(async (request, response) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.statusCode = 201;
      response.end(
        JSON.stringify({ method: request.method, body: await text(request), headers: request.headers }),
      );
    });
    const form = new FormData();
    form.set('file', new File(['bytes'], 'a.txt', { type: 'text/plain' }));
    const answer = await asked({ to: server.url }, '/a?b', {
      method: 'POST',
      body: form,
      headers: { x: 'y' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const heard = (await answer.json()) as { method: string; body: string; headers: Record<string, string> };
    expect(heard).toMatchObject({
      method: 'POST',
      body: expect.stringContaining('filename="a.txt"'),
      headers: { x: 'y', 'accept-encoding': 'identity', 'content-type': expect.stringMatching(/^multipart/) },
    });
    expect(Number(heard.headers['content-length'])).toBe(Buffer.byteLength(heard.body));
    expect(server.requests).toEqual(['/a?b']);
  });

  test('send a default User-Agent, unless the caller sets one', async () => {
    await using server = await hostile((request, response) => response.end(request.headers['user-agent']));
    expect(await (await asked({ to: server.url })).text()).toMatch(/^NotTerrible\/\d+\.\d+\.\d+$/);
    const headers = { 'User-Agent': 'other/1.0' };
    expect(await (await asked({ to: server.url }, '/', { headers })).text()).toBe('other/1.0');
  });

  test('end when the caller aborts', async () => {
    await using server = await hostile(() => {});
    const answer = asked({ to: server.url }, '/', { signal: AbortSignal.timeout(50) });
    await expect(answer).rejects.toThrow(/abort/i);
  });
});

describe('IP addresses', () => {
  test('a host name that resolves to a private one is refused', async () => {
    await using server = await hostile((_, response) => response.end('secret'));
    const to = `http://innocent.example:${server.port}`;
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254', '::1', '64:ff9b::7f00:1'])
      expect(await codeOf(asked({ to, resolve: resolveTo(address) })), address).toBe('EPRIVATE');
    expect(server.requests).toEqual([]);
    // Control: the same request without the guard succeeds.
    const unguarded = await new Promise((resolve) => {
      get(`${to}/`, { lookup: resolveTo('127.0.0.1') as never }, (answer) => resolve(text(answer)));
    });
    expect(unguarded).toBe('secret');
  });

  test('only public ones of a host name are used', async () => {
    await using server = await hostile((_, response) => response.end('secret'));
    const to = `http://both.example:${server.port}`;
    // TEST-NET addresses are not public either, so none is left.
    expect(await codeOf(asked({ to, resolve: resolveTo('127.0.0.1', '192.0.2.1', 'fe80::1') }))).toBe(
      'EPRIVATE',
    );
    expect(server.requests).toEqual([]);
  });

  test('a host name is resolved only once, so that DNS rebinding fails', async () => {
    await using server = await hostile((_, response) => response.end('secret'));
    let lookups = 0;
    const resolve = ((name: string, options: object, callback: () => void) => {
      lookups++;
      return resolveTo(lookups === 1 ? '127.0.0.2' : '127.0.0.1')(name, options, callback as never);
    }) as unknown as typeof lookup;
    const to = `http://rebinding.example:${server.port}`;
    expect(await codeOf(asked({ to, resolve, allow: ['127.0.0.2'] }))).toBe('ECONNREFUSED');
    expect(lookups).toBe(1);
    expect(server.requests).toEqual([]);
  });

  test('private ones are allowed if the owner allows them or configured them literally', async () => {
    await using server = await hostile((_, response) => response.end('fine'));
    const to = `http://intranet.example:${server.port}`;
    const allowed = await asked({ to, resolve: resolveTo('127.0.0.1'), allow: ['127.0.0.0/8'] });
    expect(await allowed.text()).toBe('fine');
    expect(await (await asked({ to: server.url })).text()).toBe('fine');
    expect(
      await (await asked({ to: `http://localhost:${server.port}`, resolve: resolveTo('127.0.0.1') })).text(),
    ).toBe('fine');
  });

  test('allowed private ones count for the configured host and port alone', async () => {
    await using server = await hostile((_, response) => response.end('secret'));
    const resolve = resolveTo('127.0.0.1');
    const to = `http://configured.example:${server.port}`;
    for (const configured of [to, `http://127.0.0.2:${server.port}`, `http://localhost:${server.port}`]) {
      using client = outgoing({
        to: configured,
        elsewhere: 'web',
        allow: ['127.0.0.0/8'],
        resolve,
        limits: short,
      });
      expect(await codeOf(client.fetch('http://stranger.example/'))).toBe('EPRIVATE');
      expect(await codeOf(client.fetch('http://127.0.0.1/'))).toBe('EPRIVATE');
      expect(await codeOf(client.fetch(`http://127.0.0.1:${server.port}/`))).toBe('EELSEWHERE');
      // Another port of the configured host is another server.
      expect(await codeOf(client.fetch(`http://${new URL(configured).hostname}/`))).toBe('EPRIVATE');
    }
    expect(server.requests).toEqual([]);
  });

  test('a server that an administrator named may have allowed private ones, and no others', async () => {
    await using server = await hostile((_, response) => response.end('fine'));
    const resolve = resolveTo('127.0.0.1');
    const ask = async (named: string, allow: string[], url = named) => {
      using client = outgoing({ to: null, named, elsewhere: 'web', allow, resolve, limits: short });
      return await client.fetch(url);
    };
    expect(await (await ask(server.url, ['127.0.0.1'])).text()).toBe('fine');
    const byName = server.url.replace('127.0.0.1', 'nas.example');
    expect(await (await ask(byName, ['127.0.0.1'])).text()).toBe('fine');
    expect(await codeOf(ask(byName, ['10.0.0.1']))).toBe('EPRIVATE');
    expect(await codeOf(ask(byName, []))).toBe('EELSEWHERE');
    expect(await codeOf(ask(server.url, []))).toBe('EELSEWHERE');
    expect(await codeOf(ask('http://127.0.0.1/', []))).toBe('EPRIVATE');
    expect(await codeOf(ask('http://hub.example/', ['127.0.0.1'], 'http://other.example/'))).toBe('EPRIVATE');
    expect(await codeOf(ask('http://hub.example/', ['127.0.0.1'], server.url))).toBe('EELSEWHERE');
    expect(await codeOf(ask('http://127.0.0.1/', ['127.0.0.1'], server.url))).toBe('EELSEWHERE');
    expect(await codeOf(ask(server.url, ['127.0.0.1'], 'http://127.0.0.1/'))).toBe('EPRIVATE');
    expect(server.requests).toEqual(['/', '/']);
  });

  test('the configured host, and no other, may be private with allowPrivateTarget', async () => {
    await using server = await hostile((_, response) => response.end('stored'));
    const to = `http://storage.example:${server.port}`;
    const resolve = resolveTo('127.0.0.1');
    expect(await codeOf(asked({ to, resolve }))).toBe('EPRIVATE');
    expect(await (await asked({ to, resolve, allowPrivateTarget: true })).text()).toBe('stored');
    const literal = { to: `http://[::ffff:127.0.0.1]:${server.port}`, allowPrivateTarget: true };
    expect(await (await asked(literal)).text()).toBe('stored');

    using client = outgoing({ to, resolve, allowPrivateTarget: true, elsewhere: 'https', limits: short });
    expect(await codeOf(client.fetch('https://other.example/'))).toBe('EPRIVATE');
    expect(await codeOf(client.fetch('https://10.0.0.1/'))).toBe('EPRIVATE');
    expect(await codeOf(client.fetch(`http://other.example:${server.port}/`))).toBe('EELSEWHERE');
    expect(await codeOf(client.fetch('http://storage.example/'))).toBe('EELSEWHERE');
  });

  test('other servers are refused; with `elsewhere` only public ones over https are allowed', async () => {
    await using server = await hostile((_, response) => response.end('secret'));
    await using own = await hostile((_, response) => response.end('own'));
    for (const elsewhere of [undefined, 'https'] as const) {
      using client = outgoing({ to: own.url, limits: short, ...(elsewhere && { elsewhere }) });
      expect(await (await client.fetch(own.url)).text()).toBe('own');
      expect(await codeOf(client.fetch(server.url, { headers: { authorization: 'Bearer x' } }))).toBe(
        'EELSEWHERE',
      );
      expect(await codeOf(client.fetch(`https://127.0.0.1:${server.port}`))).toBe('EELSEWHERE');
      expect(await codeOf(client.fetch('https://169.254.169.254/latest'))).toBe(
        elsewhere ? 'EPRIVATE' : 'EELSEWHERE',
      );
      expect(await codeOf(client.fetch('https://[::1]/'))).toBe(elsewhere ? 'EPRIVATE' : 'EELSEWHERE');
      for (const odd of ['file:///etc/passwd', 'data:,x', 'ftp://example.org/'])
        expect(await codeOf(client.fetch(odd))).toBe('EELSEWHERE');
    }
    expect(server.requests).toEqual([]);
  });
});

describe('hostile servers', () => {
  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
    await using server = await hostile((_, response) => {
      response.writeHead(status, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    expect(await codeOf(asked({ to: server.url }))).toBe('EREDIRECT');
    expect(server.requests).toEqual(['/']);
  });

  test('an endless response is cut off', async () => {
    let sent = 0;
    await using server = await hostile((_, response) => {
      const more = () => {
        while (!response.destroyed) {
          sent += 10_000;
          if (!response.write(Buffer.alloc(10_000, 'x'))) return response.once('drain', more);
        }
      };
      more();
    });
    expect(await codeOf(asked({ to: server.url }))).toBe('ETOOLARGE');
    // The buffers of both sides also count as sent.
    expect(sent).toBeLessThan(20_000_000);
    await expect.poll(() => server.connections()).toBe(0);
  });

  test('a response with a large Content-Length is refused at once', async () => {
    await using server = await hostile((_, response) => {
      response.writeHead(200, { 'content-length': '5000000000' }).write('x');
    });
    expect(await codeOf(asked({ to: server.url }))).toBe('ETOOLARGE');
  });

  test('a compressed response is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using server = await hostile((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await codeOf(asked({ to: server.url }))).toBe('EENCODED');
  });

  test('a response in single bytes times out', async () => {
    await using server = await hostile((_, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drops));
    });
    expect(await codeOf(asked({ to: server.url }))).toBe('ETIMEDOUT');
    await expect.poll(() => server.connections()).toBe(0);
  });

  test('a server that stalls before or during its response times out', async () => {
    await using silent = await hostile(() => {});
    expect(await codeOf(asked({ to: silent.url }))).toBe('ETIMEDOUT');
    await using stuck = await hostile((_, response) => {
      response.writeHead(200).write('x');
    });
    expect(await codeOf(asked({ to: stuck.url }))).toBe('ETIMEDOUT');
  });

  test('an endless TLS handshake times out', async () => {
    await using server = await hostile({ raw: () => {} });
    const to = `https://127.0.0.1:${server.port}`;
    expect(await codeOf(asked({ to, limits: { ...short, connectMs: 200, silentMs: 60_000 } }))).toBe(
      'ETIMEDOUT',
    );
  });

  test('endless headers and other protocols are refused', async () => {
    await using large = await hostile({
      raw: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        for (let count = 0; count < 100; count++) socket.write(`x-${count}: ${'y'.repeat(1000)}\r\n`);
      },
    });
    expect(await codeOf(asked({ to: large.url }))).toBe('HPE_HEADER_OVERFLOW');
    await using odd = await hostile({ raw: (socket) => void socket.end('220 mail.example ESMTP\r\n') });
    expect(await codeOf(asked({ to: odd.url }))).toMatch(/^HPE_/);
  });
});

describe('streams', () => {
  const get = { method: 'GET', headers: new Headers() };

  test('pass on more than the limit of buffered responses, with backpressure', async () => {
    let sent = 0;
    await using server = await hostile(async (_, response) => {
      response.writeHead(206, { 'x-test': 'yes' });
      for (; sent < 50_000_000; sent += 100_000)
        if (!response.write(Buffer.alloc(100_000, 'x')))
          await new Promise((resolve) => response.once('drain', resolve));
      response.end();
    });
    // Reading takes longer than both timeouts.
    using client = outgoing({ to: server.url, limits: { ...short, silentMs: 1000, totalMs: 1000 } });
    const { status, headers, body } = await client.stream(new URL(server.url), get);
    expect([status, headers.get('x-test')]).toEqual([206, 'yes']);
    await new Promise((later) => setTimeout(later, 1500));
    // Only as much as fits the buffers of both sides was sent.
    expect(sent).toBeLessThan(20_000_000);
    let bytes = 0;
    for await (const chunk of body) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(50_000_000);
  });

  test('end when the server stalls or disconnects, or the reader stops', async () => {
    await using silent = await hostile((_, response) => void response.writeHead(200).write('x'));
    using toSilent = outgoing({ to: silent.url, limits: short });
    const stuck = await toSilent.stream(new URL(silent.url), get);
    expect(await codeOf(text(stuck.body))).toBe('ETIMEDOUT');
    await expect.poll(() => silent.connections()).toBe(0);

    const left = await toSilent.stream(new URL(silent.url), get);
    left.body.destroy();
    await expect.poll(() => silent.connections()).toBe(0);

    await using broken = await hostile((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('x');
      setTimeout(() => response.destroy(), 20);
    });
    using toBroken = outgoing({ to: broken.url, limits: short });
    const half = await toBroken.stream(new URL(broken.url), get);
    expect(await codeOf(text(half.body))).toBe('ECONNRESET');
  });

  test('are guarded in the same way', async () => {
    await using server = await hostile((_, response) => response.end('fine'));
    using client = outgoing({ to: server.url, limits: short });
    expect(await codeOf(client.stream(new URL('http://127.0.0.1:1/'), get))).toBe('EELSEWHERE');
    await using redirecting = await hostile((_, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    using toRedirect = outgoing({ to: redirecting.url, limits: short });
    expect(await codeOf(toRedirect.stream(new URL(redirecting.url), get))).toBe('EREDIRECT');
  });
});
