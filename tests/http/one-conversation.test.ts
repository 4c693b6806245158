import { mf2 } from 'microformats-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import {
  type ReceivedComment,
  receiveComment,
  receiveReaction,
} from '../../src/features/conversation/received.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { size } from '../support/size.ts';

onEachDatabase('one conversation', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const from: Record<'webmention' | 'fediverse' | 'bluesky', Partial<ReceivedComment> & { via: string }> = {
    webmention: {
      originId: 'https://blog.example.org/reply',
      originUrl: 'https://blog.example.org/reply',
      person: 'https://blog.example.org/',
      authorName: 'Wanda',
      authorUrl: 'https://blog.example.org/',
      via: 'via blog.example.org',
    },
    fediverse: {
      originId: 'https://social.example/users/fay/statuses/1',
      originUrl: 'https://social.example/@fay/1',
      person: 'https://social.example/users/fay',
      authorName: 'Fay',
      authorUrl: 'https://social.example/@fay',
      via: 'via fediverse: @fay@social.example',
    },
    bluesky: {
      originId: 'at://did:plc:bea/app.bsky.feed.post/1',
      originUrl: 'https://bsky.app/profile/bea.example/post/1',
      person: 'did:plc:bea',
      authorName: 'Bea',
      authorUrl: 'https://bsky.app/profile/bea.example',
      via: 'via Bluesky',
    },
  };
  const sources = ['webmention', 'fediverse', 'bluesky'] as const;

  test('comments of every origin and an answer to each are one list, after their approval', async () => {
    const post = await site.createPost({ post_title: 'Where everyone answers' });
    const path = `/post/${post.post_title_web}`;
    const reader = site.visitor();
    const form = (fields: Record<string, string>) => new URLSearchParams({ intent: 'comment', ...fields });
    await reader.post(path, form({ comment_text: 'Said here, by Lou.', user_name: 'Lou' }), { token: false });
    for (const [n, source] of sources.entries()) {
      const { via: _, ...origin } = from[source];
      const outcome = await receiveComment(site.blog, {
        postId: post.id,
        source,
        originUrl: null,
        parentOriginId: null,
        authorUrl: null,
        text: `Said elsewhere, by ${origin.authorName}.`,
        date: `2020-01-0${n + 1}T10:00:00.000Z`,
        ...(origin as Pick<ReceivedComment, 'person' | 'authorName'>),
        originId: `${origin.originId}#${post.id}`,
      });
      expect(outcome).toBe('waiting');
      for (const reaction of ['like', 'repost'] as const)
        await receiveReaction(site.blog, {
          postId: post.id,
          kind: reaction,
          source,
          originId: `${reaction}:${source}:${post.id}`,
          person: origin.person ?? '',
          authorName: 'A reader',
          authorUrl: null,
          date: '2020-01-01T10:00:00.000Z',
        });
    }
    const publicTexts = async () =>
      Promise.all(
        [path, '/', '/feed.xml', `${path}.md`, `/webapi/api/posts/${post.id}`, '/webapi/getposts'].map(
          async (url) => (await site.visitor().get(url)).text,
        ),
      );
    for (const text of [
      ...(await publicTexts()),
      (await site.visitor().get(`/webapi/api/posts/comment/approve/${post.id}`)).text,
    ])
      expect(text).not.toMatch(/Said|Wanda|social\.example|bsky/);

    const { body: waiting } = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`);
    expect(waiting.map(({ source }) => source)).toEqual([...sources, 'local']);
    for (const { id } of waiting) {
      await site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state: true });
      // The owner answers on the page, without JavaScript.
      const opened = (await site.admin.get(`${path}?reply=${id}`)).text;
      expect(opened).toContain(`name="parent_id" value="${id}"`);
      const answer = form({ comment_text: `Answered ${id}.`, parent_id: String(id) });
      expect((await site.admin.post(path, answer, { token: false })).status).toBe(303);
    }

    const { text: html } = await site.visitor().get(path);
    expect(html.match(/<ol class="comment-list">/g)).toHaveLength(1);
    expect(html).toContain('3 likes and 3 reposts elsewhere');
    expect(html).toContain('This is Terrible (0)');
    for (const source of sources) {
      const { originUrl, via } = from[source];
      expect(html).toContain(
        `<a class="via u-url" href="${originUrl}" rel="ugc nofollow"><bdi>${via}</bdi></a>`,
      );
    }
    const url = `https://blog.example${path}`;
    const threads = html.match(/<ol class="comment-list">.*<\/ol>/s)?.[0] ?? '';
    const order = [...threads.matchAll(/<div id="comment-(\d+)"/g)].map(([, id]) => Number(id));
    const { body: all } = await site.visitor().get<Comment[]>(`/webapi/api/posts/comment/approve/${post.id}`);
    const answerTo = (id: number) => all.find(({ parent_id }) => parent_id === id)?.id;
    expect(order).toEqual(waiting.flatMap(({ id }) => [id, answerTo(id)]));

    // What other programs read of it.
    const entry = mf2(html, { baseUrl: url }).items.find(({ type }) => type?.includes('h-entry'));
    const cites = (entry?.properties.comment ?? []) as { properties: Record<string, unknown[]> }[];
    expect(cites).toHaveLength(8);
    for (const [n, { id, comment_text, date_added, author_url }] of waiting.entries()) {
      const said = cites[2 * n]?.properties;
      expect(said?.author).toMatchObject([
        {
          type: ['h-card'],
          properties: { name: [waiting[n]?.user_name], ...(author_url && { url: [author_url] }) },
        },
      ]);
      expect(said?.content).toMatchObject([{ value: comment_text }]);
      expect(said?.published).toEqual([date_added]);
      expect(said?.url?.[0]).toBe(`${url}#comment-${id}`);
      expect(said?.url?.[1]).toBe(waiting[n]?.origin_url ?? undefined);
      // The server that it came from knows it by its URL there.
      const origin = waiting[n]?.origin_url;
      expect(cites[2 * n + 1]?.properties['in-reply-to']).toEqual([
        ...(origin ? [origin] : []),
        `${url}#comment-${id}`,
      ]);
    }

    // A second page from the cache is the same, and unapproving takes a comment away at once.
    expect((await site.visitor().get(path)).text).toBe(html);
    await site.admin.put(`/webapi/api/posts/comment/approve/${waiting[1]?.id}`, { state: false });
    expect((await site.visitor().get(path)).text).not.toContain('@fay@social.example');
  });

  test('very many comments: pages, permalinks and replies stay bounded', async () => {
    const many = size(10_000, 100_000);
    const post = await site.createPost({ post_title: 'Everyone' });
    const path = `/post/${post.post_title_web}`;
    const { db } = site.blog;
    const rows = Array.from({ length: many }, (_, n) => ({
      post_id: post.id,
      user_name: 'Ada',
      comment_text: `comment ${n}`,
      date_added: new Date(Date.UTC(2010, 0, 1) + n * 1000).toISOString(),
      approved: 1,
    }));
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < rows.length; from += 5000)
        await tx
          .insertInto('comments')
          .values(rows.slice(from, from + 5000))
          .execute();
    });
    const { last } = await db
      .selectFrom('comments')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    const found = await site.visitor().get(`${path}?comment-id=${last}`);
    expect(found.headers.get('location')).toBe(`${path}?comments=${many / 50}#comment-${last}`);
    const { text } = await site.visitor().get(`${path}?comments=${many / 50}`);
    expect(text.match(/<div id="comment-\d/g)).toHaveLength(50);
    expect((await site.visitor().get(`${path}?comments=${many / 50}&reply=${last}`)).text).toContain(
      'Cancel reply',
    );
    const reply = { comment_text: 'One more.', parent_id: last };
    const sent = await site.admin.post<Comment>(`/webapi/api/posts/comment/${post.id}`, reply);
    expect(sent.body.parent_id).toBe(last);
    await site.admin.delete(`/webapi/api/posts/comment/${last}`);
    const { body: moved } = await site.admin.get<Comment[]>(
      `/webapi/api/posts/comment/all/${post.id}?offset=${many - 1}`,
    );
    expect(moved).toMatchObject([{ id: sent.body.id, parent_id: null }]);
  });
});
