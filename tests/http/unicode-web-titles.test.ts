import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('web titles in other scripts', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const visit = (path: string) =>
    fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });

  test('Japanese is kept, and each spelling of its URL leads to one', async () => {
    const post = await site.createPost({ post_title: 'パリの空', active: true });
    expect(post.post_title_web).toBe('パリの空');
    const encoded = `/post/${encodeURIComponent('パリの空')}`;
    // fetch encodes the path as a browser does.
    for (const path of [encoded, '/post/パリの空']) {
      const answer = await visit(path);
      expect(answer.status, path).toBe(200);
      expect(await answer.text()).toContain(`<link rel="canonical" href="${site.blog.siteUrl()}${encoded}"`);
    }
    for (const other of [
      `/post/${encodeURIComponent('パリの空'.normalize('NFD'))}`,
      encoded.toLowerCase(),
      `${encoded}/`,
    ]) {
      const answer = await visit(other);
      expect([answer.status, answer.headers.get('location')], other).toEqual([301, encoded]);
    }
    for (const file of ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap-1.xml']) {
      const answer = await fetch(site.url + file, { headers: { accept: '*/*' } });
      if (answer.status === 200) expect(await answer.text(), file).toContain(encoded);
    }
  });

  test('are a choice of the owner for other scripts', async () => {
    const webTitle = async () => (await site.createPost({ post_title: 'Привет, Мир' })).post_title_web;
    expect(await webTitle()).toBe('privet-mir');
    await site.admin.put('/webapi/api/admin/site', { web_titles: 'unicode' });
    expect(await webTitle()).toBe('привет-мир');
    expect(await webTitle()).toBe('привет-мир-2');
    await site.admin.put('/webapi/api/admin/site', { web_titles: 'transliterate' });
  });

  test('can be chosen by hand, and old ones redirect', async () => {
    const { id } = await site.createPost({ post_title: 'Sea', active: true });
    const change = (post_title_web: string) =>
      site.admin.put<Post>(`/webapi/api/posts/${id}`, { post_title_web });
    expect((await change('море'.normalize('NFD'))).body.post_title_web).toBe('море');
    for (const wrong of ['Море', 'größe', 'а--б', 'а б']) expect((await change(wrong)).status).toBe(422);
    await change('sea-side');
    const answer = await visit(`/post/${encodeURIComponent('море')}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/post/sea-side']);
  });
});
