import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdminPost, Post } from '../../src/core/posts/api/posts.ts';
import type { Draft } from '../../src/core/posts/api/writing.ts';
import type { Restored } from '../../src/core/posts/bin/api.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

/** The built server with its page cache: every page is read before the change that it has to show. */
onEachDatabase('translations', (kind) => {
  let site: ApiSite;
  let english: Post;
  let german: Post;
  let count = 0;

  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });
  beforeEach(async () => {
    count++;
    english = await site.createPost({ post_title: `Tea ${count}` });
    german = await site.createPost({
      post_title: `Tee ${count}`,
      language: 'de',
      translation_of: english.id,
    });
  });

  const change = (id: number, body: unknown) =>
    site.admin.put<Post & { error: { message: string } }>(`/webapi/api/posts/${id}`, body);
  const remove = (id: number) => site.admin.delete(`/webapi/api/posts/${id}`);
  const restore = async (...ids: number[]) => {
    const items = ids.map((id) => ({ kind: 'post', id }));
    return (await site.admin.post<Restored[]>('/webapi/api/admin/bin/restore', { items })).body;
  };
  const seenBy = async (client: ApiSite['admin'], id: number) =>
    (await client.get<[Post]>(`/webapi/api/posts/${id}`)).body[0].translations;
  const idsFor = async (id: number) => (await seenBy(site.admin, id)).map((translation) => translation.id);
  const page = async ({ post_title_web }: Pick<Post, 'post_title_web'>) => {
    const path = post_title_web.startsWith('/') ? post_title_web : `/post/${post_title_web}`;
    return String((await site.visitor().get(path)).text);
  };
  /** What the page of a post shows: languages for search engines, and links for readers. */
  const shown = async (post: Pick<Post, 'post_title_web'>) => {
    const html = await page(post);
    return {
      alternates: Object.fromEntries(
        [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(
          ([, language = '', url = '']) => [language, new URL(url).pathname],
        ),
      ),
      links: [
        ...html.matchAll(/<a href="([^"]+)" rel="alternate" lang="([^"]+)" hrefLang="\2">([^<]+)/gi),
      ].map(([, url, , name]) => `${name} ${url}`),
    };
  };
  const pathOf = ({ post_title_web }: Pick<Post, 'post_title_web'>) => `/post/${post_title_web}`;
  const nothing = { alternates: {}, links: [] };

  test('are linked both ways, on pages and in the API', async () => {
    expect(await seenBy(site.admin, english.id)).toEqual([
      {
        id: german.id,
        language: 'de',
        post_title: german.post_title,
        post_title_web: german.post_title_web,
        active: 1,
      },
    ]);
    expect(german.translations).toMatchObject([{ id: english.id, language: 'en' }]);
    const alternates = { en: pathOf(english), de: pathOf(german), 'x-default': pathOf(english) };
    expect(await shown(english)).toEqual({ alternates, links: [`Deutsch ${pathOf(german)}`] });
    expect(await shown(german)).toEqual({ alternates, links: [`English ${pathOf(english)}`] });
    expect(await page(english)).toContain('Also in:');
    expect(await page(english)).toContain('"workTranslation":[{"@type":"BlogPosting","inLanguage":"de"');

    const listed = await site.admin.get<AdminPost[]>('/webapi/api/admin/posts');
    const found = listed.body.find(({ id }) => id === english.id);
    expect(found?.translations.map(({ id }) => id)).toEqual([german.id]);
  });

  test('a third one appears on the cached pages of both, and leaves them', async () => {
    await Promise.all([shown(english), shown(german)]);
    const french = await site.createPost({ post_title: `Thé ${count}`, language: 'fr' });
    await shown(french);
    expect((await change(french.id, { translation_of: german.id })).body.translations).toHaveLength(2);
    expect((await shown(english)).links).toEqual([`Deutsch ${pathOf(german)}`, `Français ${pathOf(french)}`]);
    expect(Object.keys((await shown(german)).alternates)).toEqual(['de', 'en', 'fr', 'x-default']);
    expect(Object.keys((await shown(french)).alternates)).toEqual(['fr', 'en', 'de', 'x-default']);

    await change(german.id, { translation_of: null });
    expect(await shown(german)).toEqual(nothing);
    expect((await shown(english)).links).toEqual([`Français ${pathOf(french)}`]);
    // A group of one is none.
    await change(french.id, { translation_of: null });
    expect(await shown(english)).toEqual(nothing);
    const left = await site.blog.db
      .selectFrom('posts')
      .select('translation_group')
      .where('id', '=', english.id);
    expect(await left.execute()).toEqual([{ translation_group: null }]);
  });

  test('an inactive one is shown to the owner only, and to readers once it is active', async () => {
    await shown(english);
    await change(german.id, { active: false });
    expect(await shown(english)).toEqual(nothing);
    expect(await seenBy(site.visitor(), english.id)).toEqual([]);
    expect(await page(english)).not.toContain(german.post_title);
    expect(await seenBy(site.admin, english.id)).toMatchObject([{ id: german.id, active: 0 }]);

    await change(german.id, { active: true });
    expect((await shown(english)).links).toEqual([`Deutsch ${pathOf(german)}`]);
    expect(await seenBy(site.visitor(), english.id)).toMatchObject([{ id: german.id, active: 1 }]);
  });

  test('cached pages follow a new web title, title and language', async () => {
    await Promise.all([shown(english), seenBy(site.visitor(), english.id)]);
    const { body } = await change(german.id, {
      post_title: 'Grüner Tee',
      post_title_web: `gruener-tee-${count}`,
    });
    expect((await shown(english)).links).toEqual([`Deutsch ${pathOf(body)}`]);
    expect(await seenBy(site.visitor(), english.id)).toMatchObject([{ post_title: 'Grüner Tee' }]);

    await change(german.id, { language: 'es' });
    expect((await shown(english)).links).toEqual([`Español ${pathOf(body)}`]);
    expect((await shown(english)).alternates).toMatchObject({ es: pathOf(body) });
  });

  test('the language of the site counts for posts without one', async () => {
    await shown(english);
    await site.admin.put('/webapi/api/admin/site', { language: 'fr' });
    try {
      expect(await shown(german)).toEqual({
        alternates: { fr: pathOf(english), de: pathOf(german), 'x-default': pathOf(english) },
        links: [`Français ${pathOf(english)}`],
      });
      expect(await page(german)).toContain('Aussi en');
      expect((await change(german.id, { language: 'fr' })).status).toBe(409);
    } finally {
      await site.admin.put('/webapi/api/admin/site', { language: 'en' });
    }
  });

  test('each language is in a group once', async () => {
    const second = await site.createPost({ post_title: 'Noch ein Tee', language: 'de' });
    const refused = await change(second.id, { translation_of: english.id, post_title: 'Half saved' });
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      `“${german.post_title}” is already the version in German. Translations of each other have different languages: please set the language first.`,
    ]);
    const unchanged = await site.admin.get<[Post]>(`/webapi/api/posts/${second.id}`);
    expect(unchanged.body[0]).toMatchObject({ post_title: 'Noch ein Tee', translations: [] });
    expect((await change(german.id, { language: 'en' })).status).toBe(409);
    expect((await change(german.id, { language: '' })).status).toBe(409);
    const alone = await site.createPost({ post_title: 'Alone' });
    expect((await change(alone.id, { translation_of: english.id })).status).toBe(409);
    const created = { post_title: 'New', active: true, translation_of: english.id };
    expect((await site.admin.post('/webapi/api/posts', created)).status).toBe(409);
    // Both at once.
    expect((await change(second.id, { translation_of: english.id, language: 'ja' })).status).toBe(200);
    expect(await idsFor(english.id)).toEqual([german.id, second.id]);
    // What it is already, sent back.
    expect((await change(second.id, { translation_of: german.id, language: 'ja' })).status).toBe(200);
    expect(await idsFor(english.id)).toEqual([german.id, second.id]);
  });

  test('refuse the post itself, an unknown one and the other kind', async () => {
    const about = await site.createPost({
      kind: 'page',
      post_title: 'About',
      post_title_web: `/about-${count}`,
    });
    const refusals = [
      [german.id, 'A post cannot be a translation of itself.'],
      [
        2_000_000_000,
        'The post that this is a translation of does not exist any more. Please choose another one.',
      ],
      [about.id, 'A post cannot be a translation of a page, or a page of a post.'],
    ] as const;
    for (const [translation_of, message] of refusals) {
      const { status, body } = await change(german.id, { translation_of });
      expect([status, body.error.message]).toEqual([422, message]);
    }
    expect((await change(german.id, { translation_of: 'x' })).status).toBe(422);
    expect(await idsFor(german.id)).toEqual([english.id]);
  });

  test('pages are linked like posts', async () => {
    const about = await site.createPost({ kind: 'page', post_title: 'About', post_title_web: `/a-${count}` });
    await shown(about);
    const arabic = await site.createPost({
      kind: 'page',
      post_title: 'حول',
      post_title_web: `/ar/a-${count}`,
      language: 'ar',
      translation_of: about.id,
    });
    expect(await shown(about)).toEqual({
      alternates: { en: `/a-${count}`, ar: `/ar/a-${count}`, 'x-default': `/a-${count}` },
      links: [`العربية /ar/a-${count}`],
    });
    expect((await shown(arabic)).links).toEqual([`English /a-${count}`]);
  });

  test('a deleted one leaves the pages and returns from the bin, both too', async () => {
    await shown(english);
    await remove(german.id);
    expect(await shown(english)).toEqual(nothing);
    expect(await idsFor(english.id)).toEqual([]);
    expect(await restore(german.id)).toMatchObject([{ restored: true, message: '' }]);
    expect((await shown(english)).links).toEqual([`Deutsch ${pathOf(german)}`]);

    await remove(german.id);
    await remove(english.id);
    await restore(english.id, german.id);
    expect((await shown(english)).links).toEqual([`Deutsch ${pathOf(german)}`]);
    expect((await shown(german)).links).toEqual([`English ${pathOf(english)}`]);
  });

  test('a deleted one returns alone when its language has been taken', async () => {
    await remove(german.id);
    const other = await site.createPost({ post_title: 'Tee', language: 'de', translation_of: english.id });
    expect(await restore(german.id)).toMatchObject([
      {
        restored: true,
        message: 'Another translation has its language now, so it is not linked to the translations it had.',
      },
    ]);
    expect(await shown(german)).toEqual(nothing);
    expect(await idsFor(english.id)).toEqual([other.id]);
  });

  test('a duplicate is no translation', async () => {
    const copy = await site.admin.post<Post>(`/webapi/api/admin/posts/${german.id}/duplicate`);
    expect([copy.status, copy.body.translations]).toEqual([201, []]);
    expect(await idsFor(english.id)).toEqual([german.id]);
  });

  test('the sitemap names the languages of each post, and follows', async () => {
    const entry = async ({ post_title_web }: Post) => {
      const { text } = await site.visitor().get('/sitemap.xml');
      expect(String(text)).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
      const found = String(text)
        .split('<url>')
        .find((part) => part.includes(`/post/${post_title_web}</loc>`));
      return [...(found ?? '').matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)"/g)].map(([, l]) => l);
    };
    expect(await entry(english)).toEqual(['en', 'de', 'x-default']);
    expect(await entry(german)).toEqual(['en', 'de', 'x-default']);
    await site.createPost({ post_title: 'Tè', language: 'it', translation_of: english.id });
    expect(await entry(german)).toEqual(['en', 'de', 'it', 'x-default']);
  });

  test('drafts keep what was chosen', async () => {
    const id = crypto.randomUUID();
    const sent = await site.admin.put<Draft>(`/webapi/api/admin/drafts/${id}`, {
      post_id: null,
      post_title: 'Tè',
      post_content: '',
      post_title_web: '',
      active: false,
      scheduled_date: null,
      version: 0,
      sequence: 1,
      settings: { translation_of: english.id, language: 'it' },
    });
    expect(sent.status).toBeLessThan(300);
    const { body } = await site.admin.get<Draft>(`/webapi/api/admin/drafts/${id}`);
    expect(body.settings).toEqual({ translation_of: english.id, language: 'it' });
  });

  test('two posts that take the same language at once: one is refused', async () => {
    const posts = await Promise.all(
      [1, 2, 3, 4].map((n) => site.createPost({ post_title: `Te ${n}`, language: 'es' })),
    );
    const answers = await Promise.all(posts.map(({ id }) => change(id, { translation_of: english.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await seenBy(site.admin, english.id)).toHaveLength(2);
  });
});
