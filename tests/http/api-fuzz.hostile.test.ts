import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modules } from '../../src/modules.ts';
import type { Route } from '../../src/platform/http/api/route.ts';
import { routesOf } from '../../src/platform/module.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const table = routesOf(modules);

const json = { 'Content-Type': 'application/json' };

onEachDatabase('generated requests', (kind) => {
  let site: ApiSite;
  let visitor: ApiClient;
  beforeAll(async () => {
    site = await apiSite(kind, { SMTP_URL: 'smtp://127.0.0.1:1' });
    visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
  });
  afterAll(() => site.dispose());

  test('no generated request causes a server error', async () => {
    const { id } = await site.createPost();
    const oddText = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '1',
        '-1',
        '1.5',
        '1e9',
        '2147483648',
        '9'.repeat(30),
        'null',
        '!null',
        'NaN',
        'tag',
        'comment',
        '..',
        '.',
        '%00',
        "'",
        '";--',
        '🙂',
        'İ',
        '\u0000',
        '\ud800',
        '{}',
        '[]',
        '١',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constant(String(id)),
    );
    const value: fc.Arbitrary<unknown> = fc.oneof(
      oddText,
      fc.constantFrom(
        null,
        true,
        false,
        0,
        1,
        -1,
        1.5,
        1e308,
        2 ** 31,
        2 ** 53,
        [],
        {},
        [[]],
        [1],
        [2 ** 31],
        { a: { b: [] } },
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const names = [
      'post_title',
      'post_content',
      'active',
      'post_date',
      'version',
      'comment_text',
      'user_name',
      'website',
      'voteVal',
      'postId',
      'state',
      'ids',
      'username',
      'category_path',
      'title',
      'message',
      'site_name',
      'site_description',
      'thank_you_line',
      'fan_site_url',
      'fan_site_label',
      'contact_email',
      'theme_color',
      'display_name',
      'bio',
      'links',
    ];
    const body = fc.oneof(
      { weight: 5, arbitrary: fc.dictionary(fc.constantFrom(...names), value) },
      { weight: 1, arbitrary: value },
    );
    const queries = [
      'limit',
      'offset',
      'search',
      'status',
      'category',
      'sort',
      'order',
      'brief',
      'state',
      'ids',
      'q',
      '__proto__',
    ];
    // Hashing passwords is slow on purpose, and the test needs the site's users and sessions.
    const routes = table.filter(
      ({ path }) =>
        !path.includes('/users') &&
        !path.includes('/sessions') &&
        path !== '/api/admin/auth' &&
        !path.includes('twitter'),
    );
    const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%2e');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes.keys()),
        fc.array(oddText, { minLength: 5, maxLength: 5 }),
        fc.dictionary(fc.constantFrom(...queries), oddText, { maxKeys: 4 }),
        body,
        fc.boolean(),
        async (index, params, query, sent, signedIn) => {
          const route = routes[index] as Route;
          let next = 0;
          const path = route.path.replace(/:\w+/g, () => encoded(params[next++] ?? '') || '0');
          const search = new URLSearchParams(
            Object.entries(query).map(([name, text]) => [name, text.toWellFormed()]),
          );
          const client = signedIn ? site.admin : site.visitor();
          if (!signedIn) for (const [name, cookie] of visitor.cookies) client.cookies.set(name, cookie);
          const takesBody = route.method === 'POST' || route.method === 'PUT';
          const answer = await client.request(
            route.method,
            `/webapi${path}?${search}`,
            takesBody ? JSON.stringify(sent) : undefined,
            takesBody ? { headers: json } : {},
          );
          expect(answer.status).toBeLessThan(500);
        },
      ),
      { numRuns: 500 },
    );
    expect(site.errors).toEqual([]);
  });
});
