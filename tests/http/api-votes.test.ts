import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Voted } from '../../src/core/posts/votes/api.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { isDeep, onEachDatabase } from '../support/databases.ts';

const withCsrfToken = async (client: ApiClient) => {
  await client.get('/webapi/api/admin/auth');
  return client;
};

onEachDatabase('votes', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const vote = (client: ApiClient, id: number | string, body: unknown = { voteVal: 1, postId: id }) =>
    client.post<Voted>(`/webapi/api/vote/${id}`, body);
  const count = async (id: number) =>
    (await site.visitor().get<{ vote_count: number }>(`/webapi/api/vote/${id}`)).body.vote_count;
  /** Shares one visitor cookie, because only IP addresses matter here. */
  const from = (address: string, like: ApiClient) => {
    const client = site.visitor(address);
    for (const [name, value] of like.cookies) client.cookies.set(name, value);
    return client;
  };

  test('the votes of one IP address for two posts have different hashes', async () => {
    const [one, two] = [await site.createPost(), await site.createPost()];
    const client = await withCsrfToken(site.visitor());
    for (const { id } of [one, two]) await vote(client, id);
    const stored = await site.blog.db
      .selectFrom('votes')
      .select('address')
      .where('post_id', 'in', [one.id, two.id])
      .execute();
    expect(stored).toHaveLength(2);
    expect(new Set(stored.map(({ address }) => address)).size).toBe(2);
  });

  test('count once per IP address, and the response says so', async () => {
    const { id } = await site.createPost();
    const client = await withCsrfToken(site.visitor());
    expect(await count(id)).toBe(0);
    expect((await vote(client, id)).body).toEqual({ ip_address: client.address, vote_count: 1 });
    expect((await vote(client, id)).body).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect(await count(id)).toBe(1);
    const other = await withCsrfToken(site.visitor());
    expect((await vote(other, id)).body).toEqual({ ip_address: other.address, vote_count: 2 });
  });

  test('the IP address is stored only as a keyed hash', async () => {
    const { id } = await site.createPost();
    const client = await withCsrfToken(site.visitor());
    await vote(client, id);
    const rows = await site.blog.db.selectFrom('votes').selectAll().where('post_id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(client.address);
  });

  test('the post is taken from the path, and the only valid vote is 1', async () => {
    const [one, two] = [await site.createPost(), await site.createPost()];
    const client = await withCsrfToken(site.visitor());
    expect((await vote(client, one.id, { voteVal: 1, postId: two.id })).status).toBe(200);
    expect([await count(one.id), await count(two.id)]).toEqual([1, 0]);
    for (const voteVal of [0, 2, -1, '1', true, null, undefined, [1]])
      expect((await vote(client, two.id, { voteVal })).status).toBe(422);
    expect(await count(two.id)).toBe(0);
    expect((await vote(client, 999999)).status).toBe(404);
    expect((await vote(client, 'x')).status).toBe(400);
    expect((await site.visitor().get('/webapi/api/vote/999999')).status).toBe(404);
    expect((await site.visitor().get('/webapi/api/vote/-1')).status).toBe(400);
  });

  test('50 concurrent ones from one IP address count once', async () => {
    const { id } = await site.createPost();
    const client = await withCsrfToken(site.visitor());
    const answers = await Promise.all(Array.from({ length: 50 }, () => vote(client, id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.ip_address !== 'exists')).toHaveLength(1);
    expect(answers.every(({ body }) => body.vote_count === 1)).toBe(true);
    expect(await count(id)).toBe(1);
  });

  test('concurrent ones from many IP addresses all count', async () => {
    const voters = isDeep ? 500 : 100;
    const { id } = await site.createPost();
    const like = await withCsrfToken(site.visitor());
    const clients = Array.from({ length: voters }, () => from(newAddress(), like));
    const answers = await Promise.all(clients.map((client) => vote(client, id)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.ip_address)).size).toBe(voters);
    expect(new Set(answers.map(({ body }) => body.vote_count)).size).toBe(voters);
    expect(await count(id)).toBe(voters);
  });

  test('votes and comments during the deletion of the post cause no server error', async () => {
    const like = await withCsrfToken(site.visitor());
    for (let round = 0; round < 5; round++) {
      const { id } = await site.createPost();
      const voters = Array.from({ length: 8 }, () => from(newAddress(), like));
      const answers = await Promise.all([
        ...voters.slice(0, 4).map((client) => vote(client, id)),
        site.admin.delete(`/webapi/api/posts/${id}`),
        ...voters.slice(4).map((client) => vote(client, id)),
        ...voters.map((client) =>
          client.post(`/webapi/api/posts/comment/${id}`, { comment_text: 'Too late?' }),
        ),
      ]);
      for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    }
  });

  test('an IPv4-mapped IPv6 address equals the IPv4 address, and an IPv6 /64 is one visitor', async () => {
    const { id } = await site.createPost();
    const like = await withCsrfToken(site.visitor());
    const votes = async (address: string) => (await vote(from(address, like), id)).body;
    expect(await votes('203.0.113.9')).toEqual({ ip_address: '203.0.113.9', vote_count: 1 });
    expect(await votes('::ffff:203.0.113.9')).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect(await votes('::FFFF:cb00:7109')).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect((await votes('2001:db8:0:1::1')).vote_count).toBe(2);
    expect((await votes('2001:db8:0:1:ffff::2')).ip_address).toBe('exists');
    expect((await votes('2001:0DB8:0000:0001:0:0:0:1')).ip_address).toBe('exists');
    expect((await votes('2001:db8:0:2::1')).vote_count).toBe(3);
  });

  test('only the hop before the trusted proxy counts, and an invalid one is replaced by the proxy', async () => {
    const { id } = await site.createPost();
    const like = await withCsrfToken(site.visitor());
    const votes = async (address: string) => (await vote(from(address, like), id)).body.ip_address;
    expect(await votes('198.51.100.1, 198.51.100.2')).toBe('198.51.100.2');
    expect(await votes('198.51.100.3, 198.51.100.2')).toBe('exists');
    expect(await votes('not an address')).toBe('127.0.0.1');
    expect(await votes(', ,')).toBe('exists');
  });

  test('visitors may send 60 per minute and IP address, administrators have no rate limit', async () => {
    const { id } = await site.createPost();
    const client = await withCsrfToken(site.visitor());
    for (let turn = 0; turn < 60; turn++) expect((await vote(client, id)).status).toBe(200);
    const refused = await vote(client, id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    for (let turn = 0; turn < 62; turn++) expect((await vote(site.admin, id)).status).toBe(200);
    expect(await count(id)).toBe(2);
  });
});

onEachDatabase('votes without a trusted proxy', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, { TRUST_PROXY: '' });
  });
  afterAll(() => site.dispose());

  describe.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded'])('a forged %s', (header) => {
    test('does not allow a second vote', async () => {
      const { id } = await site.createPost();
      const client = await withCsrfToken(site.visitor());
      const vote = (value: string) =>
        client.post<Voted>(`/webapi/api/vote/${id}`, { voteVal: 1 }, { headers: { [header]: value } });
      expect((await vote('198.51.100.7')).body).toEqual({ ip_address: '127.0.0.1', vote_count: 1 });
      expect((await vote('198.51.100.8')).body).toEqual({ ip_address: 'exists', vote_count: 1 });
    });
  });
});
