import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Embed } from '../../src/content/document/embed.ts';
import type { ImageUse } from '../../src/core/images/api/images.ts';
import type { Media } from '../../src/core/images/api/media.ts';
import { sweep } from '../../src/core/images/sweep.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { findWaitingEmbeds } from '../../src/core/posts/images/retry-embeds.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const mp3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(100_000, 7)]);
const form = (bytes: Buffer, name: string, field = 'media') => {
  const body = new FormData();
  body.append(field, new Blob([new Uint8Array(bytes)]), name);
  return body;
};

/** A page on another server that describes itself, and its preview image. */
async function otherSite() {
  const image = await sharp({ create: { width: 800, height: 450, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const requests: string[] = [];
  let isDown = false;
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    if (isDown) return response.writeHead(503).end();
    if (url === '/image.png') return response.setHeader('content-type', 'image/png').end(image);
    if (url.startsWith('/oembed')) {
      const html = '<iframe src="https://player.example.org/v/1"></iframe><script>alert(1)</script>';
      return response
        .setHeader('content-type', 'application/json')
        .end(
          JSON.stringify({ title: 'A <b>film</b>', provider_name: 'Films', html, width: 640, height: 360 }),
        );
    }
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>Page</title><meta property="og:image" content="/image.png">
        <link rel="alternate" type="application/json+oembed" href="/oembed">`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    setDown: (down: boolean) => {
      isDown = down;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

onEachDatabase('media', (kind) => {
  let site: ApiSite;
  let other: Awaited<ReturnType<typeof otherSite>>;
  beforeAll(async () => {
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
    other = await otherSite();
  });
  afterAll(async () => {
    await site.dispose();
    await other.close();
  });

  const upload = (bytes = mp3, name = 'Tea song.mp3') =>
    site.admin.post<Media>('/webapi/api/admin/media', form(bytes, name));

  describe('audio and video', () => {
    test('is uploaded once, listed, and served in parts', async () => {
      const { status, body } = await upload();
      expect(status).toBe(201);
      expect(body).toMatchObject({ kind: 'audio', title: 'Tea song.mp3', type: 'audio/mpeg' });
      expect((await upload()).body.id).toBe(body.id);
      const list = await site.admin.get<Media[]>('/webapi/api/admin/media');
      expect(list.body).toEqual([body]);
      expect(list.headers.get('x-total-count')).toBe('1');

      const url = site.url + body.file_path;
      const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-type')).toBe('audio/mpeg');
      expect(part.headers.get('content-range')).toBe(`bytes 10-19/${mp3.length}`);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(mp3.subarray(10, 20));
      const last = await fetch(url, { headers: { range: 'bytes=-5' } });
      expect((await last.arrayBuffer()).byteLength).toBe(5);
      expect((await fetch(url, { headers: { range: 'bytes=200000-' } })).status).toBe(416);
    });

    test('is not taken for an unused file', async () => {
      const { body } = await upload();
      const inAWeek = { ...site.blog, now: () => new Date(Date.now() + 7 * 24 * 3_600_000) };
      expect(await sweep(inAWeek, { force: true })).toMatchObject({ moved: 0 });
      expect((await fetch(site.url + body.file_path)).status).toBe(200);
    });

    test('of another type, from a visitor or without a token is refused', async () => {
      expect((await upload(Buffer.from('<svg onload=alert(1)>'), 'a.mp3')).status).toBe(415);
      expect((await site.visitor().post('/webapi/api/admin/media', form(mp3, 'a.mp3'))).status).toBe(401);
      expect((await site.visitor().get('/webapi/api/admin/media')).status).toBe(401);
      expect((await site.visitor().delete('/webapi/api/admin/media/1')).status).toBe(401);
      expect((await site.admin.post('/webapi/api/admin/media', form(mp3, 'a.mp3', 'cover'))).status).toBe(
        400,
      );
    });

    test('says which texts, drafts and earlier versions use it', async () => {
      const { body } = await upload(Buffer.from('fLaC and a song'), 'Song.flac');
      const uses = async () =>
        (await site.admin.get<ImageUse[]>(`/webapi/api/admin/media/${body.id}/uses`)).body;
      expect(await uses()).toEqual([]);
      const player = `<figure><audio src="${body.file_path}" controls></audio></figure>`;
      const post = await site.createPost({ post_title: 'Songs', post_content: player, active: true });
      expect(await uses()).toEqual([{ place: 'text', post_id: post.id, post_title: 'Songs' }]);
      await site.admin.put(`/webapi/api/posts/${post.id}`, { post_content: '<p>Silence.</p>' });
      expect(await uses()).toEqual([{ place: 'revision', post_id: post.id, post_title: 'Songs' }]);
      expect((await site.visitor().get(`/webapi/api/admin/media/${body.id}/uses`)).status).toBe(401);
      expect((await site.admin.get('/webapi/api/admin/media/999999/uses')).status).toBe(404);
    });

    test('that is deleted is gone', async () => {
      const { body } = await upload(Buffer.from('fLaC and some music'), 'Short.flac');
      expect((await site.admin.delete(`/webapi/api/admin/media/${body.id}`)).body).toEqual({ id: body.id });
      expect((await fetch(site.url + body.file_path)).status).toBe(404);
      expect((await site.admin.delete(`/webapi/api/admin/media/${body.id}`)).status).toBe(404);
    });
  });

  describe('embedded pages', () => {
    const ask = (url: unknown) => site.admin.post<Embed>('/webapi/api/admin/embeds', { url });

    test('are described by their own servers once, with a copy of their image', async () => {
      const url = `${other.url}/film`;
      const { body } = await ask(url);
      expect(body).toMatchObject({
        url,
        provider: 'Films',
        title: 'A <b>film</b>',
        player: 'https://player.example.org/v/1',
        width: 640,
        height: 360,
      });
      expect((await fetch(site.url + body.image?.src)).headers.get('content-type')).toBe('image/webp');
      const asked = other.requests.length;
      expect((await ask(url)).body).toEqual(body);
      expect(other.requests).toHaveLength(asked);
    });

    test('at private addresses, with other schemes or with passwords are refused', async () => {
      for (const url of ['ftp://example.org/', 'javascript:alert(1)', 'http://a:b@example.org/', 'x', ''])
        expect((await ask(url)).status).toBe(422);
      for (const url of ['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/'])
        expect((await ask(url)).status).toBe(503);
      expect((await site.visitor().post('/webapi/api/admin/embeds', { url: other.url })).status).toBe(401);
    });

    const embedding = (url: string) =>
      `<p>Look:</p><figure class="embed"><a href="${url}">${url}</a></figure>`;

    test('are shown with a preview, and only their pages allow the frame of the player', async () => {
      const url = `${other.url}/saved`;
      const post = await site.createPost({ post_content: embedding(url), active: true });
      expect(post.post_content).toBe(embedding(url));
      expect(post.post_content_shown).toContain('data-player="https://player.example.org/v/1"');
      const policies = async (path: string) =>
        (await fetch(site.url + path)).headers.get('content-security-policy');
      // Twice: rendered, and from the cache.
      for (const _ of [1, 2]) {
        expect(await policies(`/post/${post.post_title_web}`)).toMatch(
          /; frame-src https:\/\/player\.example\.org$/,
        );
        expect(await policies('/')).not.toContain('frame-src');
      }
      const page = await (await fetch(`${site.url}/post/${post.post_title_web}`)).text();
      expect(page).toContain('data-frames="https://player.example.org"');
      expect(page).not.toContain('<iframe');
      expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-player');
    });

    test('that cannot be read are links, and are found later', async () => {
      other.setDown(true);
      const url = `${other.url}/late`;
      const { id, post_title_web } = await site.createPost({ post_content: embedding(url), active: true });
      const page = async () => (await fetch(`${site.url}/post/${post_title_web}`)).text();
      expect(await page()).not.toContain('data-player');
      other.setDown(false);
      await findWaitingEmbeds(site.blog);
      expect(await page()).not.toContain('data-player');
      await findWaitingEmbeds({ ...site.blog, now: () => new Date(Date.now() + 2 * 60_000) });
      expect(await page()).toContain('data-player');
      const [after] = (await site.admin.get<Post[]>(`/webapi/api/posts/${id}`)).body;
      expect(after?.post_content).toBe(embedding(url));
      expect(after?.update_date).toBeNull();
    });
  });
});
