import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { startSite, type TestSite } from '../support/site.ts';

onEachDatabase('the Markdown of posts and pages', (kind) => {
  let temporary: TemporaryDatabase;
  let server: TestSite;
  let owner: Client;

  beforeAll(async () => {
    temporary = await migratedDatabase(kind);
    const { dataDir, databaseUrl } = temporary.config;
    server = await startSite({
      env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    });
    owner = new Client(server.url);
    await owner.login();
  });
  afterAll(async () => {
    await server?.dispose();
    await temporary.dispose();
  });

  const create = async (values: object) => (await owner.post<Post>('/webapi/api/posts', values)).body;
  const read = (path: string, options: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...options });

  test('is served with front matter, from the cache, and follows each change', async () => {
    const post = await create({
      post_title: 'Tea: "green"',
      post_content: '<h2>Leaves</h2><p>Some <strong>tea</strong>.</p>',
      active: true,
      post_date: '2024-05-06T07:08:09Z',
      tags: ['tea'],
    });
    await owner.put('/webapi/api/admin/tags/tea', { display_name: 'Fine tea' });
    const path = `/post/${post.post_title_web}`;
    expect(await (await read(path)).text()).toContain(
      `<link rel="alternate" type="text/markdown" href="${path}.md"/>`,
    );
    const first = await read(`${path}.md`);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(first.headers.get('link')).toMatch(/\/post\/tea-green>; rel="canonical"$/);
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(await first.text()).toBe(`---
title: "Tea: \\"green\\""
date: "2024-05-06T07:08:09.000Z"
url: "${server.url}/post/tea-green"
description: "Leaves Some tea."
tags: ["Fine tea"]
---

## Leaves

Some **tea**.
`);
    const etag = first.headers.get('etag') ?? '';
    expect((await read(`${path}.md`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await read(`${path}.md`, { method: 'HEAD' })).status).toBe(200);
    expect((await read(`${path}.md`, { method: 'POST' })).status).toBe(405);
    await owner.put(`/webapi/api/posts/${post.id}`, { post_content: '<p>Coffee</p>' });
    expect(await (await read(`${path}.md`)).text()).toMatch(/\n---\n\nCoffee\n$/);
    await owner.put('/webapi/api/admin/tags/tea', { display_name: 'Tee' });
    expect(await (await read(`${path}.md`)).text()).toContain('tags: ["Tee"]');
  });

  test('is moved, gone, missing and private as the page is', async () => {
    const post = await create({ post_title: 'Old', post_content: '<p>Text</p>', active: true });
    await owner.put(`/webapi/api/posts/${post.id}`, { post_title_web: 'new' });
    const moved = await read('/post/old.md');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/post/new.md']);
    await owner.put(`/webapi/api/posts/status/${post.id}/0`);
    expect((await read('/post/new.md')).status).toBe(404);
    const own = await owner.get<string>('/post/new.md');
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    await owner.put(`/webapi/api/posts/status/${post.id}/1`);
    expect((await read('/post/new.md')).status).toBe(200);
    await owner.delete(`/webapi/api/posts/${post.id}`);
    expect((await read('/post/new.md')).status).toBe(410);
    expect((await read('/post/unknown.md')).status).toBe(404);
    expect((await read('/post/.md')).status).toBe(404);
    expect((await read('/unknown.md')).status).toBe(404);
  });

  test('pages have it at their path', async () => {
    await create({
      kind: 'page',
      post_title: 'Ünder',
      post_content: '<p>Page</p>',
      post_title_web: '/legal/日本',
      active: true,
    });
    const path = `/legal/${encodeURIComponent('日本')}`;
    expect(await (await read(`${path}.md`)).text()).toMatch(/^---\ntitle: "Ünder"\n[\s\S]*\n---\n\nPage\n$/);
    expect(await (await read(path)).text()).toContain(`type="text/markdown" href="${path}.md"/>`);
    expect((await read('/legal.md')).status).toBe(404);
  });
});
