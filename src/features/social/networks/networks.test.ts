import type { lookup } from 'node:dns';
import { describe, expect, test, vi } from 'vitest';
import { blueskyStandIn } from '../../../../tests/support/networks/bluesky.ts';
import { mastodonStandIn } from '../../../../tests/support/networks/mastodon.ts';
import type { Mishap } from '../../../../tests/support/networks/stand-in.ts';
import { standIn } from '../../../../tests/support/networks/stand-in.ts';
import { xStandIn } from '../../../../tests/support/networks/x.ts';
import { NetworkFailure } from './failure.ts';
import type { Network, ShareOptions } from './network.ts';
import { networks } from './networks.ts';

const link = 'https://example.org/post/a-day-at-the-sea';
const image = { bytes: Buffer.from('jpeg'), type: 'image/jpeg', alt: 'The sea' };
const share = { title: 'A day at the sea', link, images: [image] };

function only(found: Network[]): Network {
  expect(found).toHaveLength(1);
  return found[0] as Network;
}

const places = [
  {
    name: 'X',
    upload: '/2/media/upload/initialize',
    post: '/2/tweets',
    async open() {
      const server = await xStandIn();
      const { config } = server;
      const secrets = [config.apiSecret, config.accessSecret, config.accessToken, config.apiKey];
      return Object.assign(server, { network: only(networks({ x: config })), secrets });
    },
    at: (url: string, options?: ShareOptions) =>
      networks(
        { x: { apiKey: 'a', apiSecret: 'b', accessToken: 'c', accessSecret: 'd', baseUrl: url } },
        options,
      ),
    resetIn: (seconds: number): Record<string, string> => ({
      'x-rate-limit-limit': '1',
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + seconds),
    }),
  },
  {
    name: 'Mastodon',
    upload: '/api/v2/media',
    post: '/api/v1/statuses',
    async open() {
      const server = await mastodonStandIn();
      return Object.assign(server, {
        network: only(networks({ mastodon: server.config })),
        secrets: [server.config.token],
      });
    },
    at: (url: string, options?: ShareOptions) => networks({ mastodon: { url, token: 'a' } }, options),
    resetIn: (seconds: number): Record<string, string> => ({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': new Date(Date.now() + seconds * 1000).toISOString(),
    }),
  },
  {
    name: 'Bluesky',
    upload: '/xrpc/com.atproto.repo.uploadBlob',
    post: '/xrpc/com.atproto.repo.createRecord',
    async open() {
      const server = await blueskyStandIn();
      return Object.assign(server, {
        network: only(networks({ bluesky: server.config })),
        secrets: [server.config.password],
      });
    },
    at: (url: string, options?: ShareOptions) =>
      networks({ bluesky: { identifier: 'a.example.org', password: 'b', url } }, options),
    resetIn: (seconds: number): Record<string, string> => ({
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds),
    }),
  },
];

