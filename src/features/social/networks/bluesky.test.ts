import type { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { blueskyStandIn } from '../../../../tests/support/networks/bluesky.ts';
import { standIn } from '../../../../tests/support/networks/stand-in.ts';
import { shareOnBluesky } from './bluesky.ts';

const link = 'https://example.org/post/a-day-at-the-sea';
const image = (size: number, alt: string) => ({
  bytes: Buffer.alloc(size, alt || 'x'),
  type: 'image/jpeg',
  alt,
});
const later = () => AbortSignal.timeout(5000);

test('posts the title with the link as a facet', async () => {
  await using bluesky = await blueskyStandIn();
  const posted = await shareOnBluesky(bluesky.config, { title: 'Tag am Meer 🌊', link, images: [] }, later());
  expect(posted.url).toBe('https://bsky.app/profile/did:plc:ewvi7nxzyoun6zhxrhs64oiz/post/3k2yihcrp6f2c');
  const [post] = bluesky.posts;
  expect(post).toEqual({
    $type: 'app.bsky.feed.post',
    text: `Tag am Meer 🌊\n${link}`,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    facets: [
      {
        index: { byteStart: 17, byteEnd: 17 + link.length },
        features: [{ $type: 'app.bsky.richtext.facet#link', uri: link }],
      },
    ],
  });
  expect(Math.abs(Date.parse(post?.createdAt ?? '') - Date.now())).toBeLessThan(10_000);
});

test('uploads images and embeds them with their descriptions', async () => {
  await using bluesky = await blueskyStandIn();
  const images = [image(2_000_000, 'Waves'), image(7, '')];
  await shareOnBluesky(bluesky.config, { title: 'Sea', link, images }, later());
  expect(bluesky.blobs.map((blob, index) => blob.equals(images[index]?.bytes as Buffer))).toEqual([
    true,
    true,
  ]);
  expect(bluesky.posts[0]?.embed).toMatchObject({
    $type: 'app.bsky.embed.images',
    images: [
      { alt: 'Waves', image: { $type: 'blob', mimeType: 'image/jpeg', size: 2_000_000 } },
      { alt: '', image: { $type: 'blob', mimeType: 'image/jpeg', size: 7 } },
    ],
  });
});

test('says that an image is too large, and posts nothing', async () => {
  await using bluesky = await blueskyStandIn();
  const sharing = shareOnBluesky(
    bluesky.config,
    { title: 'Sea', link, images: [image(2_000_001, 'x')] },
    later(),
  );
  await expect(sharing).rejects.toThrow('Bluesky accepts images of at most 2.00 MB, this one has 2.01 MB.');
  expect(bluesky.posts).toEqual([]);
});

test('a wrong password is refused, and not sent again', async () => {
  await using bluesky = await blueskyStandIn();
  const sharing = shareOnBluesky(
    { ...bluesky.config, password: 'wrong' },
    { title: 'Sea', link, images: [] },
    later(),
  );
  await expect(sharing).rejects.toThrow(
    'Bluesky refused the credentials: Invalid identifier or password. Check BLUESKY_IDENTIFIER and BLUESKY_PASSWORD.',
  );
});

test('the identifier may be written as a handle with @', async () => {
  await using bluesky = await blueskyStandIn();
  const config = { ...bluesky.config, identifier: `@${bluesky.config.identifier}` };
  await shareOnBluesky(config, { title: 'Sea', link, images: [] }, later());
  expect(bluesky.posts).toHaveLength(1);
});

const sessionNaming = (serviceEndpoint: unknown, id = '#atproto_pds') => ({
  status: 200,
  json: {
    did: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz',
    accessJwt: 'token',
    didDoc: { service: [{ id, type: 'AtprotoPersonalDataServer', serviceEndpoint }] },
  },
});
const createSession = '/xrpc/com.atproto.server.createSession';

test.each(['#atproto_pds', 'did:plc:ewvi7nxzyoun6zhxrhs64oiz#atproto_pds'])(
  'posts on the server that the session names as %s',
  async (id) => {
    await using bluesky = await blueskyStandIn();
    bluesky.mishaps.set(createSession, sessionNaming('https://pds.example.org/', id));
    const names: string[] = [];
    const resolve = ((name: string, _: object, found: (error: null, all: object[]) => void) => {
      names.push(name);
      found(null, [{ address: '10.0.0.1', family: 4 }]);
    }) as unknown as typeof lookup;
    const sharing = shareOnBluesky(bluesky.config, { title: 'Sea', link, images: [] }, later(), { resolve });
    await expect(sharing).rejects.toThrow('its server has a private address. Nothing was posted.');
    expect(names).toEqual(['pds.example.org']);
    expect(bluesky.calls.map(({ path }) => path)).toEqual([createSession]);
  },
);

test('does not follow the session to another server over plain http', async () => {
  await using other = await standIn(() => ({ status: 200, json: {} }));
  await using bluesky = await blueskyStandIn();
  bluesky.mishaps.set(createSession, sessionNaming(other.url));
  await expect(shareOnBluesky(bluesky.config, { title: 'Sea', link, images: [] }, later())).rejects.toThrow();
  expect([other.calls, bluesky.posts]).toEqual([[], []]);
});

test.each([undefined, 7, 'nonsense'])('ignores %j as the server of a session', async (url) => {
  await using bluesky = await blueskyStandIn();
  bluesky.mishaps.set(createSession, sessionNaming(url));
  const sharing = shareOnBluesky(bluesky.config, { title: 'Sea', link, images: [] }, later());
  // The same server refuses the invalid token.
  await expect(sharing).rejects.toThrow('Bluesky refused the credentials: Authentication Required.');
});
