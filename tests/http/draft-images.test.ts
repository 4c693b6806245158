import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../src/core/feeds/discovery.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Menu } from '../../src/core/site/api/menu.ts';
import { fediverseUrls } from '../../src/features/fediverse/urls.ts';
import { copySite } from '../../src/features/publish/copy-site.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';

let site: ApiSite;
let shown: { post: Post; hash: string };
/** Posts and pages that were never public, each with an image of its own. */
const hidden: { post: Post; image: Image; hash: string }[] = [];

beforeAll(async () => {
  site = await apiSite('sqlite');
  await site.admin.put('/webapi/api/admin/site', {
    fediverse: 'article',
    websub_hub: 'https://hub.example/',
  });
  shown = await withImage({ post_title: 'Shown', active: true });
  const inactive = { active: false, language: 'de', translation_of: shown.post.id };
  hidden.push(await withImage({ post_title: 'Draft', ...inactive }));
  hidden.push(
    await withImage({ post_title: 'Later', active: false, scheduled_date: '2099-01-01T00:00:00Z' }),
  );
  hidden.push(await withImage({ post_title: 'Page', active: false, kind: 'page', post_title_web: '/page' }));
  const { body } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
    category_path: 'travel',
  });
  for (const { post } of [shown, ...hidden.slice(0, 2)]) {
    await site.admin.put(`/webapi/api/admin/cat/${post.id}/${body.id}`);
    await site.admin.post(`/webapi/api/tag/${post.id}/sea`);
  }
  const menu = await site.admin.get<Menu>('/webapi/api/admin/menu');
  const header = hidden.map(({ post: { id } }) => ({ label: '', target: { kind: 'post', id } }));
  await site.admin.put('/webapi/api/admin/menu', { version: menu.body.version, header, footer: [] });
});
afterAll(() => site.dispose());

async function withImage(values: object): Promise<{ post: Post; image: Image; hash: string }> {
  const post = await site.createPost({ post_content: '<p>Words.</p>', ...values });
  const form = new FormData();
  form.set('post_id', String(post.id));
  const create = { width: 900, height: post.id, channels: 3 as const, background: '#123456' };
  form.set('image', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'image.png');
  const [image] = (await site.admin.post<Image[]>('/webapi/image', form)).body as [Image];
  const html = `<p>Words.</p><p><img src="${image.file_path}" alt=""></p>`;
  await site.admin.put(`/webapi/api/posts/${post.id}`, { post_content: html });
  const [hash = ''] = /[0-9a-f]{16,}/.exec(image.file_path) ?? [];
  expect(hash).not.toBe('');
  return { post, image, hash };
}

const namesOf = ({ post }: { post: Post }) => [
  `/post/${post.post_title_web}`,
  `/post/${post.post_title_web}.md`,
  `/post?name=${post.id}`,
  `/card/${post.id}-0000000000000000.png`,
  `/webapi/api/posts/${post.id}`,
  `/webapi/api/posts/${post.id}/direct`,
  `/webapi/api/posts/${encodeURIComponent(post.post_title_web)}/directByTitle`,
];

/** Everything that a visitor can ask for without knowing the name of an image. */
const publicPaths = () => [
  ...['/', '/?view=compact', '/filter/travel', '/tag/sea', '/archive', '/topics', '/page', '/page.md'],
  '/search?q=words',
  ...['', '/filter/travel', '/tag/sea'].flatMap((list) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((file) => `${list}/${file}`),
  ),
  ...Object.keys(documents),
  '/sitemap-1.xml',
  '/webapi/getposts',
  '/webapi/api/posts/100/0/!null/!null',
  '/webapi/api/posts/tag/100/sea',
  '/webapi/api/posts/travel/0/random',
  '/webapi/api/search/100/0?q=words',
  '/webapi/api/image',
  '/webapi/api/site',
  fediverseUrls.outbox,
  `${fediverseUrls.outbox}?page=1`,
  ...[shown, ...hidden].flatMap(namesOf),
];

test('images of posts that were never public are in no public list and on no public page', async () => {
  const visitor = site.visitor();
  const showing: string[] = [];
  for (const at of publicPaths()) {
    const { text } = await visitor.get(at);
    for (const { hash } of hidden) expect([at, text.includes(hash)]).toEqual([at, false]);
    if (text.includes(shown.hash)) showing.push(at);
  }
  // The image of a public post is on the same pages, so that they would have shown the others.
  expect(showing).toEqual(
    expect.arrayContaining([
      '/',
      '/tag/sea',
      '/feed.xml',
      '/webapi/getposts',
      `${fediverseUrls.outbox}?page=1`,
    ]),
  );
  expect((await visitor.get('/webapi/api/image')).status).toBe(401);
});

test('a static copy of the site does not contain them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-copy-'));
  try {
    await copySite(site.blog, folderTarget(path.join(folder, 'copy')));
    const files = globSync('**/*.*', { cwd: path.join(folder, 'copy') });
    const holding = (hash: string) =>
      files.filter(
        (name) =>
          name.includes(hash) || readFileSync(path.join(folder, 'copy', name), 'latin1').includes(hash),
      );
    expect(holding(shown.hash)).not.toEqual([]);
    for (const { hash } of hidden) expect(holding(hash)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('only the name of the file is needed to see one', async () => {
  for (const { image } of hidden) expect((await fetch(site.url + image.file_path)).status).toBe(200);
});
