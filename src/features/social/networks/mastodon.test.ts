import { expect, test } from 'vitest';
import { mastodonStandIn } from '../../../../tests/support/networks/mastodon.ts';
import { shareOnMastodon } from './mastodon.ts';

const link = 'https://example.org/post/a-day-at-the-sea';
const image = (alt: string) => ({
  bytes: Buffer.from([0, 255, 13, 10, 45, 45, ...Buffer.from(alt)]),
  type: 'image/webp',
  alt,
});
const later = () => AbortSignal.timeout(5000);

test('posts title, link and described images', async () => {
  await using mastodon = await mastodonStandIn();
  const images = [image('Wellen 🌊'), image('')];
  const posted = await shareOnMastodon(mastodon.config, { title: 'Sea', link, images }, later());
  expect(posted).toEqual({ url: `${mastodon.url}/@blog/0`, id: '0', cid: null });
  expect(mastodon.posts).toMatchObject([{ status: `Sea\n${link}`, media_ids: ['0', '1'] }]);
  expect(mastodon.media).toMatchObject([
    { bytes: images[0]?.bytes, type: 'image/webp', description: 'Wellen 🌊' },
    { bytes: images[1]?.bytes, type: 'image/webp', description: '' },
  ]);
});

test('waits for images that are processed later', async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.processing = 2;
  await shareOnMastodon(mastodon.config, { title: 'Sea', link, images: [image('Sea')] }, later());
  expect(mastodon.calls.map(({ path }) => path)).toEqual([
    '/api/v2/instance',
    '/api/v2/media',
    '/api/v1/media/0',
    '/api/v1/media/0',
    '/api/v1/statuses',
  ]);
});

test('stops waiting for an image after a timeout', async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.processing = 1000;
  const sharing = shareOnMastodon(
    mastodon.config,
    { title: 'Sea', link, images: [image('Sea')] },
    AbortSignal.timeout(200),
  );
  await expect(sharing).rejects.toThrow('Mastodon did not answer in time. Nothing was posted.');
  expect(mastodon.posts).toEqual([]);
});

test('says that an image could not be processed', async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.processing = 1;
  mastodon.mishaps.set('/api/v1/media/0', { status: 422, json: { error: 'Error processing thumbnail' } });
  const sharing = shareOnMastodon(mastodon.config, { title: 'Sea', link, images: [image('Sea')] }, later());
  await expect(sharing).rejects.toThrow(
    'Mastodon refused the image (status 422): Error processing thumbnail.',
  );
});

test('a repeated post has the same idempotency key, another post has another', async () => {
  await using mastodon = await mastodonStandIn();
  const share = { title: 'Sea', link, images: [] };
  const first = await shareOnMastodon(mastodon.config, share, later());
  expect(await shareOnMastodon(mastodon.config, share, later())).toEqual(first);
  expect(await shareOnMastodon(mastodon.config, { ...share, title: 'Seas' }, later())).not.toEqual(first);
  expect(await shareOnMastodon(mastodon.config, { ...share, link: `${link}-2` }, later())).not.toEqual(first);
  expect(mastodon.posts).toHaveLength(3);
});

test('the error of a post that may have been published says that a retry is safe', async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.mishaps.set('/api/v1/statuses', 'break');
  await expect(shareOnMastodon(mastodon.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    /unknown whether the post was published\. Trying again within the hour will not publish it twice\.$/,
  );
});

test.each([
  [
    'its own limits',
    { configuration: { statuses: { max_characters: 100, characters_reserved_per_url: 40 } } },
    59,
  ],
  [
    'invalid limits',
    { configuration: { statuses: { max_characters: '9', characters_reserved_per_url: -1 } } },
    476,
  ],
  ['no limits', {}, 476],
])('shortens the text for an instance with %s', async (_, instance, room) => {
  await using mastodon = await mastodonStandIn();
  mastodon.instance = instance;
  await shareOnMastodon(mastodon.config, { title: 'a'.repeat(3000), link, images: [] }, later());
  expect(mastodon.posts[0]?.status).toBe(`${'a'.repeat(room - 1)}…\n${link}`);
});

test.each([
  ['JSON', { json: { error: 'Not found' } }],
  ['other JSON', { json: null }],
  ['HTML', { text: '<!doctype html><title>404</title><h1>404 Not Found</h1>' }],
  ['nothing', { text: '' }],
])('uses the default limits if the instance call returns 404 with %s', async (_, body) => {
  await using mastodon = await mastodonStandIn();
  mastodon.mishaps.set('/api/v2/instance', { status: 404, ...body });
  await shareOnMastodon(mastodon.config, { title: 'a'.repeat(3000), link, images: [] }, later());
  expect(mastodon.posts[0]?.status).toBe(`${'a'.repeat(475)}…\n${link}`);
});

test('an error in HTML is reported by its status only', async () => {
  await using mastodon = await mastodonStandIn();
  const share = { title: 'Sea', link, images: [] };
  mastodon.mishaps.set('/api/v1/statuses', { status: 403, text: '<h1>Forbidden</h1>' });
  await expect(shareOnMastodon(mastodon.config, share, later())).rejects.toThrow(
    /^Mastodon does not allow this account to do that\.$/,
  );
  mastodon.mishaps.set('/api/v1/statuses', { status: 502, text: '<h1>Bad gateway</h1>' });
  await expect(shareOnMastodon(mastodon.config, share, later())).rejects.toThrow('(status 502)');
});

test("an image that exceeds the instance's limit is refused with that limit", async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.instance = { configuration: { media_attachments: { image_size_limit: 5 } } };
  const sharing = shareOnMastodon(mastodon.config, { title: 'Sea', link, images: [image('Sea')] }, later());
  await expect(sharing).rejects.toThrow('Mastodon accepts images of at most');
});

test('a post URL that is not http or https is refused', async () => {
  await using mastodon = await mastodonStandIn();
  mastodon.mishaps.set('/api/v1/statuses', { status: 200, json: { id: '1', url: 'javascript:alert(1)' } });
  await expect(shareOnMastodon(mastodon.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow(
    /makes no sense\. It is unknown whether/,
  );
});
