import { request as rawRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const auth = '/webapi/api/admin/auth';

onEachDatabase('protection from forged requests', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterEach(async () => {
    // Failed attempts of one test would delay the sign-ins of the next.
    await site.blog.db.deleteFrom('attempts').execute();
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  describe('the CSRF token', () => {
    test('is bound to its session and renewed at sign-in', async () => {
      const client = site.visitor();
      await client.get(auth);
      const anonymous = client.cookies.get('XSRF-TOKEN') ?? '';
      await site.signIn(client);
      const own = client.cookies.get('XSRF-TOKEN') ?? '';
      expect(own).not.toBe(anonymous);
      const other = site.visitor();
      await site.signIn(other);
      const withToken = (token: string) =>
        client.post('/webapi/api/posts', { post_title: 'Proof' }, { headers: { 'X-XSRF-TOKEN': token } });
      for (const wrong of [
        anonymous,
        other.cookies.get('XSRF-TOKEN') ?? '',
        '',
        'x',
        `${own}x`,
        own.toUpperCase(),
      ]) {
        const refused = await withToken(wrong);
        expect(refused.status).toBe(403);
        expect(refused.body).toMatchObject({ error: { code: 'csrf' } });
      }
      expect((await withToken(own)).status).toBe(201);
    });

    test('is rejected without the visitor cookie', async () => {
      const { id } = await site.createPost();
      const client = site.visitor();
      await client.get(auth);
      const vote = () => client.post(`/webapi/api/vote/${id}`, { voteVal: 1 });
      client.cookies.delete('visitor');
      expect((await vote()).status).toBe(403);
      client.cookies.set('visitor', '');
      expect((await vote()).status).toBe(403);
      await client.get(auth);
      expect((await vote()).status).toBe(200);
    });

    test('of an anonymous visitor stays the same over several session checks', async () => {
      const client = site.visitor();
      await client.get(auth);
      const first = client.cookies.get('XSRF-TOKEN');
      await client.get(auth);
      expect(client.cookies.get('XSRF-TOKEN')).toBe(first);
    });
  });

  describe('the origin of a write', () => {
    const host = () => new URL(site.url).host;
    const cases: [Record<string, string | null>, number][] = [
      [{ Origin: null }, 201],
      [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
      [{ 'Sec-Fetch-Site': 'none', Origin: null }, 201],
      [{ Origin: 'HOST' }, 201],
      [{ Origin: 'SITE' }, 201],
      // A proxy changed the host, but the browser reports the request as same-origin.
      [{ Origin: 'https://blog.example.org', 'Sec-Fetch-Site': 'same-origin' }, 201],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      [{ Origin: '' }, 403],
      [{ Origin: 'http://localhost:1' }, 403],
      [{ Origin: 'not an address' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'something-new' }, 403],
    ];
    const filled = (headers: Record<string, string | null>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value === 'HOST' ? `http://${host()}` : value === 'SITE' ? site.blog.siteUrl() : value,
        ]),
      );

    test.each(cases)('an API call with %j is answered with %i', async (headers, expected) => {
      const answer = await site.admin.post(
        '/webapi/api/posts',
        { post_title: 'From' },
        { headers: filled(headers) },
      );
      expect(answer.status).toBe(expected);
      if (expected === 403) expect(answer.body).toMatchObject({ error: { code: 'forbidden' } });
    });

    test.each(cases)(
      'a form without JavaScript with %j follows the same rules',
      async (headers, expected) => {
        const { post_title_web } = await site.createPost();
        const answer = await new Promise<number>((resolve, reject) => {
          const { Origin = site.url, ...others } = filled(headers);
          const request = rawRequest(
            `${site.url}/post/${post_title_web}`,
            {
              method: 'POST',
              headers: {
                'content-type': 'application/x-www-form-urlencoded',
                ...(Origin === null ? {} : { origin: Origin }),
                ...(others as Record<string, string>),
              },
            },
            (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            },
          );
          request.on('error', reject);
          request.end('intent=vote');
        });
        // Unlike an API call, a form without any origin header is rejected.
        const noOrigin = headers.Origin === null && headers['Sec-Fetch-Site'] === undefined;
        expect(answer).toBe(expected === 403 || noOrigin ? 403 : 303);
      },
    );

    test('does not matter for a GET request, which sets no CORS header and no cookie', async () => {
      const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await site.visitor().get('/webapi/getposts', { headers })).status).toBe(200);
      const page = await fetch(`${site.url}/`, { headers: { Origin: 'https://evil.example' } });
      expect(page.status).toBe(200);
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
      expect(page.headers.getSetCookie()).toEqual([]);
    });
  });
});
