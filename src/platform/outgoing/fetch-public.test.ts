import type { lookup } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fetchPublic, type PublicOptions } from './fetch-public.ts';

async function serving(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const options: PublicOptions = {
  accept: 'text/html',
  maxBytes: 1000,
  strangers: ['127.0.0.1'],
  totalMs: 3000,
};
const codeOf = (url: string, more: Partial<PublicOptions> = {}): Promise<string> =>
  fetchPublic(new URL(url), { ...options, ...more }).then(
    () => 'answered',
    (error: { code?: string }) => error.code ?? String(error),
  );
const resolveTo = (address: string): typeof lookup =>
  ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address, family: 4 }])) as unknown as typeof lookup;

describe('a document of the web', () => {
  test('is fetched with its type, after redirects, and says what it accepts', async () => {
    await using server = await serving((request, response) => {
      if (request.url === '/old') return response.writeHead(301, { location: '/new' }).end();
      response.setHeader('content-type', 'text/html').end(`${request.url} ${request.headers.accept}`);
    });
    const { url, type, bytes } = await fetchPublic(new URL(`${server.url}/old`), options);
    expect([url.pathname, type, bytes.toString()]).toEqual(['/new', 'text/html', '/new text/html']);
  });

  test.each([
    ['http://127.0.0.1/'],
    ['http://2130706433/'],
    ['http://[::1]/'],
    ['http://169.254.169.254/latest/meta-data'],
    ['http://10.0.0.1/'],
  ])('is not fetched from the private address %s', async (url) => {
    expect(await codeOf(url, { strangers: [] })).toBe('EPRIVATE');
  });

  test('is not fetched from a name that resolves to a private address', async () => {
    expect(await codeOf('http://example.org/', { strangers: [], resolve: resolveTo('127.0.0.1') })).toBe(
      'EPRIVATE',
    );
  });

  test.each([
    'http://example.org:8080/',
    'https://example.org:22/',
    'http://user:secret@example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
  ])('is not fetched from %s', async (url) => {
    expect(await codeOf(url)).toBe('EELSEWHERE');
  });

  test.each([
    ['http://192.168.0.1/', 'EPRIVATE'],
    ['http://localhost:1/', 'EELSEWHERE'],
    ['/again', 'EREDIRECT'],
  ])('a redirect to %s is refused', async (location, code) => {
    await using server = await serving((_request, response) => response.writeHead(302, { location }).end());
    expect(await codeOf(server.url)).toBe(code);
  });

  test('that is too large or an error is refused', async () => {
    await using server = await serving(({ url }, response) => {
      if (url === '/error') response.writeHead(500);
      response.end('x'.repeat(url === '/large' ? 1001 : 10));
    });
    expect(await codeOf(`${server.url}/large`)).toBe('ETOOLARGE');
    expect(await codeOf(`${server.url}/error`)).toBe('ESTATUS');
    expect(await codeOf(`${server.url}/`)).toBe('answered');
  });
});
