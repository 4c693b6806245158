import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment, QueuedComment } from '../../src/core/comments/api/comments.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const withCsrfToken = async (client: ApiClient) => {
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

  const postComment = async (body: unknown, client?: ApiClient, id: number | string = postId) =>
    (client ?? (await withCsrfToken(site.visitor()))).post<Comment>(`/webapi/api/posts/comment/${id}`, body);
  const approve = (id: number, state: unknown) =>
    site.admin.put<Comment>(`/webapi/api/posts/comment/approve/${id}`, { state });

  test('a visitor’s comment waits for approval', async () => {
    const { status, body } = await postComment({
      comment_text: '  What a\nlovely post  ',
      user_name: ' Mia ',
    });
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

  test('the text is stored unchanged, and its length is counted in characters', async () => {
    const text = '<script>alert("x")</script> & "quotes" 🙂 \u202eright\u202c tab\there';
    expect((await postComment({ comment_text: text })).body.comment_text).toBe(text);
    expect((await postComment({ comment_text: '🙂🙂🙂🙂' })).status).toBe(201);
    expect((await postComment({ comment_text: '🙂'.repeat(5000) })).status).toBe(201);
    expect((await postComment({ comment_text: '🙂'.repeat(5001) })).status).toBe(422);
    for (const short of [
      '',
      'abc',
      '  abc  ',
      '\u200b\u200b\u200b\u200b',
      '    ',
      '\u0000\u0000\u0000\u0000',
    ]) {
      const { status, text: answer } = await postComment({ comment_text: short });
      expect(status).toBe(422);
      expect(answer).toContain('Error: A message should have more content.');
    }
    for (const wrong of [undefined, null, 12345, ['long enough'], { a: 1 }])
      expect((await postComment({ comment_text: wrong })).status).toBe(422);
  });

  test('an empty name becomes Anonymous, and a name has at most 50 characters', async () => {
    const named = async (user_name?: string) =>
      (await postComment({ comment_text: 'Hello', user_name })).body.user_name;
    expect(await named()).toBe('Anonymous');
    expect(await named('')).toBe('Anonymous');
    expect(await named(' \u200b ')).toBe('Anonymous');
    expect(await named('ü'.repeat(50))).toBe('ü'.repeat(50));
    expect((await postComment({ comment_text: 'Hello', user_name: 'x'.repeat(51) })).status).toBe(422);
    expect((await postComment({ comment_text: 'Hello', user_name: 7 })).status).toBe(422);
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
  ])('a visitor cannot use the name %j', async (user_name) => {
    expect((await postComment({ comment_text: 'It is me', user_name })).status).toBe(422);
  });

  test('comments by an administrator get the name Admin and are approved at once', async () => {
    const { body } = await postComment({ comment_text: 'Thank you all', user_name: 'A visitor' }, site.admin);
    expect(body).toMatchObject({ user_name: 'Admin', approved: true });
  });

  test('a filled honeypot field rejects the comment', async () => {
    expect((await postComment({ comment_text: 'Buy this', website: 'https://spam.example' })).status).toBe(
      422,
    );
    expect((await postComment({ comment_text: 'Nothing to sell', website: '' })).status).toBe(201);
  });

  test.each(['visitor', 'administrator'])(
    'a form that is sent repeatedly is one comment: %s',
    async (who) => {
      const client = who === 'visitor' ? await withCsrfToken(site.visitor()) : site.admin;
      const own = async () => {
        const { body } = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${postId}`);
        return body
          .filter(({ comment_text }) => comment_text.includes(who))
          .map(({ comment_text }) => comment_text);
      };
      const comment = { comment_text: `Pressed often by a ${who}`, form_id: `form-${who}` };
      const sent = await Promise.all(Array.from({ length: 6 }, () => postComment(comment, client)));
      expect(sent.map(({ status }) => status)).toEqual(Array(6).fill(201));
      expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
      expect(await own()).toHaveLength(1);

      // Another text is not dropped without a word, and another form is another comment.
      expect((await postComment({ ...comment, comment_text: `Changed by the ${who}` }, client)).status).toBe(
        409,
      );
      expect((await postComment({ ...comment, form_id: `other-${who}` }, client)).status).toBe(201);
      expect(await own()).toHaveLength(2);
      for (const form_id of ['', 'a b', 'x'.repeat(65), 5])
        expect((await postComment({ ...comment, form_id }, client)).status).toBe(422);
    },
  );

  test('answers 404 for unknown posts and comments, 400 for invalid ids', async () => {
    expect((await postComment({ comment_text: 'Hello' }, undefined, 999999)).status).toBe(404);
    expect((await postComment({ comment_text: 'Hello' }, undefined, 'x')).status).toBe(400);
    expect((await site.visitor().get('/webapi/api/posts/comment/approve/999999')).status).toBe(404);
    expect((await site.visitor().get('/webapi/api/posts/comment/approve/0')).status).toBe(400);
    expect((await site.admin.get('/webapi/api/posts/comment/all/999999')).status).toBe(404);
    expect((await approve(999999, true)).status).toBe(404);
    expect((await site.admin.delete('/webapi/api/posts/comment/999999')).status).toBe(404);
  });

  test('the admin queue lists comments of all posts, oldest first, and follows deletions', async () => {
    const { id } = await site.createPost({ post_title: 'Queue' });
    const [first, second, third] = [
      (await postComment({ comment_text: 'First' }, undefined, id)).body,
      (await postComment({ comment_text: 'Second' }, undefined, id)).body,
      (await postComment({ comment_text: 'Third' }, undefined, id)).body,
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

  test('approves and deletes several at once and skips unknown ids', async () => {
    const { id } = await site.createPost();
    const ids = [];
    for (const comment_text of ['One of three', 'Two of three', 'Three of three'])
      ids.push((await postComment({ comment_text }, undefined, id)).body.id);
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

  test('visitors may post ten in ten minutes per IP address, administrators have no rate limit', async () => {
    const client = await withCsrfToken(site.visitor());
    for (let count = 0; count < 10; count++)
      expect((await postComment({ comment_text: `Comment ${count}` }, client)).status).toBe(201);
    const refused = await postComment({ comment_text: 'One too many' }, client);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    expect((await postComment({ comment_text: 'Another address' })).status).toBe(201);

    const { now } = site.blog;
    site.blog.now = () => new Date(Date.now() + 601_000);
    try {
      expect((await postComment({ comment_text: 'Ten minutes later' }, client)).status).toBe(201);
    } finally {
      site.blog.now = now;
    }
    for (let count = 0; count < 12; count++)
      expect((await postComment({ comment_text: `Comment ${count}` }, site.admin)).status).toBe(201);
  });
});
