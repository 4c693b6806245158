import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

let server: TestSite;
let owner: Client;
beforeAll(async () => {
  server = await startSite();
  owner = new Client(server.url);
  await owner.login();
});
afterAll(() => server.dispose());

const imageOf = async (path: string) => {
  const html = await (await fetch(server.url + path)).text();
  return /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
};

test('pages without their own image have the card image of the site', async () => {
  const urls = new Set<string>();
  for (const path of ['/', '/?view=compact', '/apps/there', '/tag/nothing']) urls.add(await imageOf(path));
  expect(urls.size).toBe(1);
  const [url = ''] = urls;
  expect(url).toMatch(/^http:\/\/.*\/card\/site-[0-9a-f]{16}\.png$/);
  const image = await fetch(url);
  expect([image.status, image.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000']);
  expect(await sharp(Buffer.from(await image.arrayBuffer())).metadata()).toMatchObject({
    format: 'png',
    width: 1200,
    height: 630,
  });

  await owner.put('/webapi/api/admin/site', { site_name: 'Quite another name' });
  const renamed = await imageOf('/');
  expect(renamed).not.toBe(url);
  const old = await fetch(url, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([302, new URL(renamed).pathname]);
});
