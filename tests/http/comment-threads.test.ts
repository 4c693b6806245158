import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment, QueuedComment } from '../../src/core/comments/api/comments.ts';
import { postOnPage } from '../../src/core/comments/comment-pages.ts';
import { scorePending } from '../../src/core/comments/spam.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { changePosts } from '../../src/core/posts/change-posts.ts';
import { type ImportedComment, insertComments } from '../../src/features/import/store/imported-comments.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

onEachDatabase('threads of comments', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  type Row = Partial<ImportedComment> & { text: string };

  /** Imports comments of a new post, one per minute of an old day unless they have a date. */
  const importComments = (postId: number, rows: readonly Row[]) =>
    changePosts(site.blog, async (tx) => ({
      result: await insertComments(
        tx,
        rows.map(({ text, ...row }, index) => ({
          post_id: postId,
          user_name: 'Ada',
          comment_text: text,
          date_added: `2010-04-03T10:${String(index).padStart(2, '0')}:00.000Z`,
          approved: true,
          user_id: null,
          parent: null,
          author_url: null,
          source: 'import',
          ...row,
        })),
      ),
      activity: [],
    }));
  const approved = async (postId: number) =>
    (await site.visitor().get<Comment[]>(`/webapi/api/posts/comment/approve/${postId}`)).body;
  const texts = (comments: readonly Comment[]) => comments.map(({ comment_text }) => comment_text);
  /** Each text with the text of its parent. */
  const tree = (comments: readonly Comment[]) =>
    comments.map(({ comment_text, parent_id }) => {
      const parent = comments.find(({ id }) => id === parent_id);
      return parent ? `${comment_text} < ${parent.comment_text}` : comment_text;
    });

  test('the API names parent, URL and source of imported and local comments', async () => {
    const { id } = await site.createPost();
    const [first, reply] = await importComments(id, [
      { text: 'first', author_url: 'https://example.org/' },
      { text: 'reply', parent: { earlier: 0 } },
      { text: 'mention', source: 'pingback', user_name: 'Another blog' },
    ]);
    await site.admin.post(`/webapi/api/posts/comment/${id}`, { comment_text: 'local' });
    const all = (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${id}`)).body;
    expect(all.map(({ parent_id, author_url, source }) => ({ parent_id, author_url, source }))).toEqual([
      { parent_id: null, author_url: 'https://example.org/', source: 'import' },
      { parent_id: first, author_url: null, source: 'import' },
      { parent_id: null, author_url: null, source: 'pingback' },
      { parent_id: null, author_url: null, source: 'local' },
    ]);
    const [post] = (await site.visitor().get<Post[]>(`/webapi/api/posts/${id}`)).body;
    expect(texts(post?.comment ?? [])).toEqual(['first', 'reply', 'mention', 'local']);
    expect(post?.comment[1]).toMatchObject({ parent_id: first, source: 'import' });
    const { body: queue } = await site.admin.get<QueuedComment[]>('/webapi/api/admin/comments');
    expect(queue.find((comment) => comment.id === reply)).toMatchObject({ parent_id: first });
  });

  test('comments are in the order of their dates, then of their ids', async () => {
    const { id } = await site.createPost();
    await importComments(id, [
      { text: 'newer', date_added: '2012-01-01T00:00:00.000Z' },
      { text: 'older', date_added: '2011-01-01T00:00:00.000Z' },
      { text: 'same date', date_added: '2011-01-01T00:00:00.000Z' },
    ]);
    expect(texts(await approved(id))).toEqual(['older', 'same date', 'newer']);
    const { body: direct } = await site.visitor().get<Post>(`/webapi/api/posts/${id}/direct`);
    expect(texts(direct.comment)).toEqual(['older', 'same date', 'newer']);
    const { body: posts } = await site.admin.get<Post[]>('/webapi/api/admin/posts?limit=100');
    expect(texts(posts.find((post) => post.id === id)?.comment ?? [])).toEqual([
      'older',
      'same date',
      'newer',
    ]);
    const { body: queue } = await site.admin.get<QueuedComment[]>('/webapi/api/admin/comments');
    const dates = queue.map(({ date_added }) => date_added);
    expect(dates).toEqual(dates.toSorted());
  });

  test('replies to a deleted comment move up, and none is lost', async () => {
    const { id } = await site.createPost();
    const [a = 0, b = 0, c = 0] = await importComments(id, [
      { text: 'a' },
      { text: 'b', parent: { earlier: 0 } },
      { text: 'c', parent: { earlier: 1 } },
      { text: 'd', parent: { earlier: 2 } },
      { text: 'e', parent: { earlier: 1 } },
    ]);
    await site.admin.delete(`/webapi/api/posts/comment/${b}`);
    expect(tree(await approved(id))).toEqual(['a', 'c < a', 'd < c', 'e < a']);
    await site.admin.delete(`/webapi/api/admin/comments?ids=${a},${c}`);
    expect(tree(await approved(id))).toEqual(['d', 'e']);
  });

  test('a parent that is gone or of another post leaves the reply on the first level', async () => {
    const { id } = await site.createPost();
    const other = await site.createPost({ post_title: 'Another post' });
    const [elsewhere = 0, gone = 0] = await importComments(other.id, [{ text: 'x' }, { text: 'y' }]);
    await site.admin.delete(`/webapi/api/posts/comment/${gone}`);
    const [, , , last] = await importComments(id, [
      { text: 'a', parent: { id: elsewhere } },
      { text: 'b', parent: { id: gone } },
      { text: 'x', post_id: other.id },
      { text: 'c', parent: { earlier: 2 } },
    ]);
    expect(tree(await approved(id))).toEqual(['a', 'b', 'c']);
    await importComments(id, [{ text: 'd', parent: { id: last ?? 0 } }]);
    expect(tree(await approved(id))).toContain('d < c');
  });

  test('no comment can reply to itself or to a later one', async () => {
    const { id } = await site.createPost();
    const [a = 0, b = 0] = await importComments(id, [{ text: 'a' }, { text: 'b' }]);
    const setParent = (comment: number, parent_id: number) =>
      site.blog.db.updateTable('comments').set({ parent_id }).where('id', '=', comment).execute();
    await expect(setParent(a, b)).rejects.toThrow(/check/i);
    await expect(setParent(a, a)).rejects.toThrow(/check/i);
    await setParent(b, a);
    await expect(importComments(id, [{ text: 'c', parent: { earlier: 0 } }])).rejects.toThrow(/after/);
  });

  test('threads return from the bin as they were', async () => {
    const { id } = await site.createPost();
    await importComments(id, [
      { text: 'a', author_url: 'https://example.org/' },
      { text: 'b', parent: { earlier: 0 } },
      { text: 'c', parent: { earlier: 1 } },
    ]);
    const before = await approved(id);
    await site.admin.delete(`/webapi/api/posts/${id}`);
    await site.admin.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id }] });
    expect(await approved(id)).toEqual(before);
  });

  test('imported comments train no spam filter, and those that wait are scored by the scheduled job', async () => {
    const { id } = await site.createPost();
    const totals = () => site.blog.db.selectFrom('spam_totals').selectAll().executeTakeFirstOrThrow();
    const before = await totals();
    const links = Array.from({ length: 8 }, (_, n) => `https://shop.example/${n}`).join(' ');
    const [, waiting = 0] = await importComments(id, [
      { text: `approved ${links}` },
      { text: `waiting <a href="https://shop.example">x</a> ${links}`, approved: false },
    ]);
    const verdictOf = async () =>
      (
        await site.blog.db
          .selectFrom('comments')
          .select(['verdict', 'scored_round'])
          .where('id', '=', waiting)
          .executeTakeFirstOrThrow()
      ).verdict;
    expect(await verdictOf()).toBe(0);
    await scorePending(site.blog, new AbortController().signal);
    expect(await verdictOf()).toBe(2);
    expect(await totals()).toEqual(before);
  });

  test('a large batch keeps the order of its rows', async () => {
    const { id } = await site.createPost();
    const rows = Array.from({ length: 5000 }, (_, n) => ({
      text: `comment ${n}`,
      date_added: '2010-04-03T10:00:00.000Z',
      parent: n % 2 === 1 ? { earlier: n - 1 } : null,
    }));
    const ids = await importComments(id, rows);
    const stored = await site.blog.db
      .selectFrom('comments')
      .select(['id', 'comment_text', 'parent_id'])
      .where('post_id', '=', id)
      .orderBy('id')
      .execute();
    expect(stored.map((row) => row.id)).toEqual(ids);
    expect(stored.map((row) => row.comment_text)).toEqual(rows.map(({ text }) => text));
    expect(stored.every((row, n) => row.parent_id === (n % 2 === 1 ? ids[n - 1] : null))).toBe(true);
  });

  /** The ids of the comments in the list of a page, each with those of its replies. */
  const listed = (html: string) => {
    const list = /<ol class="comment-list">(.*)<\/ol>/s.exec(html)?.[1] ?? '';
    const depth = { now: 1 };
    const found: string[] = [];
    for (const [, tag, id] of list.matchAll(/<(\/?ol|div id="comment-(\d+)")/g)) {
      if (tag === 'ol') depth.now++;
      else if (tag === '/ol') depth.now--;
      else found.push(`${'>'.repeat(depth.now)}${id}`);
    }
    return found;
  };
  const pageOf = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    return {
      status: response.status,
      location: response.headers.get('location'),
      html: await response.text(),
    };
  };

  test('the page shows replies under their parents on two levels, and mentions apart', async () => {
    const post = await site.createPost({ post_title: 'Threads on a page' });
    const path = `/post/${post.post_title_web}`;
    const [a, b, c, d, e, f] = await importComments(post.id, [
      { text: 'a', author_url: 'https://example.org/?a=1&b=2' },
      { text: 'b' },
      { text: 'c', parent: { earlier: 0 } },
      { text: 'd', parent: { earlier: 2 } },
      { text: 'e waits', parent: { earlier: 1 }, approved: false },
      { text: 'f', parent: { earlier: 4 } },
      { text: 'm', source: 'trackback', user_name: 'Another blog', author_url: 'https://blog.example/p' },
    ]);
    const { html } = await pageOf(path);
    expect(listed(html)).toEqual([`>${a}`, `>>${c}`, `>>${d}`, `>${b}`, `>${f}`]);
    expect(html).toContain('href="https://example.org/?a=1&amp;b=2" rel="ugc nofollow"');
    expect(html).toContain(`href="${path}#comment-${c}"`);
    expect(html.match(/class="mentions".*?<\/section>/s)?.[0]).toContain('href="https://blog.example/p"');
    expect(html).toContain('"commentCount":5');
    const list = await pageOf('/');
    expect(list.html).toContain('Comment (5)');

    // From the cache, and fresh after each change.
    expect((await pageOf(path)).html).toBe(html);
    await site.admin.put(`/webapi/api/posts/comment/approve/${e}`, { state: true });
    expect(listed((await pageOf(path)).html)).toEqual([
      `>${a}`,
      `>>${c}`,
      `>>${d}`,
      `>${b}`,
      `>>${e}`,
      `>>${f}`,
    ]);
    await site.admin.put(`/webapi/api/posts/comment/approve/${c}`, { state: false });
    expect(listed((await pageOf(path)).html)).toEqual([`>${a}`, `>${b}`, `>>${e}`, `>>${f}`, `>${d}`]);
    await site.admin.delete(`/webapi/api/posts/comment/${c}`);
    expect(listed((await pageOf(path)).html)).toEqual([`>${a}`, `>>${d}`, `>${b}`, `>>${e}`, `>>${f}`]);
  });

  test('very many comments are on pages of bounded length, each of which has its URL', async () => {
    const post = await site.createPost({ post_title: 'Very many' });
    const path = `/post/${post.post_title_web}`;
    const ids = await importComments(
      post.id,
      Array.from({ length: 1200 }, (_, n) => ({
        text: `comment ${n}`,
        date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
        // 100 threads of five, then one of 700.
        parent: n >= 500 ? (n === 500 ? null : { earlier: 500 }) : n % 5 ? { earlier: n - (n % 5) } : null,
      })),
    );
    const shown: string[] = [];
    let next: string | undefined = path;
    let pages = 0;
    while (next !== undefined && pages < 20) {
      const { status, html } = await pageOf(next);
      expect(status).toBe(200);
      expect(listed(html).length).toBeLessThanOrEqual(100);
      shown.push(...listed(html));
      pages++;
      next = /rel="next" href="([^"#]*)#comments"/.exec(html)?.[1];
      expect((await pageOf(`${path}?comments=${pages}`)).html).toBe(html);
    }
    expect(pages).toBe(13);
    const found = new Set(shown.map((id) => Number(id.replace(/>/g, ''))));
    expect(found).toEqual(new Set(ids));
    expect(await pageOf(`${path}?comments=14`)).toMatchObject({
      status: 302,
      location: `${path}?comments=13`,
    });

    const visitor = site.visitor();
    const first = await visitor.get<Comment[]>(`/webapi/api/posts/comment/approve/${post.id}`);
    expect(first.headers.get('x-total-count')).toBe('1200');
    expect(first.body.map(({ id }) => id)).toEqual(ids.slice(0, 500));
    const last = await visitor.get<Comment[]>(`/webapi/api/posts/comment/approve/${post.id}?offset=1000`);
    expect(last.body.map(({ id }) => id)).toEqual(ids.slice(1000));
    const [whole] = (await visitor.get<Post[]>(`/webapi/api/posts/${post.id}`)).body;
    expect(whole?.comment).toHaveLength(500);
    expect(whole?.comments_approved).toBe(1200);
    const [card] = (await visitor.get<Post[]>('/webapi/api/posts/1/0/!null/!null')).body;
    expect([card?.id, card?.comment.length]).toEqual([post.id, 500]);
  });

  test('the threads of a long discussion follow each change, whichever program makes it', async () => {
    const post = await site.createPost({ post_title: 'Long and lively' });
    const other = await site.createPost({ post_title: 'Another long one' });
    const path = `/post/${post.post_title_web}`;
    const imported = (postId: number) =>
      importComments(
        postId,
        Array.from({ length: 120 }, (_, n) => ({
          text: `comment ${n}`,
          date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
        })),
      );
    const ids = await imported(post.id);
    await imported(other.id);
    const { db } = site.blog;
    const first = async () => {
      const { discussion } = await postOnPage(site.blog, { admin: false }, post.post_title_web);
      return discussion?.pages[0]?.map(({ comment, replies }) => [
        comment.id,
        ...replies.map(({ id }) => id),
      ]);
    };
    const change = async (
      values: { approved?: number; parent_id?: number; post_id?: number; date_added?: string },
      id = 0,
    ) => {
      const before = await first();
      await db.updateTable('comments').set(values).where('id', '=', id).execute();
      const after = await first();
      expect(after).not.toEqual(before);
      return after ?? [];
    };
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
    expect((await first())?.length).toBe(50);
    expect((await first())?.slice(0, 2)).toEqual([[a], [b]]);
    expect((await change({ approved: 0 }, b)).slice(0, 2)).toEqual([[a], [c]]);
    expect((await change({ approved: 1 }, b)).slice(0, 2)).toEqual([[a], [b]]);
    expect((await change({ parent_id: a }, c)).slice(0, 2)).toEqual([[a, c], [b]]);
    expect((await change({ date_added: '2009-01-01T00:00:00.000Z' }, d)).slice(0, 2)).toEqual([[d], [a, c]]);
    // Elsewhere, and back.
    expect((await change({ post_id: other.id }, d)).slice(0, 2)).toEqual([[a, c], [b]]);
    expect((await change({ post_id: post.id }, d))[0]).toEqual([d]);
    await db.deleteFrom('comments').where('id', '=', e).execute();
    expect((await first())?.flat()).not.toContain(e);
    await site.admin.delete(`/webapi/api/posts/comment/${a}`);
    expect((await first())?.slice(0, 3)).toEqual([[d], [b], [c]]);
    // Deleted and restored with other comments in between.
    const before = await first();
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    await site.admin.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id: post.id }] });
    expect(await first()).toEqual(before);
    // Texts are not kept.
    await db.updateTable('comments').set({ comment_text: 'Edited.' }).where('id', '=', b).execute();
    expect((await pageOf(`${path}?voted=counted`)).html).toContain('Edited.');
  });

  test('a post with one comment more than a page shows has the same order and counts', async () => {
    for (const [comments, mentions, count] of [
      [99, 1, 99],
      [99, 2, 99],
      [0, 101, 0],
    ] as const) {
      const post = await site.createPost({ post_title: `Discussed ${comments} ${mentions}` });
      const path = `/post/${post.post_title_web}`;
      const ids = await importComments(
        post.id,
        Array.from({ length: comments + mentions }, (_, n) => ({
          text: `comment ${n}`,
          date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
          // Threads of three.
          ...(n < comments && n % 3 !== 0 && { parent: { earlier: n - (n % 3) } }),
          ...(n >= comments && { source: 'pingback' as const, author_url: `https://blog.example/${n}` }),
        })),
      );
      const shown: number[] = [];
      for (let number = 1; number <= 3; number++) {
        const { html, status } = await pageOf(`${path}?comments=${number}`);
        if (status === 302) break;
        expect(html).toContain(`"commentCount":${count}`);
        shown.push(...[...html.matchAll(/id="comment-(\d+)"/g)].map(([, id]) => Number(id)));
      }
      expect(shown.toSorted((a, b) => a - b)).toEqual(ids);
      for (const id of [ids[0], ids[60], ids.at(-1)]) {
        const { location } = await pageOf(`${path}?comment-id=${id}`);
        expect((await pageOf(location ?? '')).html).toContain(`id="comment-${id}"`);
      }
    }
  });

  test('the queue says what a comment replies to', async () => {
    const post = await site.createPost();
    await importComments(post.id, [
      { text: `A long\nquestion ${'x'.repeat(300)}`, user_name: 'Bo' },
      { text: 'An answer.', parent: { earlier: 0 }, approved: false },
    ]);
    const { body } = await site.admin.get<QueuedComment[]>('/webapi/api/admin/comments?state=waiting');
    const answer = body.find(({ post_id }) => post_id === post.id);
    expect(answer?.parent?.user_name).toBe('Bo');
    expect(answer?.parent?.excerpt).toMatch(/^A long question x{63}…$/);
  });
});
