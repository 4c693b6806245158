import { afterAll, beforeAll, expect, test } from 'vitest';
import { rerenderPosts } from '../../src/core/posts/rerender.ts';
import { catalogs } from '../../src/platform/web/messages/catalogs.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('the language of the site', (kind) => {
  let site: ApiSite;
  let path: string;
  let postId: number;
  beforeAll(async () => {
    site = await apiSite(kind);
    const post = await site.createPost({
      post_title: 'A walk',
      post_content: '<aside class="callout tip"><p>Take water.</p></aside><h2>Map</h2>',
      post_date: '2026-01-31T23:30:00.000Z',
    });
    postId = post.id;
    path = `/post/${post.post_title_web}`;
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const page = async (url: string) =>
    (await site.visitor().get<string>(url, { headers: { accept: 'text/html' } })).text;
  const change = (settings: object) => site.admin.put('/webapi/api/admin/site', settings);

  test('is validated', async () => {
    for (const language of ['', 'english', 'de_DE', 'x'])
      expect((await change({ language })).status, language).toBe(422);
    for (const time_zone of ['', 'Mars/Olympus', '+02:00'])
      expect((await change({ time_zone })).status, time_zone).toBe(422);
    expect((await change({ language: 'PT-br' })).body).toMatchObject({ language: 'pt-BR' });
    await change({ language: 'en' });
  });

  test('changes cached pages at once: texts, direction, dates and feeds', async () => {
    expect(await page(path)).toContain('January 31, 2026');
    expect(await page('/')).toContain('lang="en"');
    await change({ language: 'de', time_zone: 'Europe/Berlin' });
    const post = await page(path);
    expect(post).toMatch(/<html[^>]* lang="de" dir="ltr"/);
    expect(post).toContain('1. Februar 2026');
    expect(post).toContain('Das ist schrecklich');
    expect(post).toContain('"inLanguage":"de"');
    expect(post).toContain('og:locale" content="de_DE"');
    expect((await site.visitor().get('/feed.xml')).text).toContain('<language>de</language>');
    await change({ language: 'ar' });
    expect(await page('/')).toMatch(/<html[^>]* lang="ar" dir="rtl"/);
    await change({ language: 'en-GB', time_zone: 'UTC' });
    expect(await page(path)).toContain('31 January 2026');
    expect(await page(path)).toContain('This is Terrible');
  });

  test('is that of messages in API answers', async () => {
    await change({ language: 'fr' });
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const { status, body } = await visitor.post<{ error: { message: string } }>(
      `/webapi/api/posts/comment/${postId}`,
      { comment_text: 'no' },
    );
    expect(status).toBe(422);
    expect(body.error.message).toBe(catalogs.fr?.commentTooShort);
  });

  test('is that of labels in posts without a language of their own, once they are rendered again', async () => {
    const other = await site.createPost({
      post_title: 'Ein Gang',
      post_content: '<aside class="callout tip"><p>Wasser!</p></aside>',
      language: 'de',
    });
    expect(await page(`/post/${other.post_title_web}`)).toContain('<strong>Tipp</strong>');
    await change({ language: 'ja' });
    await rerenderPosts(site.blog);
    expect(await page(path)).toContain('<strong>ヒント</strong>');
    expect(await page(path)).toContain('aria-label="「Map」へのリンク"');
    expect(await page(`/post/${other.post_title_web}`)).toContain('<strong>Tipp</strong>');
    await change({ language: 'en' });
    await rerenderPosts(site.blog);
    expect(await page(path)).toContain('<strong>Tip</strong>');
  });
});
