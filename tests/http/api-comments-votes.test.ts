import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comment, QueuedComment } from '../../src/contract/comments.ts';
import type { Voted } from '../../src/contract/votes.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const readied = async (client: ApiClient) => {
  await client.get('/webapi/api/admin/auth');
  return client;
};

onEachDatabase('comments', (kind) => {
  let site: ApiSite;
  let postId: number;
  beforeAll(async () => {
    site = await apiSite(kind);
    postId = (await site.createPost({ post_title: 'Talk of the town' })).id;
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const say = async (body: unknown, client?: ApiClient, id: number | string = postId) =>
    (client ?? (await readied(site.visitor()))).post<Comment>(`/webapi/api/posts/comment/${id}`, body);
  const approve = (id: number, state: unknown) =>
    site.admin.put<Comment>(`/webapi/api/posts/comment/approve/${id}`, { state });

  test('a visitor’s comment waits for approval', async () => {
    const { status, body } = await say({ comment_text: '  What a\nlovely post  ', user_name: ' Mia ' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      post_id: postId,
      user_name: 'Mia',
      comment_text: 'What a\nlovely post',
      approved: false,
    });
    expect(Math.abs(Date.parse(body.date_added) - Date.now())).toBeLessThan(60_000);
    const approved = async () =>
      (await site.visitor().get<Comment[]>(`/webapi/api/posts/comment/approve/${postId}`)).body;
    expect(await approved()).not.toContainEqual(expect.objectContaining({ id: body.id }));
    expect((await approve(body.id, true)).body).toEqual({ ...body, approved: true });
    expect(await approved()).toContainEqual({ ...body, approved: true });
    expect((await approve(body.id, 0)).body.approved).toBe(false);
    expect(await approved()).not.toContainEqual(expect.objectContaining({ id: body.id }));
    for (const wrong of [undefined, null, 'true', 2, {}])
      expect((await approve(body.id, wrong)).status).toBe(422);
  });

  test('text is kept as it was written and measured in characters', async () => {
    const text = '<script>alert("x")</script> & "quotes" 🙂 \u202eright\u202c tab\there';
    expect((await say({ comment_text: text })).body.comment_text).toBe(text);
    expect((await say({ comment_text: '🙂🙂🙂🙂' })).status).toBe(201);
    expect((await say({ comment_text: '🙂'.repeat(5000) })).status).toBe(201);
    expect((await say({ comment_text: '🙂'.repeat(5001) })).status).toBe(422);
    for (const short of [
      '',
      'abc',
      '  abc  ',
      '\u200b\u200b\u200b\u200b',
      '    ',
      '\u0000\u0000\u0000\u0000',
    ]) {
      const { status, text: answer } = await say({ comment_text: short });
      expect(status).toBe(422);
      expect(answer).toContain('Error: A message should have more content.');
    }
    for (const wrong of [undefined, null, 12345, ['long enough'], { a: 1 }])
      expect((await say({ comment_text: wrong })).status).toBe(422);
  });

  test('names: empty is Anonymous, at most 50 characters', async () => {
    const named = async (user_name?: string) =>
      (await say({ comment_text: 'Hello', user_name })).body.user_name;
    expect(await named()).toBe('Anonymous');
    expect(await named('')).toBe('Anonymous');
    expect(await named(' \u200b ')).toBe('Anonymous');
    expect(await named('ü'.repeat(50))).toBe('ü'.repeat(50));
    expect((await say({ comment_text: 'Hello', user_name: 'x'.repeat(51) })).status).toBe(422);
    expect((await say({ comment_text: 'Hello', user_name: 7 })).status).toBe(422);
  });

  test.each([
    'Admin',
    'admin',
    ' ADMIN ',
    'A d m i n',
    'Аdmin',
    'ａｄｍｉｎ',
    'Adm\u200bin',
    'Ad\u00admin',
    'admın',
  ])('a visitor cannot be called %j', async (user_name) => {
    expect((await say({ comment_text: 'It is me', user_name })).status).toBe(422);
  });

  test('the administrator’s comments are named Admin and approved', async () => {
    const { body } = await say({ comment_text: 'Thank you all', user_name: 'Somebody' }, site.admin);
    expect(body).toMatchObject({ user_name: 'Admin', approved: true });
  });

  test('whoever fills the hidden field is a machine', async () => {
    expect((await say({ comment_text: 'Buy this', website: 'https://spam.example' })).status).toBe(422);
    expect((await say({ comment_text: 'Nothing to sell', website: '' })).status).toBe(201);
  });

  test('unknown posts and comments are 404, wrong ids 400', async () => {
    expect((await say({ comment_text: 'Hello' }, undefined, 999999)).status).toBe(404);
    expect((await say({ comment_text: 'Hello' }, undefined, 'x')).status).toBe(400);
    expect((await site.visitor().get('/webapi/api/posts/comment/approve/999999')).status).toBe(404);
    expect((await site.visitor().get('/webapi/api/posts/comment/approve/0')).status).toBe(400);
    expect((await site.admin.get('/webapi/api/posts/comment/all/999999')).status).toBe(404);
    expect((await approve(999999, true)).status).toBe(404);
    expect((await site.admin.delete('/webapi/api/posts/comment/999999')).status).toBe(404);
  });

  test('the queue over all posts, oldest first, and deleting', async () => {
    const { id } = await site.createPost({ post_title: 'Queue' });
    const [first, second, third] = [
      (await say({ comment_text: 'First' }, undefined, id)).body,
      (await say({ comment_text: 'Second' }, undefined, id)).body,
      (await say({ comment_text: 'Third' }, undefined, id)).body,
    ];
    await approve(second.id, 1);
    const queue = async (query: string) => {
      const { body, headers } = await site.admin.get<QueuedComment[]>(`/webapi/api/admin/comments${query}`);
      return {
        ids: body.filter((comment) => comment.post_id === id).map((comment) => comment.id),
        all: body,
        total: Number(headers.get('x-total-count')),
      };
    };
    const waiting = await queue('?state=waiting');
    expect(waiting.ids).toEqual([first.id, third.id]);
    expect(waiting.all.map((comment) => comment.id)).toEqual(
      waiting.all.map((comment) => comment.id).sort((a, b) => a - b),
    );
    expect(waiting.all.at(-1)).toMatchObject({
      post_title: 'Queue',
      post_title_web: 'queue',
      approved: false,
    });
    expect((await queue('?state=approved')).ids).toEqual([second.id]);
    const all = await queue('');
    expect(all.ids).toEqual([first.id, second.id, third.id]);
    expect(all.total).toBe(all.all.length);
    const part = await queue(`?limit=1&offset=${waiting.total - 1}&state=waiting`);
    expect(part).toMatchObject({ ids: [third.id], total: waiting.total });
    for (const query of ['?state=odd', '?limit=0', '?limit=101', '?offset=x'])
      expect((await site.admin.get(`/webapi/api/admin/comments${query}`)).status).toBe(400);

    expect((await site.admin.delete(`/webapi/api/posts/comment/${first.id}`)).body).toEqual({ id: first.id });
    expect((await queue('')).total).toBe(all.total - 1);
    const ofPost = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${id}`);
    expect(ofPost.body.map((comment) => comment.id)).toEqual([second.id, third.id]);
  });

  test('several are approved or deleted at once; unknown ones are passed over', async () => {
    const { id } = await site.createPost();
    const ids = [];
    for (const comment_text of ['One of three', 'Two of three', 'Three of three'])
      ids.push((await say({ comment_text }, undefined, id)).body.id);
    const all = '/webapi/api/admin/comments';
    const approved = await site.admin.put<Comment[]>(all, {
      ids: [...ids.slice(0, 2), 999999, 99999999999],
      state: true,
    });
    expect(approved.body.map((comment) => [comment.id, comment.approved])).toEqual(
      ids.slice(0, 2).map((one) => [one, true]),
    );
    expect((await site.admin.delete(`${all}?ids=${ids.slice(1).join(',')},999999`)).body).toEqual({
      ids: ids.slice(1),
    });
    expect((await site.admin.get(`/webapi/api/posts/comment/all/${id}`)).body).toHaveLength(1);
    for (const wrong of [[], [0], ['1'], [1.5], Array(101).fill(1), 'all', undefined])
      expect((await site.admin.put(all, { ids: wrong, state: true })).status).toBe(422);
    for (const wrong of ['', '?ids=', '?ids=x', '?ids=1,', '?ids=-1'])
      expect((await site.admin.delete(all + wrong)).status).toBe(400);
  });

  test('ten in ten minutes from one address, then 429 with Retry-After; the administrator has no limit', async () => {
    const client = await readied(site.visitor());
    for (let count = 0; count < 10; count++)
      expect((await say({ comment_text: `Comment ${count}` }, client)).status).toBe(201);
    const refused = await say({ comment_text: 'One too many' }, client);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await say({ comment_text: 'Another address' })).status).toBe(201);

    const { now } = site.blog;
    site.blog.now = () => new Date(Date.now() + 601_000);
    try {
      expect((await say({ comment_text: 'Ten minutes later' }, client)).status).toBe(201);
    } finally {
      site.blog.now = now;
    }
    for (let count = 0; count < 12; count++)
      expect((await say({ comment_text: `Comment ${count}` }, site.admin)).status).toBe(201);
  });
});

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
  /** Shares one anonymous cookie, because only addresses matter here. */
  const from = (address: string, like: ApiClient) => {
    const client = site.visitor(address);
    for (const [name, value] of like.cookies) client.cookies.set(name, value);
    return client;
  };

  test('counts once per address and says so', async () => {
    const { id } = await site.createPost();
    const client = await readied(site.visitor());
    expect(await count(id)).toBe(0);
    expect((await vote(client, id)).body).toEqual({ ip_address: client.address, vote_count: 1 });
    expect((await vote(client, id)).body).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect(await count(id)).toBe(1);
    const other = await readied(site.visitor());
    expect((await vote(other, id)).body).toEqual({ ip_address: other.address, vote_count: 2 });
  });

  test('the address is stored only as a keyed hash', async () => {
    const { id } = await site.createPost();
    const client = await readied(site.visitor());
    await vote(client, id);
    const rows = await site.blog.db.selectFrom('votes').selectAll().where('post_id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(client.address);
  });

  test('the path decides the post, and a vote counts exactly 1', async () => {
    const [one, two] = [await site.createPost(), await site.createPost()];
    const client = await readied(site.visitor());
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

  test('50 at once from one address count once', async () => {
    const { id } = await site.createPost();
    const client = await readied(site.visitor());
    const answers = await Promise.all(Array.from({ length: 50 }, () => vote(client, id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.ip_address !== 'exists')).toHaveLength(1);
    expect(answers.every(({ body }) => body.vote_count === 1)).toBe(true);
    expect(await count(id)).toBe(1);
  });

  test('500 from as many addresses count 500', async () => {
    const { id } = await site.createPost();
    const like = await readied(site.visitor());
    const clients = Array.from({ length: 500 }, () => from(newAddress(), like));
    const answers = await Promise.all(clients.map((client) => vote(client, id)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.ip_address)).size).toBe(500);
    expect(new Set(answers.map(({ body }) => body.vote_count)).size).toBe(500);
    expect(await count(id)).toBe(500);
  });

  test('voting and commenting while the post is deleted is a 404, not an error', async () => {
    const like = await readied(site.visitor());
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

  test('IPv4 written as IPv6 is one address, and an IPv6 /64 is one visitor', async () => {
    const { id } = await site.createPost();
    const like = await readied(site.visitor());
    const votes = async (address: string) => (await vote(from(address, like), id)).body;
    expect(await votes('203.0.113.9')).toEqual({ ip_address: '203.0.113.9', vote_count: 1 });
    expect(await votes('::ffff:203.0.113.9')).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect(await votes('::FFFF:cb00:7109')).toEqual({ ip_address: 'exists', vote_count: 1 });
    expect((await votes('2001:db8:0:1::1')).vote_count).toBe(2);
    expect((await votes('2001:db8:0:1:ffff::2')).ip_address).toBe('exists');
    expect((await votes('2001:0DB8:0000:0001:0:0:0:1')).ip_address).toBe('exists');
    expect((await votes('2001:db8:0:2::1')).vote_count).toBe(3);
  });

  test('only the hop before the trusted proxy counts, and nonsense is the proxy itself', async () => {
    const { id } = await site.createPost();
    const like = await readied(site.visitor());
    const votes = async (address: string) => (await vote(from(address, like), id)).body.ip_address;
    expect(await votes('198.51.100.1, 198.51.100.2')).toBe('198.51.100.2');
    expect(await votes('198.51.100.3, 198.51.100.2')).toBe('exists');
    expect(await votes('not an address')).toBe('127.0.0.1');
    expect(await votes(', ,')).toBe('exists');
  });

  test('60 a minute from one address, then 429 with Retry-After; the administrator has no limit', async () => {
    const { id } = await site.createPost();
    const client = await readied(site.visitor());
    for (let turn = 0; turn < 60; turn++) expect((await vote(client, id)).status).toBe(200);
    const refused = await vote(client, id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    for (let turn = 0; turn < 62; turn++) expect((await vote(site.admin, id)).status).toBe(200);
    expect(await count(id)).toBe(2);
  });
});

onEachDatabase('without a trusted proxy', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind, { TRUST_PROXY: '' });
  });
  afterAll(() => site.dispose());

  describe.each(['X-Forwarded-For', 'X-Real-IP', 'Forwarded'])('a forged %s', (header) => {
    test('buys no second vote', async () => {
      const { id } = await site.createPost();
      const client = await readied(site.visitor());
      const vote = (value: string) =>
        client.post<Voted>(`/webapi/api/vote/${id}`, { voteVal: 1 }, { headers: { [header]: value } });
      expect((await vote('198.51.100.7')).body).toEqual({ ip_address: '127.0.0.1', vote_count: 1 });
      expect((await vote('198.51.100.8')).body).toEqual({ ip_address: 'exists', vote_count: 1 });
    });
  });
});
