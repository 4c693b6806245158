import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { relistAll } from '../../src/core/posts/lists/store/listings.ts';
import type { SearchHit } from '../../src/core/posts/search/api.ts';
import { indexMissing } from '../../src/core/posts/search/search.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const anything = fc
  .uint16Array({ maxLength: 60 })
  .map((units) => String.fromCharCode(...units).toWellFormed());

onEachDatabase('search', { always: 'Each database searches in its own way.' }, (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const search = (query: string, place = '10/0') =>
    site.visitor().get<SearchHit[]>(`/webapi/api/search/${place}?q=${encodeURIComponent(query)}`);
  const titles = async (query: string) => (await search(query)).body.map((hit) => hit.post_title);
  const count = async (query: string) => Number((await search(query)).headers.get('x-total-count'));

  describe('finds a post', () => {
    beforeAll(async () => {
      await site.createPost({ post_title: 'Crème brûlée', post_content: '<p>A burnt <b>custard</b>.</p>' });
      const walk = await site.createPost({
        post_title: 'A walk to the Straße',
        post_content: '<p>Kyōto in the rain</p><pre><code>const answer = 42;</code></pre>',
      });
      await site.admin.post(`/webapi/api/tag/${walk.id}/umbrella`);
      await site.createPost({ post_title: '東京へ行く', post_content: '<p>Привет, мир</p>' });
    });

    test.each([
      ['by title', 'brulee', 'Crème brûlée'],
      ['by content', 'custard', 'Crème brûlée'],
      ['by code', 'answer 42', 'A walk to the Straße'],
      ['by tag', 'umbrella', 'A walk to the Straße'],
      ['by tag, title and content together', 'rain walk umbrella', 'A walk to the Straße'],
      ['by the beginning of a word', 'cust', 'Crème brûlée'],
      ['by one letter', 'u', 'A walk to the Straße'],
      ['without accents', 'kyoto', 'A walk to the Straße'],
      ['with other accents', 'KYÔTO', 'A walk to the Straße'],
      ['with transliterated letters', 'strasse', 'A walk to the Straße'],
      ['in Cyrillic', 'привет', '東京へ行く'],
      ['without spaces between words', '東京', '東京へ行く'],
    ])('%s: %s', async (_, query, title) => expect(await titles(query)).toEqual([title]));

    test('only if it has all words', async () => {
      expect(await titles('custard rain')).toEqual([]);
      expect(await count('custard rain')).toBe(0);
      expect(await titles('ustard')).toEqual([]);
    });

    test('and highlights the words in the excerpt', async () => {
      const [hit] = (await search('RAIN kyo')).body;
      expect(hit?.excerpt).toBe('<mark>Kyōto</mark> in the <mark>rain</mark> const answer = 42;');
      expect((await search('umbrella')).body[0]?.excerpt).toBe('Kyōto in the rain const answer = 42;');
    });
  });

  describe('keeps its index up to date', () => {
    test('when a post is activated, changed, tagged and deleted', async () => {
      const { id } = await site.createPost({ post_title: 'Quagga', post_content: '<p>x</p>', active: false });
      const path = `/webapi/api/posts/${id}`;
      const found = async () => [await count('quagga'), await count('zebra'), await count('stripes')];
      expect(await found()).toEqual([0, 0, 0]);
      await site.admin.put(`/webapi/api/posts/status/${id}/1`);
      expect(await found()).toEqual([1, 0, 0]);
      await site.admin.put(path, { post_content: '<p>A kind of zebra</p>' });
      expect(await found()).toEqual([1, 1, 0]);
      const tag = await site.admin.post<{ id: number }>(`/webapi/api/tag/${id}/stripes`);
      expect(await found()).toEqual([1, 1, 1]);
      await site.admin.delete(`/webapi/api/tag/${tag.body.id}`);
      await site.admin.put(path, { post_title: 'Plain' });
      expect(await found()).toEqual([0, 1, 0]);
      await site.admin.put(`/webapi/api/posts/status/${id}/0`);
      expect(await found()).toEqual([0, 0, 0]);
      await site.admin.put(`/webapi/api/posts/status/${id}/1`);
      await site.admin.delete(path);
      expect(await found()).toEqual([0, 0, 0]);
    });

    test('for posts inserted without indexing', async () => {
      const { db } = site.blog;
      const date = '2026-01-01T00:00:00.000Z';
      const row = {
        post_content: '<p>okapi</p>',
        card_html: '',
        card_truncated: 0,
        description: '',
        post_date: date,
      };
      const rows = Array.from({ length: 45 }, (_, number) => ({
        ...row,
        shown_html: null,
        post_title: 'Bulk',
        post_title_web: `bulk-${number}`,
        active: number % 5 === 4 ? 0 : 1,
        first_active_date: date,
      }));
      await db.insertInto('posts').values(rows).execute();
      await db.transaction().execute((tx) => relistAll(tx));
      expect(await count('okapi')).toBe(0);
      await indexMissing(site.blog);
      expect(await count('okapi')).toBe(36);
      await indexMissing(site.blog);
      expect(await count('okapi')).toBe(36);
    });
  });

  describe('sorts and paginates', () => {
    beforeAll(async () => {
      const filler = '<p>a quiet day with little to tell</p>'.repeat(5);
      await site.createPost({ post_title: 'One', post_content: `${filler}<p>lantern</p>` });
      await site.createPost({ post_title: 'Two', post_content: '<p>lantern lantern lantern lantern</p>' });
      await site.createPost({ post_title: 'The Lantern', post_content: '<p>x</p>' });
      const tagged = await site.createPost({ post_title: 'Four', post_content: '<p>y</p>' });
      await site.admin.post(`/webapi/api/tag/${tagged.id}/lantern`);
      for (let number = 0; number < 130; number++)
        await site.createPost({ post_title: number === 0 ? 'Marmot' : 'n', post_content: '<p>marmot</p>' });
    }, 180_000);

    test('with title before tag before text, frequent before rare', async () => {
      expect(await titles('lantern')).toEqual(['The Lantern', 'Four', 'Two', 'One']);
    });

    test('with a title match before any number of newer text matches', async () => {
      expect((await titles('marmot'))[0]).toBe('Marmot');
      expect(await count('marmot')).toBe(130);
    });

    test('with every hit on exactly one page', async () => {
      const ids: number[] = [];
      for (let offset = 0; offset < 200; offset += 50) {
        const { body, headers } = await search('marmot', `50/${offset}`);
        expect(headers.get('x-total-count')).toBe('130');
        ids.push(...body.map((hit) => hit.id));
      }
      expect(ids).toHaveLength(130);
      expect(new Set(ids).size).toBe(130);
    });

    test('within the limits of all lists', async () => {
      for (const place of ['0/0', '101/0', '10/-1', '10/1000001', 'x/0', '1e1/0'])
        expect((await search('marmot', place)).status, place).toBe(400);
      const { status, body } = await search('marmot', '100/1000000');
      expect([status, body]).toEqual([200, []]);
    });
  });

  describe('accepts any query', () => {
    const hostile = [
      '',
      ' ',
      '"',
      "'",
      "''",
      '"unclosed',
      'lantern"',
      "lantern' or 1=1 --",
      'lantern AND',
      'NOT lantern',
      'NEAR(lantern, 2)',
      'title:lantern',
      '{title tags} : lantern',
      'lantern*',
      '*',
      '^lantern',
      'lantern + custard',
      '(((',
      ')',
      ':*',
      'lantern:*',
      'lantern & !custard | x',
      '<->',
      "lantern':*A",
      '\\',
      '%',
      '_',
      '\u0000',
      'lan\u0000tern',
      '\u202elantern',
      '\ud800',
      '\ufeff\uffff',
      '🙂',
      'a'.repeat(7_000),
      'lantern '.repeat(700),
      '('.repeat(5_000),
      Array.from({ length: 500 }, (_, number) => `w${number}`).join(' '),
    ];

    test.each(hostile.map((query) => [query.slice(0, 30), query]))('%j', async (_, query) => {
      const { status } = await search(query.toWellFormed());
      expect(status).toBe(200);
    });

    test('and treats operators as words', async () => {
      for (const query of [
        'lantern"',
        '"lantern"',
        'lantern*',
        '(lantern',
        'lantern:*',
        '^lantern',
        "'lantern'",
      ])
        expect(await count(query), query).toBe(4);
      expect(await count('NOT lantern')).toBe(0);
      expect(await count('lantern OR custard')).toBe(0);
    });

    test('with arbitrary characters', async () => {
      await fc.assert(
        fc.asyncProperty(anything, async (query) => {
          expect((await search(query)).status).toBe(200);
        }),
        { numRuns: 60 },
      );
    });

    test('and a missing or repeated one', async () => {
      expect((await site.visitor().get('/webapi/api/search/5/0')).body).toEqual([]);
      expect((await site.visitor().get('/webapi/api/search/5/0?q=lantern&q[]=x&q=custard')).status).toBe(200);
    });
  });
});
