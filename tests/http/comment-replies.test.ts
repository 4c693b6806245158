import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import { blockAddressOf, blockWord, removeBlock, setAuthorOf } from '../../src/core/comments/people.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { insertComments } from '../../src/features/import/store/imported-comments.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('replies on the page', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const pathOf = ({ post_title_web }: Post) => `/post/${post_title_web}`;
  const reader = async () => {
    const client = site.visitor();
    await client.get('/webapi/api/admin/auth');
    return client;
  };
  const say = async (post: Post, body: Record<string, unknown>, client?: ApiClient) =>
    (client ?? (await reader())).post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'A fine walk.',
      ...body,
    });
  const approve = (id: number, state = true) =>
    site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state });
  const approved = async (post: Post, body: Record<string, unknown> = {}) => {
    const { body: comment } = await say(post, body);
    await approve(comment.id);
    return comment;
  };
  const send = (client: ApiClient, path: string, fields: Record<string, string>) =>
    client.post(path, new URLSearchParams({ intent: 'comment', ...fields }), { token: false });
  const stored = (post: Post) =>
    site.blog.db.selectFrom('comments').selectAll().where('post_id', '=', post.id).orderBy('id').execute();
  const setDays = (close_comments_days: number) =>
    site.admin.put('/webapi/api/admin/site', { close_comments_days });

  test('a reader replies to an approved comment, and to nothing else', async () => {
    const post = await site.createPost();
    const other = await site.createPost({ post_title: 'Another' });
    const question = await approved(post);
    const answer = await say(post, { parent_id: question.id });
    expect([answer.status, answer.body.parent_id]).toEqual([201, question.id]);
    // One that waits, one of another post, one that is deleted, one that never was.
    expect((await say(post, { parent_id: answer.body.id })).status).toBe(409);
    expect((await say(other, { parent_id: question.id })).status).toBe(409);
    expect((await say(post, { parent_id: 999_999_999 })).status).toBe(409);
    for (const wrong of [0, -1, 1.5, '1', {}])
      expect((await say(post, { parent_id: wrong })).status).toBe(422);
    await site.admin.delete(`/webapi/api/posts/comment/${question.id}`);
    const { status, text } = await say(post, { parent_id: question.id });
    expect(status).toBe(409);
    expect(text).toContain('no longer there');
    expect(await stored(post)).toHaveLength(1);
    expect(await stored(other)).toEqual([]);
  });

  test('the link to reply opens the form without JavaScript, names the author and can be cancelled', async () => {
    const post = await site.createPost({ post_title: 'Reply without scripts' });
    const path = pathOf(post);
    const question = await approved(post, { user_name: 'Bo & Co' });
    const client = site.visitor();
    const { text: html } = await client.get(path);
    const link = `${path}?reply=${question.id}`;
    expect(html).toContain(`href="${link}" rel="nofollow" aria-label="Reply to Bo &amp; Co"`);
    const opened = await client.get(`${path}?reply=${question.id}`);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
    expect(opened.text).toContain('In reply to Bo &amp; Co');
    expect(opened.text).toContain(`<a href="${path}#comment-${question.id}">Cancel reply</a>`);
    expect(opened.text).toContain(`name="parent_id" value="${question.id}"`);
    // Below the comment that it answers, and with the focus.
    expect(opened.text.indexOf(`id="comment-${question.id}"`)).toBeLessThan(opened.text.indexOf('<textarea'));
    expect(opened.text).toMatch(/<textarea[^>]* autofocus=""/);
    const fields = {
      comment_text: 'Indeed it was.',
      parent_id: String(question.id),
      author_url: 'ada.example',
    };
    const short = await send(client, path, { ...fields, comment_text: 'Yes', user_name: 'Ada' });
    expect(short.status).toBe(422);
    expect(short.text).toMatch(
      /<textarea[^>]*>Yes<\/textarea>.*role="alert">Error: A message should have more content\./s,
    );
    expect(short.text).toContain('value="Ada"');
    const sent = await send(client, path, fields);
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `${path}?commented=1&reply=${question.id}`,
    ]);
    expect(await stored(post)).toMatchObject([
      { id: question.id },
      { parent_id: question.id, author_url: 'https://ada.example/', approved: 0 },
    ]);
    // Whatever is in the parameter, the page is there.
    for (const odd of ['x', '-1', '99999999999', String(question.id + 1), '%00'])
      expect((await client.get(`${path}?reply=${odd}`)).text).not.toContain('Cancel reply');
    expect((await site.visitor().get(path)).text).toBe(html);
  });

  test('a reader sees, edits and withdraws a comment while it waits', async () => {
    const post = await site.createPost({ post_title: 'Second thoughts' });
    const path = pathOf(post);
    const question = await approved(post);
    const [author, other] = [site.visitor(), site.visitor()];
    await send(other, path, { comment_text: 'Of another reader.' });
    const sent = await send(author, path, { comment_text: 'First thought.', parent_id: String(question.id) });
    const page = String(sent.headers.get('location'));
    const [, , own] = await stored(post);
    const id = String(own?.id);
    const shown = async (client: ApiClient, query = '') => (await client.get(`${page}${query}`)).text;
    expect(await shown(author)).toMatch(
      new RegExp(`id="comment-${id}" class="[^"]*waiting[^]*First thought[^]*waiting for approval`),
    );
    const [editUrl = ''] = (await shown(author)).match(/\/second-thoughts\?[^"]*edit=\d+/) ?? [];
    const form = (await author.get(`/post${editUrl.replaceAll('&amp;', '&')}`)).text;
    expect(form).toMatch(/<textarea[^>]*>First thought\.<\/textarea>/);
    // Thanks were said when it was sent.
    expect(await shown(author)).toContain('Thank you for submitting a comment.');
    expect(form).not.toContain('Thank you for submitting a comment.');
    expect(await shown(author)).not.toContain('Of another reader.');
    expect(await shown(other)).not.toContain('First thought.');
    expect(await shown(site.visitor())).not.toContain('waiting for approval');
    // On later visits, too, and for no one else.
    expect((await author.get(path)).text).toContain('First thought.');
    expect((await site.visitor().get(path)).text).not.toContain('First thought.');

    const change = (client: ApiClient, intent: string, comment_text = 'Second thought.') =>
      send(client, path, { intent, comment_id: id, comment_text });
    for (const client of [other, site.visitor()])
      for (const intent of ['edit', 'delete', 'unapprove'])
        expect([303, 401, 404]).toContain((await change(client, intent)).status);
    expect((await stored(post))[2]).toMatchObject({ comment_text: 'First thought.', approved: 0 });
    const short = await change(author, 'edit', 'x');
    expect([short.status, short.text.includes('A message should have more content.')]).toEqual([422, true]);
    const changed = await change(author, 'edit');
    expect([changed.status, changed.headers.get('location')]).toEqual([
      303,
      `${path}?commented=changed#comment-${id}`,
    ]);
    expect((await stored(post))[2]).toMatchObject({ comment_text: 'Second thought.', approved: 0 });

    // For ten minutes also when it is approved; another text waits again.
    await approve(Number(id));
    await change(author, 'edit', 'Third thought.');
    expect((await stored(post))[2]).toMatchObject({ comment_text: 'Third thought.', approved: 0 });
    await approve(Number(id));
    await site.blog.db
      .updateTable('comments')
      .set({ date_added: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', Number(id))
      .execute();
    await change(author, 'edit', 'Fourth thought.');
    await change(author, 'delete');
    expect((await stored(post)).find((one) => String(one.id) === id)).toMatchObject({
      comment_text: 'Third thought.',
      approved: 1,
    });
    await approve(Number(id), false);
    expect((await change(author, 'delete')).status).toBe(303);
    expect(await stored(post)).toHaveLength(2);
  });

  test('a reply to a comment that is gone is not lost: the form keeps the text', async () => {
    const post = await site.createPost({ post_title: 'Gone meanwhile' });
    const question = await approved(post);
    const client = site.visitor();
    await client.get(`${pathOf(post)}?reply=${question.id}`);
    await approve(question.id, false);
    const fields = {
      comment_text: 'Too late?',
      parent_id: String(question.id),
      author_url: 'https://a.example/',
    };
    const { status, text } = await send(client, pathOf(post), fields);
    expect(status).toBe(409);
    expect(text).toMatch(/<textarea[^>]*>Too late\?<\/textarea>/);
    expect(text).toContain('value="https://a.example/"');
    expect(text).not.toContain('name="parent_id"');
  });

  test('only URLs of the web are taken', async () => {
    const post = await site.createPost();
    const urlOf = async (author_url: unknown) => {
      const { status, body } = await say(post, { author_url });
      return status === 201 ? body.author_url : status;
    };
    expect(await urlOf('https://example.org/me?x=1')).toBe('https://example.org/me?x=1');
    expect(await urlOf(' example.org ')).toBe('https://example.org/');
    expect(await urlOf('')).toBeNull();
    expect(await urlOf(' '.repeat(1900))).toBeNull();
    for (const wrong of ['javascript:alert(1)', 'ftp://example.org', 'https://u:p@example.org', 'no url', 7])
      expect(await urlOf(wrong)).toBe(422);
    expect(await urlOf(`https://example.org/${'x'.repeat(2000)}`)).toBe(422);
    const client = site.visitor();
    const { status, text } = await send(client, pathOf(post), {
      comment_text: 'A fine walk.',
      author_url: 'javascript:alert(1)',
    });
    expect(status).toBe(422);
    expect(text).toContain('such as https://example.org');
    expect(text).toContain('value="javascript:alert(1)"');
    const shown = await approved(post, { author_url: 'https://example.org/' });
    expect((await client.get(pathOf(post))).text).toMatch(
      new RegExp(`id="comment-${shown.id}".*?href="https://example.org/" rel="ugc nofollow"`),
    );
  });

  test('a trusted reader is approved at once and notified; blocked ones learn nothing', async () => {
    const post = await site.createPost({ post_title: 'People' });
    const path = pathOf(post);
    const friend = site.visitor();
    expect((await send(friend, path, { comment_text: 'First of mine.' })).headers.get('location')).toContain(
      'commented=1#',
    );
    expect(friend.cookies.get('commenter')).toMatch(/^[0-9a-f]{36}-/);
    const [first] = await stored(post);
    expect(first?.person).toMatch(/^browser:[\w-]{43}$/);
    expect(first?.person).not.toContain(friend.cookies.get('commenter')?.slice(0, 36));
    expect(first?.address).not.toBeNull();
    await setAuthorOf(site.blog, first?.id ?? 0, 'trusted');
    const { status, headers } = await send(friend, path, { comment_text: 'Second of mine.' });
    expect([status, headers.get('location')]).toEqual([303, `${path}?commented=published#comments`]);
    const page = (await site.visitor().get(path)).text;
    expect(page).toContain('Second of mine.');
    expect(page).not.toContain('First of mine.');
    expect((await friend.get(`${path}?commented=published`)).text).toContain('It is published.');
    expect(await stored(post)).toMatchObject([{ approved: 0 }, { approved: 1, address: null }]);

    // A forged cookie is another person.
    const forger = site.visitor();
    const cookie = friend.cookies.get('commenter') ?? '';
    forger.cookies.set('commenter', `${cookie.slice(0, -1)}${cookie.endsWith('_') ? '-' : '_'}`);
    expect((await send(forger, path, { comment_text: 'Not a friend.' })).headers.get('location')).toContain(
      '=1#',
    );

    const pest = await reader();
    const { body: waiting } = await say(post, { comment_text: 'Buy my things.' }, pest);
    await setAuthorOf(site.blog, waiting.id, 'blocked');
    const count = (await stored(post)).length;
    const { body: refused, status: answer } = await say(post, { comment_text: 'Buy more things.' }, pest);
    expect(answer).toBe(201);
    expect(refused).toEqual({
      ...waiting,
      id: expect.any(Number),
      comment_text: 'Buy more things.',
      date_added: refused.date_added,
    });
    expect(refused.id).toBeGreaterThan(waiting.id);
    expect(await stored(post)).toHaveLength(count);
    const { body: next } = await say(post, { comment_text: 'By another reader.' });
    expect(next.id).toBeGreaterThan(refused.id);
  });

  test('blocked IP addresses and words are refused silently, and approving forgets the address', async () => {
    const post = await site.createPost();
    const pest = await reader();
    const { body: waiting } = await say(post, { comment_text: 'Something to sell.' }, pest);
    const block = await blockAddressOf(site.blog, waiting.id);
    pest.cookies.delete('commenter');
    expect((await say(post, { comment_text: 'Another name.' }, pest)).status).toBe(201);
    const word = await blockWord(site.blog, 'Tombola');
    expect((await say(post, { comment_text: 'A tómbola for you.' })).status).toBe(201);
    expect((await say(post, { user_name: 'TOMBOLA' })).status).toBe(201);
    expect(await stored(post)).toHaveLength(1);
    for (const { id } of [block, word]) await removeBlock(site.blog, id);
    expect((await say(post, { comment_text: 'Another name.' }, pest)).status).toBe(201);
    expect(await stored(post)).toHaveLength(2);
    await approve(waiting.id);
    expect((await stored(post))[0]?.address).toBeNull();
    await expect(blockAddressOf(site.blog, waiting.id)).rejects.toThrow('no longer known');
  });

  test('the cookie of a commenter leaves pages cacheable, but for the post that has the comment', async () => {
    const post = await site.createPost({ post_title: 'Still cached' });
    const client = site.visitor();
    await send(client, pathOf(post), { comment_text: 'A fine walk.' });
    expect(client.cookies.has('commenter')).toBe(true);
    expect((await client.get(pathOf(post))).headers.get('cache-control')).toBe('private, no-cache');
    // Browsers send it to this path alone. An invented one must not make a page more expensive.
    for (const invented of ['1', 'a'.repeat(43)]) {
      client.cookies.set('commented', invented);
      expect((await client.get(pathOf(post))).headers.get('cache-control')).toBe('public, no-cache');
    }
    client.cookies.delete('commented');
    const { headers } = await client.get(pathOf(post));
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('etag')).not.toBeNull();
  });

  test('comments close after the days of the site, also on cached pages, and the owner still answers', async () => {
    const post = await site.createPost({ post_title: 'Closing soon' });
    const path = pathOf(post);
    const question = await approved(post);
    const set = (first_active_date: string) =>
      site.blog.db
        .updateTable('posts')
        .set({ first_active_date, post_date: first_active_date })
        .where('id', '=', post.id)
        .execute();
    const daysAgo = (days: number, later = 0) =>
      new Date(Date.now() - days * 86_400_000 + later).toISOString();
    try {
      await set(daysAgo(7, 4000));
      await setDays(7);
      const client = await reader();
      const open = await client.get(path);
      expect(open.text).not.toContain('Comments are closed.');
      expect(open.text).toContain(`?reply=${question.id}`);
      expect((await client.get(path)).text).toBe(open.text);
      // Nothing changes but the time.
      await expect
        .poll(async () => (await client.get(path)).text, { interval: 250 })
        .toContain('Comments are closed.');
      expect((await client.get(path)).text).not.toContain('?reply=');
      expect((await client.get(`${path}?reply=${question.id}`)).text).not.toContain('Cancel reply');
      expect((await say(post, {}, client)).status).toBe(409);
      const { status, text } = await send(client, path, { comment_text: 'One more thing' });
      expect([status, text.includes('Comments are closed.')]).toEqual([409, true]);
      const [api] = (await client.get<Post[]>(`/webapi/api/posts/${post.id}`)).body;
      expect(api).toMatchObject({ comments_open: 1, accepts_comments: 0 });
      expect((await say(post, { parent_id: question.id }, site.admin)).body).toMatchObject({
        approved: true,
        parent_id: question.id,
      });
      await setDays(0);
      expect((await client.get(path)).text).not.toContain('Comments are closed.');
    } finally {
      await setDays(0);
    }
  });

  test('a permalink finds a comment on whichever page it is', async () => {
    const post = await site.createPost({ post_title: 'Far away' });
    const ids = await changePosts(site.blog, async (tx) => ({
      result: await insertComments(
        tx,
        Array.from({ length: 620 }, (_, n) => ({
          post_id: post.id,
          user_name: 'Ada',
          comment_text: `comment ${n}`,
          date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
          approved: n !== 7,
          user_id: null,
          parent: n > 300 && n < 600 ? { earlier: 300 } : null,
          author_url: null,
          source: n === 10 ? ('pingback' as const) : ('import' as const),
        })),
      ),
      activity: [],
    }));
    const client = site.visitor();
    const path = pathOf(post);
    for (const n of [0, 10, 150, 300, 450, 599, 619]) {
      const { status, headers } = await client.get(`${path}?comment-id=${ids[n]}`);
      expect(status).toBe(302);
      const to = headers.get('location') ?? '';
      expect(to).toMatch(new RegExp(`#comment-${ids[n]}$`));
      expect((await client.get(to)).text).toContain(`id="comment-${ids[n]}"`);
    }
    for (const gone of [ids[7], 999_999_999])
      expect((await client.get(`${path}?comment-id=${gone}`)).headers.get('location')).toBe(
        `${path}#comments`,
      );
    expect((await client.get(path)).text).toContain(`href="${path}?comment-id=${ids[0]}#comment-${ids[0]}"`);
    const few = await site.createPost({ post_title: 'Near' });
    const { id } = await approved(few);
    expect((await client.get(pathOf(few))).text).toContain(`href="${pathOf(few)}#comment-${id}"`);
  });

  test('the owner edits, unapproves and deletes on the page, without JavaScript', async () => {
    const post = await site.createPost({ post_title: 'Tools' });
    const path = pathOf(post);
    const comment = await approved(post, { user_name: 'Bo' });
    const id = String(comment.id);
    const owner = site.admin;
    const public_ = await site.visitor().get(`${path}?edit=${id}&delete=${id}`);
    expect(public_.text).not.toMatch(/unapprove|<textarea|Delete this comment/);

    const page = (await owner.get(path)).text;
    expect(page).toContain(`href="${path}?edit=${id}"`);
    expect(page).toContain('name="intent" value="unapprove"');
    expect((await owner.get(`${path}?edit=${id}`)).text).toMatch(/<textarea[^>]*>A fine walk\.<\/textarea>/);
    const edited = await send(owner, path, { intent: 'edit', comment_id: id, comment_text: 'A finer walk.' });
    expect(edited.headers.get('location')).toBe(`${path}?comment-id=${id}#comment-${id}`);
    const shown = (await site.visitor().get(path)).text;
    expect(shown).toContain('A finer walk.');
    expect(shown).toContain('edited');
    const short = await send(owner, path, { intent: 'edit', comment_id: id, comment_text: ' x ' });
    expect(short.status).toBe(422);
    expect(short.text).toMatch(/<textarea[^>]*> x <\/textarea>/);
    expect(short.text).toContain('Error: A message should have more content.');

    const asked = (await owner.get(`${path}?delete=${id}`)).text;
    expect(asked).toContain('Delete this comment by Bo?');
    expect((await send(owner, path, { intent: 'unapprove', comment_id: id })).status).toBe(303);
    expect((await site.visitor().get(path)).text).not.toContain('A finer walk.');
    await approve(comment.id);
    expect((await send(owner, path, { intent: 'delete', comment_id: id })).status).toBe(303);
    expect(await stored(post)).toEqual([]);
    // Sent twice, from two tabs.
    for (const intent of ['delete', 'unapprove'])
      expect((await send(owner, path, { intent, comment_id: id })).status).toBe(303);
    expect((await send(owner, path, { intent: 'edit', comment_id: id, comment_text: 'Again.' })).status).toBe(
      404,
    );
  });

  test('readers and other sites cannot use the tools of the owner', async () => {
    const post = await site.createPost({ post_title: 'Closed tools' });
    const path = pathOf(post);
    const comment = await approved(post);
    const id = String(comment.id);
    for (const intent of ['edit', 'unapprove', 'delete']) {
      const fields = { intent, comment_id: id, comment_text: 'Taken over.' };
      expect([303, 401, 404]).toContain((await send(site.visitor(), path, fields)).status);
      const form = new URLSearchParams(fields);
      const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
      expect((await site.admin.post(path, form, { token: false, headers: foreign })).status).toBe(403);
    }
    expect(await stored(post)).toMatchObject([{ comment_text: 'A fine walk.', approved: 1 }]);
    expect(
      (await site.visitor().put(`/webapi/api/posts/comment/${id}`, { comment_text: 'Taken.' })).status,
    ).toBe(401);
  });

  test('the API changes the text of a comment', async () => {
    const post = await site.createPost();
    const comment = await approved(post);
    const put = (body: unknown, id: number | string = comment.id) =>
      site.admin.put<Comment>(`/webapi/api/posts/comment/${id}`, body);
    const { body } = await put({ comment_text: '  A finer walk.  ' });
    expect(body).toEqual({
      ...comment,
      approved: true,
      comment_text: 'A finer walk.',
      date_edited: expect.stringMatching(/Z$/),
    });
    expect((await put({ comment_text: 'A finer walk.' })).body).toEqual(body);
    for (const wrong of ['', 'abc', ' '.repeat(15_000), 'x'.repeat(5001), 7, null])
      expect((await put({ comment_text: wrong })).status).toBe(422);
    expect((await put({ comment_text: 'Long enough' }, 999_999)).status).toBe(404);
    expect((await put({ comment_text: 'Long enough' }, 'x')).status).toBe(400);
  });

  test('readers without JavaScript comment on a page of the owner, too', async () => {
    await site.createPost({
      kind: 'page',
      post_title: 'Guests',
      post_title_web: '/guests',
      comments_open: true,
    });
    const client = site.visitor();
    await send(client, '/guests', { comment_text: 'A question.' });
    const { body: queue } = await site.admin.get<Comment[]>('/webapi/api/admin/comments?state=waiting');
    const question = queue.find(({ comment_text }) => comment_text === 'A question.');
    await approve(question?.id ?? 0);
    expect((await client.get(`/guests?reply=${question?.id}`)).text).toContain('Cancel reply');
    const fields = { comment_text: 'An answer.', parent_id: String(question?.id) };
    expect((await send(client, '/guests', fields)).headers.get('location')).toBe(
      `/guests?commented=1&reply=${question?.id}`,
    );
    const { headers } = await client.get(`/guests?comment-id=${question?.id}`);
    expect(headers.get('location')).toBe(`/guests#comment-${question?.id}`);
  });
});
