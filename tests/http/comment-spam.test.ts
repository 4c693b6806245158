import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment, QueuedComment } from '../../src/core/comments/api/comments.ts';
import { approveComment } from '../../src/core/comments/comments.ts';
import { cookieJar } from '../../src/platform/http/request/cookies.ts';
import { type ApiClient, type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const casino = (number: number) => `Win number ${number} at the best online casino, claim free bonus spins`;
const walk = (number: number) => `Walk number ${number} by the lovely sea, thank you for the photographs`;
const links = 'https://a.example https://b.example https://c.example';

onEachDatabase('comment spam', (kind) => {
  let site: ApiSite;
  let postId: number;
  beforeAll(async () => {
    site = await apiSite(kind);
    postId = (await site.createPost({ post_title: 'A walk' })).id;
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const visitor = async (address?: string): Promise<ApiClient> => {
    const client = site.visitor(address);
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  const send = async (comment_text: string, client?: ApiClient) =>
    (client ?? (await visitor())).post<Comment>(`/webapi/api/posts/comment/${postId}`, { comment_text });
  const submitted = async (text: string): Promise<number> => {
    const { status, body } = await send(text);
    expect(status).toBe(201);
    return body.id;
  };
  const queue = async (query: string) =>
    (await site.admin.get<QueuedComment[]>(`/webapi/api/admin/comments?${query}`)).body;
  const waiting = async () => (await queue('state=waiting&sort=trust')).map(({ id }) => id);
  const queued = async (id: number) => (await queue('')).find((comment) => comment.id === id);
  const approve = (ids: number[], state = true) =>
    site.admin.put('/webapi/api/admin/comments', { ids, state });
  const remove = (ids: number[]) => site.admin.delete(`/webapi/api/admin/comments?ids=${ids.join(',')}`);
  const totals = () =>
    site.blog.db.selectFrom('spam_totals').select(['fine', 'spam']).executeTakeFirstOrThrow();
  const counts = (word: string) =>
    site.blog.db
      .selectFrom('spam_words')
      .select(['fine', 'spam'])
      .where('word', '=', word)
      .executeTakeFirst();
  const empty = async () => {
    await site.blog.db.deleteFrom('comments').execute();
    await site.blog.db.deleteFrom('attempts').execute();
    await site.blog.db.deleteFrom('spam_words').execute();
    await site.blog.db.updateTable('spam_totals').set({ fine: 0, spam: 0 }).execute();
  };

  test('waiting comments are rated again from their stored features, yielding to the event loop', async () => {
    await empty();
    for (let number = 0; number < 4; number++) {
      await remove([await submitted(casino(number))]);
      await approve([await submitted(walk(number))]);
    }
    const ids = [];
    for (let number = 10; number < 30; number++) ids.push(await submitted(casino(number)));
    const stored = await site.blog.db
      .selectFrom('comments')
      .select(['id', 'verdict'])
      .where('approved', '=', 0)
      .where('features', 'is not', null)
      .execute();
    expect(stored).toEqual(ids.map((id) => ({ id, verdict: 2 })));
    // If the text were analyzed again, it would look harmless now.
    await site.blog.db
      .updateTable('comments')
      .set({ comment_text: 'Hello there', verdict: 0 })
      .where('approved', '=', 0)
      .execute();
    const last = await submitted(walk(9));
    let turns = 0;
    let counting = true;
    const turn = () => {
      turns++;
      if (counting) setImmediate(turn);
    };
    setImmediate(turn);
    await approveComment(site.blog, last, true);
    counting = false;
    expect(turns).toBeGreaterThanOrEqual(2);
    expect((await queue('state=waiting&limit=100')).map(({ suspicion }) => suspicion)).toEqual(
      ids.map(() => 'likely'),
    );
  });

  test('a site without training knows usual spam, and has the rest in order of arrival', async () => {
    await empty();
    const ids = [];
    for (const text of [casino(1), walk(1), casino(2), walk(2)]) ids.push(await submitted(text));
    expect(await waiting()).toEqual([ids[1], ids[3], ids[0], ids[2]]);
    expect((await queue('state=waiting')).map(({ suspicion }) => suspicion)).toEqual([
      'likely',
      'none',
      'likely',
      'none',
    ]);
  });

  test('approvals and deletions train the filter for waiting and new comments, and the queue gives reasons', async () => {
    await empty();
    const [spam, fine] = [[] as number[], [] as number[]];
    for (const number of [1, 2, 3, 4]) {
      spam.push(await submitted(casino(number)));
      fine.push(await submitted(walk(number)));
    }
    const before = [await submitted(casino(5)), await submitted(walk(5))];
    await remove(spam);
    await approve(fine);
    const after = [await submitted(casino(6)), await submitted(walk(6))];
    expect(await totals()).toEqual({ fine: 4, spam: 4 });
    expect(await waiting()).toEqual([before[1], after[1], before[0], after[0]]);
    expect((await queue('state=waiting')).map(({ id }) => id)).toEqual([...before, ...after]);
    expect((await queue('state=spam')).map(({ id }) => id)).toEqual([before[0], after[0]]);
    for (const id of [before[0], after[0]])
      expect(await queued(id as number)).toMatchObject({
        suspicion: 'likely',
        reasons: expect.arrayContaining([
          expect.stringMatching(/^words common in spam: .*casino|bonus|spins/),
        ]),
      });
    expect(await queued(after[1] as number)).toMatchObject({ suspicion: 'none' });
    expect((await site.admin.get('/webapi/api/admin/comments?sort=odd')).status).toBe(400);
  });

  test('a comment is one training sample, however often it is approved or deleted', async () => {
    await empty();
    const id = await submitted(walk(7));
    for (const state of [true, true, false, true, true]) await approve([id], state);
    await Promise.all([approve([id]), approve([id]), approve([id])]);
    expect(await totals()).toEqual({ fine: 1, spam: 0 });
    expect(await counts('photographs')).toEqual({ fine: 1, spam: 0 });
    await approve([id], false);
    expect(await totals()).toEqual({ fine: 0, spam: 0 });
    expect(await counts('photographs')).toBeUndefined();
    await remove([id, id]);
    expect(await totals()).toEqual({ fine: 0, spam: 1 });
    expect(await counts('photographs')).toEqual({ fine: 0, spam: 1 });
    await remove([id]);
    expect(await totals()).toEqual({ fine: 0, spam: 1 });
  });

  test('deleting approved, duplicate or own comments or a whole post does not train the filter', async () => {
    await empty();
    const approved = await submitted(walk(8));
    await approve([approved]);
    const copy = await submitted(walk(8));
    expect(await queued(copy)).toMatchObject({
      suspicion: 'some',
      reasons: expect.arrayContaining(['the same text was sent once in the last 30 days']),
    });
    await remove([copy]);
    await remove([approved]);
    const own = (await send('My own words about casino spins', site.admin)).body;
    expect(await queued(own.id)).toMatchObject({ suspicion: 'none', reasons: [] });
    await approve([own.id], false);
    await approve([own.id]);
    await approve([own.id], false);
    await remove([own.id]);
    const other = await site.createPost({ post_title: 'Gone soon' });
    await (await visitor()).post(`/webapi/api/posts/comment/${other.id}`, { comment_text: casino(11) });
    expect((await site.admin.delete(`/webapi/api/posts/${other.id}`)).status).toBe(200);
    expect(await totals()).toEqual({ fine: 1, spam: 0 });
    expect(await counts('casino')).toBeUndefined();
  });

  test('a failed change does not train the filter', async () => {
    await empty();
    const id = await submitted(walk(9));
    expect((await approve([id], 'maybe' as unknown as boolean)).status).toBe(422);
    expect((await site.admin.put('/webapi/api/posts/comment/approve/999999', { state: true })).status).toBe(
      404,
    );
    expect((await site.admin.delete('/webapi/api/posts/comment/999999')).status).toBe(404);
    expect(await totals()).toEqual({ fine: 0, spam: 0 });
  });

  test('links, fast sending and duplicates within 30 days are suspicious', async () => {
    await empty();
    const first = await submitted(`Please look at these ${links}`);
    expect(await queued(first)).toMatchObject({
      suspicion: 'some',
      reasons: expect.arrayContaining([
        '3 links',
        expect.stringMatching(/^sent [012] seconds? after the page was opened$/),
      ]),
    });
    const second = await submitted(`please LOOK at these: ${links}`);
    expect((await queued(second))?.reasons).toContain('the same text was sent once in the last 30 days');
    const month = new Date(Date.now() - 31 * 86_400_000).toISOString();
    await site.blog.db.updateTable('comments').set({ date_added: month }).execute();
    const third = await submitted(`please look at these: ${links}`);
    expect((await queued(third))?.reasons).not.toContain(
      'the same text was sent 2 times in the last 30 days',
    );
  });

  test('the time of the first visit is taken from the cookie and cannot be forged', async () => {
    await empty();
    const jar = cookieJar(site.blog.keys.csrf, false);
    const now = Date.now();
    const [cookie = ''] = jar.anonymous({ session: undefined, anonymous: undefined });
    const value = /visitor=([^;]+)/.exec(cookie)?.[1] ?? '';
    expect(jar.since({ session: undefined, anonymous: value })).toBeGreaterThanOrEqual(now);
    const earlier = value.replace(/-[0-9a-z]{8}-/, `-${(now - 60_000).toString(36)}-`);
    expect(earlier).not.toBe(value);
    expect(jar.since({ session: undefined, anonymous: earlier })).toBeUndefined();
    expect(jar.since({ session: undefined, anonymous: undefined })).toBeNull();

    const client = await visitor();
    const { now: clock } = site.blog;
    site.blog.now = () => new Date(Date.now() + 10_000);
    try {
      const { body } = await send('Ten seconds are enough to write this', client);
      expect((await queued(body.id))?.reasons).toEqual([]);
    } finally {
      site.blog.now = clock;
    }
  });

  test('the rate limit of an IP address survives a restart', async () => {
    await empty();
    const address = newAddress();
    const client = await visitor(address);
    for (let count = 0; count < 10; count++) expect((await send(walk(count), client)).status).toBe(201);
    await site.restart();
    const refused = await send('One too many', client);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { attempts } = await site.blog.db
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('attempts'))
      .where('kind', '=', 'comment')
      .executeTakeFirstOrThrow();
    expect(attempts).toBe(30);
  });

  test('during a flood only unsuspicious comments are accepted, then only from new networks, then none', async () => {
    await empty();
    const fill = async (count: number) => {
      const at = new Date(Date.now() - 60_000).toISOString();
      const row = { kind: 'comment', subject: '', at };
      await site.blog.db.insertInto('attempts').values(Array(count).fill(row)).execute();
    };
    const spam = () => send(`${links} ${Math.random()}`);
    expect((await spam()).status).toBe(201);
    await fill(200);
    const refused = await spam();
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Please keep your text and try again later.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await send('A friendly word')).status).toBe(201);
    await fill(200);
    expect((await send('A friendly word')).status).toBe(429);
    const newcomer = async (address: string, text = 'A friendly word') =>
      (await send(text, await visitor(address))).status;
    expect(await newcomer('192.0.2.7')).toBe(201);
    expect(await newcomer('192.0.2.7')).toBe(429);
    expect(await newcomer('192.0.2.8', links)).toBe(429);
    expect(await newcomer('192.0.2.8')).toBe(201);
    expect(await newcomer('192.0.2.9')).toBe(429);
    expect(await newcomer('2001:db8:1:2::3')).toBe(201);
    expect(await newcomer('2001:db8:1:3::3')).toBe(201);
    expect(await newcomer('2001:db8:1:4::3')).toBe(429);
    await fill(200);
    expect(await newcomer('198.51.100.1')).toBe(429);
    expect((await send('The owner is never too much', site.admin)).status).toBe(201);
    const { now } = site.blog;
    site.blog.now = () => new Date(Date.now() + 3_601_000);
    try {
      expect((await send('An hour later')).status).toBe(201);
    } finally {
      site.blog.now = now;
    }
  });

  test('the vocabulary is limited and keeps the most frequent words', async () => {
    await empty();
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      word: `filler${index}`,
      fine: index < 100 ? 5 : 1,
      spam: 0,
      round: 0,
    }));
    for (let from = 0; from < rows.length; from += 1000)
      await site.blog.db
        .insertInto('spam_words')
        .values(rows.slice(from, from + 1000))
        .execute();
    await approve([await submitted(walk(10))]);
    const { words } = await site.blog.db
      .selectFrom('spam_words')
      .select((eb) => eb.fn.countAll<number>().as('words'))
      .executeTakeFirstOrThrow();
    expect(words).toBe(18_000);
    expect(await counts('filler0')).toEqual({ fine: 5, spam: 0 });
    expect(await counts('photographs')).toEqual({ fine: 1, spam: 0 });
  });

  test('a hundred long comments can be approved or deleted at once while many more wait', async () => {
    await empty();
    const text = (number: number) =>
      Array.from({ length: 140 }, (_, index) => `w${number}x${index}`).join(' ');
    const values = Array.from({ length: 600 }, (_, number) => ({
      post_id: postId,
      user_name: 'Ada',
      comment_text: text(number),
      date_added: new Date().toISOString(),
      approved: 0,
    }));
    const ids = (await site.blog.db.insertInto('comments').values(values).returning('id').execute()).map(
      ({ id }) => id,
    );
    expect((await approve(ids.slice(0, 100))).status).toBe(200);
    expect((await remove(ids.slice(100, 200))).status).toBe(200);
    expect(await totals()).toEqual({ fine: 100, spam: 100 });
    expect((await queue('state=waiting&sort=trust&limit=100')).length).toBe(100);
  });
});
