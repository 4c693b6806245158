import sharp from 'sharp';
import { expect } from 'vitest';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';

export { makeRelease, nextVersion } from './make-release.ts';

/** What every form of a release has to keep through restarts, upgrades and restores. */
const title = 'From the package';
const name = 'from-the-package';
const path = `/post/${name}`;
const width = 600;
const thumbnailWidth = 320;

export type Owner = { username?: string; password?: string };

async function signIn(url: string, { username, password }: Owner): Promise<Client> {
  const client = new Client(url);
  const { status } = await client.login(username, password);
  expect(status, `signing in at ${url}`).toBe(200);
  return client;
}

/** Signs in and publishes a post with an image. The default is `ADMIN_PASSWORD=correct horse battery`. */
export async function publishPost(url: string, owner: Owner = {}): Promise<void> {
  const client = await signIn(url, owner);
  const { status, body: post } = await client.post<Post>('/webapi/api/posts', {
    post_title: title,
    post_content: '<p>Hello</p><pre><code class="language-js">const a = 1;</code></pre>',
    active: true,
  });
  expect(status, 'publishing the post').toBe(201);
  const image = await sharp({ create: { width, height: 400, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('post_id', String(post.id));
  form.set('cover', new Blob([new Uint8Array(image)]), 'image.png');
  const uploaded = await client.post<Image[]>('/webapi/api/image', form);
  expect(uploaded.status, 'uploading the image').toBe(201);
}

/** The post, every size of its image, the scripts of its page, and signing in to the admin area work. */
export async function checkPost(url: string, owner: Owner = {}): Promise<void> {
  const page = await fetch(new URL(path, url));
  const html = await page.text();
  expect(page.status, path).toBe(200);
  expect(html).toContain(title);
  for (const asset of assetsIn(html))
    expect((await fetch(new URL(asset, url))).status, `${asset} of ${path}`).toBe(200);

  const found = await fetch(new URL(`/webapi/api/posts/${name}/directByTitle`, url));
  const { images } = (await found.json()) as { images: Image[] };
  expect(images, 'the images of the post').toHaveLength(1);
  for (const image of images) {
    expect(html, 'the page shows the image').toContain(image.file_path);
    expect(await imageWidth(new URL(image.file_path, url))).toBe(width);
    expect(await imageWidth(new URL(image.file_path_thumbnail, url))).toBe(thumbnailWidth);
    expect(await imageWidth(new URL(image.file_path_largest, url))).toBe(width);
  }

  const client = await signIn(url, owner);
  expect((await client.get('/webapi/api/admin/posts')).text, 'All Posts').toContain(title);
  expect((await client.get('/admin')).status, 'the admin area').toBe(200);
}

/** The scripts and style sheets that a page loads. */
export const assetsIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);

async function imageWidth(url: URL): Promise<number | undefined> {
  const response = await fetch(url);
  expect(response.status, url.pathname).toBe(200);
  return (await sharp(await response.arrayBuffer()).metadata()).width;
}