async function failure(network: Network, signal = AbortSignal.timeout(5000)): Promise<string> {
  const error = await network.share(share, signal).then(
    () => expect.fail('was shared'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NetworkFailure);
  expect((error as Error).cause).toBeUndefined();
  return (error as Error).message;
}

const refused = (status: number, text: string, headers: Record<string, string> = {}): Mishap => ({
  status,
  headers,
  json: { error: text, message: text, detail: text, title: 'Refused' },
});

describe.each(places)('$name', (place) => {
  test('shares a post', async () => {
    await using server = await place.open();
    expect((await server.network.share(share, AbortSignal.timeout(5000))).url).toMatch(/^https?:\/\//);
    expect(server.posts).toHaveLength(1);
    expect(server.network.name).toBe(place.name);
  });

  test('sends at most four images', async () => {
    await using server = await place.open();
    await server.network.share({ ...share, images: Array(6).fill(image) }, AbortSignal.timeout(5000));
    expect(server.calls.filter(({ path }) => path === place.upload)).toHaveLength(4);
  });

  test.each([
    [401, /refused the credentials.* Check [A-Z_]+/],
    [403, /does not allow this account to do that: No, thank you\.$/],
    [413, /refused the image \(status 413\): No, thank you\.$/],
    [422, /refused the image \(status 4\d\d\): No, thank you\.$/],
    [500, /has trouble of its own \(status 500\)\. Nothing was posted\.$/],
    [503, /has trouble of its own \(status 503\)\. Nothing was posted\.$/],
  ])('an upload that fails with status %i', async (status, message) => {
    await using server = await place.open();
    server.mishaps.set(place.upload, refused(status, 'No, thank you'));
    expect(await failure(server.network)).toMatch(message);
    expect(server.posts).toEqual([]);
  });

  test.each([
    [400, /refused the post \(status 400\): No, thank you\.$/],
    [403, /does not allow this account to do that: No, thank you\.$/],
    [502, /has trouble of its own \(status 502\)\. It is unknown whether the post was published/],
  ])('a post that fails with status %i', async (status, message) => {
    await using server = await place.open();
    server.mishaps.set(place.post, refused(status, 'No, thank you'));
    expect(await failure(server.network)).toMatch(message);
    expect(server.calls.filter(({ path }) => path === place.post)).toHaveLength(1);
  });

  test('on 429 reports when to retry, and sends no request until then', async () => {
    await using server = await place.open();
    server.mishaps.set(place.post, refused(429, 'Slow down', place.resetIn(600)));
    expect(await failure(server.network)).toBe(
      `${place.name} says there were too many requests. Nothing was posted. Try again in 10 minutes.`,
    );
    const calls = server.calls.length;
    server.mishaps.clear();
    expect(await failure(server.network)).toMatch(/Try again in 10 minutes\.$/);
    expect(server.calls).toHaveLength(calls);
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
    try {
      await server.network.share(share, AbortSignal.timeout(5000));
    } finally {
      vi.useRealTimers();
    }
  });

  test('on 429 without a time reports only the limit', async () => {
    await using server = await place.open();
    server.mishaps.set(place.post, refused(429, 'Slow down'));
    expect(await failure(server.network)).toMatch(/Nothing was posted\. Try again later\.$/);
    server.mishaps.clear();
    await server.network.share(share, AbortSignal.timeout(5000));
  });

  test.each(['hang', 'hang in the body'] as const)('%s at an upload times out', async (mishap) => {
    await using server = await place.open();
    server.mishaps.set(place.upload, mishap);
    expect(await failure(server.network, AbortSignal.timeout(200))).toBe(
      `${place.name} did not answer in time. Nothing was posted.`,
    );
  });

  test.each(['hang', 'hang in the body'] as const)(
    '%s at the post times out without a retry',
    async (mishap) => {
      await using server = await place.open();
      server.mishaps.set(place.post, mishap);
      expect(await failure(server.network, AbortSignal.timeout(400))).toMatch(
        /did not answer in time\. It is unknown whether the post was published/,
      );
      expect(server.calls.filter(({ path }) => path === place.post)).toHaveLength(1);
      await server.released();
    },
  );

  test.each([
    ['break', /connection to .* broke \(\w+\)\. It is unknown whether/],
    ['break in the body', /(broke|makes no sense).* It is unknown whether/],
  ] as const)('%s at the post', async (mishap, message) => {
    await using server = await place.open();
    server.mishaps.set(place.post, mishap);
    expect(await failure(server.network)).toMatch(message);
    expect(server.calls.filter(({ path }) => path === place.post)).toHaveLength(1);
  });

  test('sends no request if it is aborted before the start', async () => {
    await using server = await place.open();
    expect(await failure(server.network, AbortSignal.abort())).toMatch(
      /did not answer in time\. Nothing was posted\.$/,
    );
    expect(server.calls).toEqual([]);
  });

  test('reports a server that does not listen', async () => {
    const server = await place.open();
    await server[Symbol.asyncDispose]();
    expect(await failure(server.network)).toMatch(
      /could not be reached \(ECONNREFUSED\)\. Nothing was posted\. Check [A-Z_]+\.$/,
    );
  });

  test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
    await using elsewhere = await standIn(() => ({ status: 200, json: {} }));
    await using server = await standIn(({ path }) => ({
      status,
      text: '',
      headers: { location: elsewhere.url + path },
    }));
    expect(await failure(only(place.at(server.url)))).toMatch(/makes no sense.* or [A-Z_]+ may be wrong\.$/);
    expect(elsewhere.calls).toEqual([]);
  });

  test('a host name that resolves to a private IP address is refused, unless allowed', async () => {
    await using server = await standIn(() => ({ status: 500, json: {} }));
    const { port } = new URL(server.url);
    const resolve = ((_name: string, _options: object, found: (error: null, all: object[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;
    const url = `http://private.example:${port}`;
    expect(await failure(only(place.at(url, { resolve })))).toMatch(
      /was not asked, because its server has a private address\. Nothing was posted\. Check [A-Z_]+, or name/,
    );
    expect(server.calls).toEqual([]);
    expect(await failure(only(place.at(url, { resolve, allow: ['127.0.0.1'] })))).toMatch(/status 500/);
  });

  test('an endless response is cut off', async () => {
    await using server = await place.open();
    const endless = { status: 200, text: '"'.padEnd(200_000, 'x') };
    server.mishaps.set(place.post, endless);
    const network = only(place.at(server.url, { limits: { answerBytes: 100_000 } }));
    server.mishaps.set('/api/v2/instance', endless);
    server.mishaps.set('/xrpc/com.atproto.server.createSession', endless);
    server.mishaps.set(place.upload, endless);
    expect(await failure(network)).toMatch(/makes no sense\./);
  });

  test.each([
    ['a web page', { status: 200, text: '<h1>Welcome</h1>' }],
    ['an error page', { status: 400, text: '<h1>Oh no</h1>' }],
    ['null', { status: 200, json: null }],
    ['an empty object', { status: 200, json: {} }],
    ['a null refusal', { status: 400, json: null }],
    ['other types', { status: 200, json: { id: {}, url: 7, uri: [], data: { id: {} }, cid: false } }],
  ])('%s as the response to the post', async (_, mishap) => {
    await using server = await place.open();
    server.mishaps.set(place.post, mishap);
    expect(await failure(server.network)).toMatch(
      /makes no sense\. It is unknown whether|refused the post \(status 400\)/,
    );
  });

  test('credentials that a server echoes are not in the error message', async () => {
    await using server = await place.open();
    const bearer = `Bearer ${'eyJhbGciOiJFUzI1NksifQ'.repeat(3)}`;
    server.mishaps.set(
      place.post,
      refused(400, `Got ${server.secrets.join(' and ')} with ${bearer}\u0000\n${'x '.repeat(500)}`),
    );
    const message = await failure(server.network);
    for (const secret of server.secrets) expect(message).not.toContain(secret);
    expect(message).not.toContain('eyJ');
    expect(message).toContain('Got •••');
    expect(message.length).toBeLessThan(300);
  });
});

test('without configuration there are no networks', () => {
  expect(networks({})).toEqual([]);
});

test('a share times out after 20 seconds, even if the caller allows more', async () => {
  await using server = await mastodonStandIn();
  server.mishaps.set('/api/v2/instance', 'hang');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000);
    return AbortSignal.abort(new DOMException('', 'TimeoutError'));
  });
  try {
    const [network] = networks({ mastodon: server.config });
    await expect(network?.share(share, new AbortController().signal)).rejects.toThrow(
      /did not answer in time/,
    );
  } finally {
    timeout.mockRestore();
  }
});
