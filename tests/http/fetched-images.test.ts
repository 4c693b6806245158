import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import { uploadFileBytes } from '../../src/platform/http/api/limits.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#106080' } })
  .png()
  .toBuffer();

const redirect = (response: ServerResponse, location: string) =>
  void response.writeHead(302, { location }).end();

/** A server of images on another site, and of what else such a server may answer. */
async function otherSite() {
  let open = 0;
  let released = false;
  const held: ServerResponse[] = [];
  let most = 0;
  const requests: string[] = [];
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/image.png': (response) => void response.setHeader('content-type', 'image/png').end(png),
    // The type is decided by the content.
    '/wrong-type': (response) => void response.setHeader('content-type', 'text/html').end(png),
    '/moved': (response) => redirect(response, '/image.png'),
    '/loop': (response) => redirect(response, '/loop'),
    '/to-metadata': (response) => redirect(response, 'http://169.254.169.254/latest/meta-data'),
    '/to-file': (response) => redirect(response, 'file:///etc/passwd'),
    '/page.png': (response) => void response.setHeader('content-type', 'image/png').end('<html>'),
    '/drawing': (response) =>
      void response
        .setHeader('content-type', 'image/svg+xml')
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/cut': (response) => void response.end(png.subarray(0, png.length / 2)),
    '/missing': (response) => void response.writeHead(404).end(),
    '/endless': (response) => {
      const more = () => {
        while (!response.destroyed) if (!response.write(Buffer.alloc(100_000))) return;
      };
      response.on('drain', more);
      more();
    },
    '/large': (response) =>
      void response.writeHead(200, { 'content-length': String(uploadFileBytes + 1) }).write('x'),
    '/broken': (response) => void response.destroy(),
    '/held': (response) => void (released ? response.end(png) : held.push(response)),
  };
  const server = createServer(({ url = '' }, response) => {
    requests.push(url);
    open++;
    most = Math.max(most, open);
    response.on('close', () => open--);
    (answers[url.replace(/\?.*/, '')] ?? answers['/missing'])?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    most: () => most,
    release: () => {
      released = true;
      for (const response of held.splice(0)) response.end(png);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

onEachDatabase('images of other sites', (kind) => {
  let site: ApiSite;
  let other: Awaited<ReturnType<typeof otherSite>>;
  beforeAll(async () => {
    other = await otherSite();
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
  });
  afterAll(async () => {
    // The full queue is logged, as with uploads.
    expect(site.errors.filter((error) => !error.includes('Busy: '))).toEqual([]);
    await site.dispose();
    await other.close();
  });

  const fetchImage = async (url: string, postId?: number) =>
    site.admin.post<Image>('/webapi/api/admin/image/fetch', {
      post_id: postId ?? (await site.createPost()).id,
      url,
    });

  test.each(['/image.png', '/wrong-type', '/moved', '/image.png?size=large'])(
    '%s is added to the post',
    async (path) => {
      const { id } = await site.createPost();
      const { status, body } = await fetchImage(other.url + path, id);
      expect(status).toBe(201);
      expect(body).toMatchObject({ post_id: id, main_image: 1, width: 40, height: 30, alt: '' });
      const file = await fetch(new URL(body.file_path, site.url));
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
      await file.arrayBuffer();
      expect(await readdir(site.blog.uploadFolder)).toEqual([]);
    },
  );

  test.each([
    ['/page.png', 415],
    ['/drawing', 415],
    ['/cut', 422],
    ['/missing', 422],
    ['/loop', 422],
    ['/to-metadata', 422],
    ['/to-file', 422],
    ['/endless', 413],
    ['/large', 413],
    ['/broken', 422],
  ])('%s is refused with %i and nothing is stored', async (path, expected) => {
    const before = await site.files();
    const { status } = await fetchImage(other.url + path);
    expect(status).toBe(expected);
    expect(await site.files()).toEqual(before);
    expect(await readdir(site.blog.uploadFolder)).toEqual([]);
  });

  describe('URLs', () => {
    test.each([
      'http://10.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://[::ffff:10.0.0.1]/a.png',
      'http://2130706434/a.png',
      'http://169.254.169.254/a.png',
      'http://user:secret@example.org/a.png',
      'https://example.org:22/a.png',
      'file:///etc/passwd',
      'data:image/png;base64,AA==',
      'javascript:alert(1)',
      '/images/a.png',
      'a',
      '',
    ])('%s is refused', async (url) => {
      const { status, body } = await fetchImage(url);
      expect(status).toBe(422);
      expect(JSON.stringify(body)).not.toContain('secret');
    });

    test('one that is too long is refused', async () => {
      expect((await fetchImage(`${other.url}/${'a'.repeat(4000)}`)).status).toBe(422);
    });
  });

  test('nothing is fetched for a post that does not exist', async () => {
    const before = other.requests.length;
    expect((await fetchImage(`${other.url}/image.png`, 999_999)).status).toBe(404);
    expect(other.requests).toHaveLength(before);
  });

  test('two are fetched at a time, and more than the queue holds are refused', async () => {
    const { id } = await site.createPost();
    const statuses: number[] = [];
    const calls = Array.from({ length: 30 }, async (_, index) => {
      statuses.push((await fetchImage(`${other.url}/held?${index}`, id)).status);
    });
    await expect.poll(() => statuses).toEqual(Array(8).fill(503));
    other.release();
    await Promise.all(calls);
    expect(statuses.slice(8)).toEqual(Array(22).fill(201));
    expect(other.most()).toBeLessThanOrEqual(2);
  });
});
