import { expect, test } from 'vitest';
import { xStandIn } from '../../../../tests/support/networks/x.ts';
import { networks } from './networks.ts';
import { shareOnX } from './x.ts';

const link = 'https://example.org/post/a-day-at-the-sea';
const image = (size: number, alt: string) => ({ bytes: Buffer.alloc(size, alt), type: 'image/jpeg', alt });
const later = () => AbortSignal.timeout(5000);

test('posts title and link', async () => {
  await using x = await xStandIn();
  const posted = await shareOnX(x.config, { title: 'A day — at the sea', link, images: [] }, later());
  expect(posted).toMatchObject({ url: 'https://x.com/i/web/status/1445880548472328192' });
  expect(x.posts).toEqual([{ text: `A day — at the sea\n${link}` }]);
  await x.idle();
});

test('uploads images in chunks, describes them and keeps their order', async () => {
  await using x = await xStandIn();
  const images = [image(1_500_000, 'Waves'), image(10, 'Sand'), image(20, '')];
  await shareOnX(x.config, { title: 'Sea', link, images }, later());
  const uploads = [...x.media.values()];
  expect(uploads.map(({ chunks }) => Buffer.concat(chunks).equals(images[0]?.bytes as Buffer))).toEqual([
    true,
    false,
    false,
  ]);
  expect(uploads.map(({ chunks }) => chunks.length)).toEqual([2, 1, 1]);
  expect(uploads.map(({ alt }) => alt)).toEqual(['Waves', 'Sand', undefined]);
  expect(x.posts[0]?.media?.media_ids).toEqual([...x.media.keys()]);
});

test('shortens a long description', async () => {
  await using x = await xStandIn();
  await shareOnX(x.config, { title: 'Sea', link, images: [image(10, 'word '.repeat(400))] }, later());
  expect([...x.media.values()][0]?.alt).toMatch(/^(word )+word…$/);
});

test('says that an image is too large, and posts nothing', async () => {
  await using x = await xStandIn();
  const sharing = shareOnX(x.config, { title: 'Sea', link, images: [image(5_000_001, 'Sea')] }, later());
  await expect(sharing).rejects.toThrow('X accepts images of at most 5.00 MB, this one has 5.01 MB.');
  expect(x.calls).toEqual([]);
});

test('reports why X refuses a post', async () => {
  await using x = await xStandIn();
  const share = { title: 'Sea', link, images: [] };
  await shareOnX(x.config, share, later());
  await expect(shareOnX(x.config, share, later())).rejects.toThrow(
    'X does not allow this account to do that: You are not allowed to create a Tweet with duplicate content.',
  );
});

test('a wrong secret is refused, and not sent again', async () => {
  await using x = await xStandIn();
  const config = { ...x.config, accessSecret: 'wrong-secret' };
  await expect(shareOnX(config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    'X refused the credentials: Could not authenticate you. Check X_API_KEY, X_API_SECRET, X_ACCESS_TOKEN and X_ACCESS_SECRET.',
  );
});

test('sends nothing until the exhausted daily limit resets', async () => {
  await using x = await xStandIn();
  const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);
  x.mishaps.set('/2/tweets', {
    status: 429,
    json: { title: 'Too Many Requests', status: 429 },
    headers: {
      'x-rate-limit-limit': '100',
      'x-rate-limit-remaining': '99',
      'x-rate-limit-reset': inSeconds(900),
      'x-user-limit-24hour-limit': '17',
      'x-user-limit-24hour-remaining': '0',
      'x-user-limit-24hour-reset': inSeconds(7200),
    },
  });
  const [network] = networks({ x: x.config });
  const share = { title: 'Sea', link, images: [] };
  await expect(network?.share(share, later())).rejects.toThrow(/Nothing was posted\. Try again in 2 hours\./);
  x.mishaps.clear();
  await expect(network?.share(share, later())).rejects.toThrow(/Try again in 2 hours\./);
  expect(x.calls).toHaveLength(1);
});

test.each([
  { errors: [null] },
  { errors: { length: 1, 0: { code: 1 } } },
  { errors: [{ code: 1, message: { toString: null } }] },
  [],
  'text',
])('an error in an unexpected format, %j, is reported by its status', async (json) => {
  await using x = await xStandIn();
  x.mishaps.set('/2/tweets', { status: 400, json });
  await expect(shareOnX(x.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    'X refused the post (status 400).',
  );
});

test('reports the reason of an error in the older format', async () => {
  await using x = await xStandIn();
  x.mishaps.set('/2/tweets', {
    status: 400,
    json: { errors: [{ code: 186, message: 'Tweet needs to be shorter.' }] },
  });
  await expect(shareOnX(x.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    'X refused the post (status 400): Tweet needs to be shorter.',
  );
});

test('reports that nothing was posted if it is aborted before the start', async () => {
  await using x = await xStandIn();
  await expect(shareOnX(x.config, { title: 'Sea', link, images: [] }, AbortSignal.abort())).rejects.toThrow(
    'X did not answer in time. Nothing was posted.',
  );
  expect(x.calls).toEqual([]);
});

test('a response with broken compression is an error', async () => {
  await using x = await xStandIn();
  x.mishaps.set('/2/tweets', { status: 200, json: {}, headers: { 'content-encoding': 'gzip' } });
  await expect(shareOnX(x.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    /makes no sense/,
  );
  expect(x.calls[0]?.headers['accept-encoding']).toBe('identity');
});

test('stops waiting for an image after a timeout, and sends no request afterwards', async () => {
  await using x = await xStandIn();
  const images = [image(10, 'Sea')];
  x.mishaps.set('/2/media/upload/7000000000000000000/finalize', {
    status: 200,
    json: { data: { id: '7000000000000000000', processing_info: { state: 'pending', check_after_secs: 1 } } },
  });
  x.mishaps.set('/2/media/upload', {
    status: 200,
    json: { data: { processing_info: { state: 'in_progress', check_after_secs: 1 } } },
  });
  await expect(shareOnX(x.config, { title: 'Sea', link, images }, AbortSignal.timeout(1500))).rejects.toThrow(
    'X did not answer in time. Nothing was posted.',
  );
  await new Promise((later) => setTimeout(later, 1000));
  expect(x.calls.filter(({ path }) => path === '/2/media/upload')).toHaveLength(1);
});
