import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite, newAddress } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type OtherSite, otherSite } from '../support/other-site.ts';

const slow = { timeout: 120_000 };

onEachDatabase('receiving webmentions', (kind) => {
  let site: ApiSite;
  let other: OtherSite;
  let post: Post;
  let target: string;
  beforeAll(async () => {
    other = await otherSite();
    site = await apiSite(kind, { OUTGOING_STRANGERS: '127.0.0.1' });
    await site.admin.put('/webapi/api/admin/site', { webmention: true });
  });
  afterAll(async () => {
    await site.dispose();
    await other.close();
  });
  beforeEach(async () => {
    post = await site.createPost();
    target = `${site.blog.siteUrl()}/post/${post.post_title_web}`;
  });

  const send = async (fields: Record<string, string> | string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.url}/webmention`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'x-forwarded-for': newAddress(),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const waiting = () => site.blog.db.selectFrom('received_webmentions').selectAll().execute();
  /** Announces a page and waits until it has been read. */
  const mention = async (path: string, of = target): Promise<void> => {
    expect(await send({ source: other.url + path, target: of })).toMatchObject({ status: 202 });
    await expect.poll(waiting, { interval: 20 }).toEqual([]);
    await site.jobsEnded();
  };
  const comments = (postId = post.id) =>
    site.blog.db.selectFrom('comments').selectAll().where('post_id', '=', postId).orderBy('id').execute();
  const reactions = (postId = post.id) =>
    site.blog.db
      .selectFrom('reactions')
      .select(['kind', 'author_name', 'author_url', 'origin_id', 'source'])
      .where('post_id', '=', postId)
      .execute();
  const page = (inner: string) =>
    `<!doctype html><title>A page</title><article class="h-entry"><a class="p-author h-card" href="/">Alice</a>${inner}</article>`;
  const reply = (text: string, to = target) =>
    page(`<a class="u-in-reply-to" href="${to}">x</a><div class="e-content">${text}</div>`);
  const approve = (id: number) => site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state: true });
  const html = async () => (await site.visitor().get(`/post/${post.post_title_web}`)).text;

  describe('the endpoint', () => {
    const endpoint = () => `${site.blog.siteUrl()}/webmention`;
    const link = () => `<${endpoint()}>; rel="webmention"`;
    const tag = () => `<link rel="webmention" href="${endpoint()}"/>`;

    test('is advertised by posts and pages, from the cache, by HEAD and by 304', async () => {
      const { post_title_web: path } = await site.createPost({
        kind: 'page',
        comments_open: true,
        post_title_web: `/about-${post.id}`,
      });
      for (const url of [`/post/${post.post_title_web}`, path]) {
        const first = await site.visitor().get(url);
        const second = await site.visitor().get(url);
        for (const answer of [first, second]) {
          expect(answer.headers.get('link')).toBe(link());
          expect(answer.text).toContain(tag());
        }
        const head = await site.visitor().request('HEAD', url);
        expect(head.headers.get('link')).toBe(link());
        const etag = first.headers.get('etag') ?? '';
        const same = await site.visitor().get(url, { headers: { 'If-None-Match': etag } });
        expect([same.status, same.headers.get('link')]).toEqual([304, link()]);
      }
    });

    test('is absent from other pages, closed posts, and the whole site while webmentions are off', async () => {
      const isAdvertised = async (url: string) => {
        const { headers, text } = await site.visitor().get(url);
        return headers.has('link') || text.includes('"webmention"');
      };
      const closed = await site.createPost({ comments_open: false });
      expect(await isAdvertised('/')).toBe(false);
      expect(await isAdvertised(`/post/${closed.post_title_web}`)).toBe(false);
      const url = `/post/${post.post_title_web}`;
      expect(await isAdvertised(url)).toBe(true);
      await site.admin.put('/webapi/api/admin/site', { webmention: false });
      expect(await isAdvertised(url)).toBe(false);
      expect(await send({ source: `${other.url}/a`, target })).toMatchObject({ status: 404 });
      const { status, headers } = await site.visitor().get('/webmention');
      expect([status, headers.get('location')]).toEqual([302, '/']);
      await site.admin.put('/webapi/api/admin/site', { webmention: true });
      expect(await isAdvertised(url)).toBe(true);
    });

    test('takes POST only', async () => {
      const answer = await site.visitor().get('/webmention');
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
      expect(answer.text).toContain('Webmention endpoint');
    });

    // webmention.rocks, receiver test 1: 200, 201 or 202; a Location only with 201.
    test('accepts a valid request', async () => {
      other.pages.set('/valid', reply('Fine.'));
      const { status, headers } = await send({ source: `${other.url}/valid`, target });
      expect([status, headers.get('location')]).toEqual([202, null]);
      expect(headers.getSetCookie()).toEqual([]);
    });

    // webmention.rocks, receiver test 2: an invalid source, an invalid target, both.
    test.each([
      ['an invalid source', 'nonsense', null],
      ['an invalid target', null, 'nonsense'],
      ['both invalid', 'nonsense', 'nonsense'],
    ])('rejects a request: %s', async (_name, source, to) => {
      const { status, text } = await send({ source: source ?? `${other.url}/a`, target: to ?? target });
      expect(status).toBe(400);
      expect(text).toMatch(/^The (source|target) .*\.\n$/);
    });

    test('rejects what is no mention of a public post or page, without a request', async () => {
      const draft = await site.createPost({ active: false });
      const closed = await site.createPost({ comments_open: false });
      const of = (path: string) => site.blog.siteUrl() + path;
      const source = `${other.url}/refused`;
      const refused: (Record<string, string> | string)[] = [
        {},
        { source },
        { target },
        `source=${source}&source=${source}&target=${target}`,
        { source: target, target },
        { source: `${target}/#x`, target },
        { source: of('/other'), target },
        { source, target: of('/') },
        { source, target: of('/post/unknown') },
        { source, target: of(`/post/${draft.post_title_web}`) },
        { source, target: of(`/post/${closed.post_title_web}`) },
        { source, target: of('/admin') },
        { source, target: of('/webmention') },
        { source, target: of('/%ff') },
        { source, target: target.replace('localhost', 'example.org') },
        { source: 'javascript:alert(1)', target },
        { source: 'http://user:secret@example.org/', target },
        { source: `${other.url}/${'x'.repeat(2000)}`, target },
        { source, target, more: 'x'.repeat(20_000) },
      ];
      for (const fields of refused) {
        const { status, text } = await send(fields);
        expect([status, text], JSON.stringify(fields)).toEqual([400, expect.stringMatching(/\.\n$/)]);
      }
      const json = await send(JSON.stringify({ source, target }), { 'content-type': 'application/json' });
      expect(json.status).toBe(400);
      expect((await waiting()).map((row) => row.source)).not.toContain(source);
      expect(other.requests).not.toContain('/refused');
    });

    test('accepts other spellings of a post', slow, async () => {
      const renamed = `renamed-${post.id}`;
      await site.admin.put(`/webapi/api/posts/${post.id}`, { post_title_web: renamed });
      const of = (path: string) => site.blog.siteUrl() + path;
      const spellings = [
        of(`/post/${renamed}`),
        of(`/post/${renamed}/`),
        of(`/post/${renamed}?utm_source=x`),
        of(`/post/${renamed}?comments=2#comments`),
        of(`/post?name=${post.id}`),
        target,
        of(`/post/${renamed}`).replace('http:', 'https:'),
      ];
      for (const [index, spelling] of spellings.entries()) {
        other.pages.set(`/spelling-${index}`, page(`<a href="${spelling}">Number ${index}</a>`));
        await mention(`/spelling-${index}`, spelling);
      }
      expect(await comments()).toHaveLength(spellings.length);
    });

    test('limits an address, and then says when to come back', async () => {
      const headers = { 'x-forwarded-for': newAddress() };
      const statuses: number[] = [];
      for (let number = 0; number < 61; number++) statuses.push((await send({}, headers)).status);
      expect(statuses.slice(-2)).toEqual([400, 429]);
      const { status, headers: answer } = await send({}, headers);
      expect([status, Number(answer.get('retry-after'))]).toEqual([429, expect.any(Number)]);
      expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('a mention', () => {
    test('that replies waits as a comment, and readers see it once it is approved', slow, async () => {
      other.pages.set(
        '/reply',
        page(`<a class="u-in-reply-to" href="${target}">x</a><a class="u-url" href="/reply"></a>
          <time class="dt-published" datetime="2025-01-02T03:04:05Z"></time>
          <div class="e-content"><p>A <b>fine</b> walk.</p><script>alert(1)</script></div>`),
      );
      await mention('/reply');
      const [comment] = await comments();
      expect(comment).toMatchObject({
        user_name: 'Alice',
        comment_text: 'A **fine** walk.',
        approved: 0,
        source: 'webmention',
        author_url: `${other.url}/`,
        person: `${other.url}/`,
        origin_url: `${other.url}/reply`,
        origin_id: `${other.url}/reply`,
        parent_id: null,
        user_id: null,
      });
      expect(comment?.date_added).toContain('2025-01-02');
      expect(await html()).not.toContain('A <strong>fine</strong> walk.');
      await approve(comment?.id ?? 0);
      expect(await html()).toContain('A <strong>fine</strong> walk.');
    });

    test('that replies to a comment is a reply to it', slow, async () => {
      const { body } = await site.admin.post<{ id: number }>(`/webapi/api/posts/comment/${post.id}`, {
        comment_text: 'First.',
      });
      other.pages.set('/reply', reply('Second.', `${target}#comment-${body.id}`));
      await mention('/reply', `${target}#comment-${body.id}`);
      other.pages.set('/both', `${reply('Third.', `${target}#comment-${body.id}`)}<a href="${target}">x</a>`);
      await mention('/both');
      expect((await comments()).map(({ comment_text, parent_id }) => [comment_text, parent_id])).toEqual([
        ['First.', null],
        ['Second.', body.id],
        ['Third.', body.id],
      ]);
    });

    test('that likes or reposts is counted, and is no comment', slow, async () => {
      other.pages.set('/like', page(`<a class="u-like-of" href="${target}">x</a>`));
      other.pages.set('/repost', page(`<a class="u-repost-of" href="${target}">x</a>`));
      await mention('/like');
      await mention('/repost');
      await mention('/like');
      expect(await reactions()).toEqual([
        {
          kind: 'like',
          author_name: 'Alice',
          author_url: `${other.url}/`,
          origin_id: `${other.url}/like`,
          source: 'webmention',
        },
        expect.objectContaining({ kind: 'repost' }),
      ]);
      expect(await comments()).toEqual([]);
    });

    test('without microformats, in plain text or JSON is a comment of its host', slow, async () => {
      other.pages.set('/plain', `<title>Walks</title><p>See <a href="${target}">this one</a>.</p>`);
      other.pages.set('/text', (response) => {
        response.setHeader('content-type', 'text/plain').end(`See ${target}.`);
      });
      other.pages.set('/json', (response) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: target }));
      });
      for (const path of ['/plain', '/text', '/json']) await mention(path);
      const host = new URL(other.url).host;
      expect((await comments()).map(({ user_name, comment_text }) => [user_name, comment_text])).toEqual([
        [host, 'Walks\n\nSee this one.'],
        [host, `${other.url}/text`],
        [host, `${other.url}/json`],
      ]);
    });

    test('that does not link to the post has no effect', slow, async () => {
      for (const [path, inner] of [
        ['/comment', `<!-- <a href="${target}">x</a> -->`],
        ['/script', `<script>'<a href="${target}">'</script>`],
        ['/template', `<template><a href="${target}">x</a></template>`],
        ['/text-only', target],
        ['/longer', `<a class="u-like-of" href="${target}-2">x</a>`],
        ['/base', `<base href="http://example.org/"><a href="/post/${post.post_title_web}">x</a>`],
      ] as const) {
        other.pages.set(path, page(inner));
        await mention(path);
        expect(other.requests).toContain(path);
      }
      expect([await comments(), await reactions()]).toEqual([[], []]);
    });

    test('after redirects counts for the page that says it', slow, async () => {
      const away = await otherSite();
      away.pages.set('/short', (response) => {
        response.writeHead(302, { location: `${other.url}/long` }).end();
      });
      other.pages.set('/long', reply('Long.'));
      other.pages.set('/moved', (response) => {
        response.writeHead(301, { location: '/long' }).end();
      });
      expect(await send({ source: `${away.url}/short`, target })).toMatchObject({ status: 202 });
      await expect.poll(waiting).toEqual([]);
      await mention('/long');
      await mention('/moved');
      await away.close();
      expect((await comments()).map(({ origin_id }) => origin_id)).toEqual([`${other.url}/long`]);
    });

    test('of several posts by one page is stored for each', slow, async () => {
      const second = await site.createPost();
      const secondTarget = `${site.blog.siteUrl()}/post/${second.post_title_web}`;
      other.pages.set('/two', page(`<a href="${target}">one</a> <a href="${secondTarget}">two</a>`));
      await mention('/two');
      await mention('/two', secondTarget);
      await mention('/two');
      expect([(await comments()).length, (await comments(second.id)).length]).toEqual([1, 1]);
      other.pages.set('/two', page(`<a href="${target}">one</a>`));
      await mention('/two', secondTarget);
      expect([(await comments()).length, (await comments(second.id)).length]).toEqual([1, 0]);
    });

    test('of one page under many URLs is stored once', slow, async () => {
      other.pages.set('/page', reply('Fine.'));
      for (const query of ['?n=1', '?n=2', '']) await mention(`/page${query}`);
      expect(await comments()).toHaveLength(1);
    });
  });

  describe('a mention that is sent again', () => {
    test('is fetched once more and changes its text', slow, async () => {
      other.pages.set('/update', reply('Before.'));
      await mention('/update');
      const [before] = await comments();
      await approve(before?.id ?? 0);
      other.pages.set('/update', reply('After.'));
      await mention('/update');
      const [after, ...more] = await comments();
      expect(more).toEqual([]);
      expect(after).toMatchObject({ id: before?.id, comment_text: 'After.', approved: 0 });
      expect(await html()).not.toMatch(/Before\.|After\./);
    });

    test('changes its kind', slow, async () => {
      const kinds = async () => [
        (await comments()).map(({ comment_text }) => comment_text),
        (await reactions()).map((reaction) => reaction.kind),
      ];
      const steps = [
        [`<a class="u-like-of" href="${target}">x</a>`, [], ['like']],
        [`<a class="u-repost-of" href="${target}">x</a>`, [], ['repost']],
        [`<a class="u-in-reply-to" href="${target}">x</a><p class="e-content">Text.</p>`, ['Text.'], []],
        [`<a class="u-like-of" href="${target}">x</a>`, [], ['like']],
      ] as const;
      for (const [inner, ...expected] of steps) {
        other.pages.set('/kind', page(inner));
        await mention('/kind');
        expect(await kinds()).toEqual(expected);
      }
    });

    test.each([
      ['404', 404],
      ['410', 410],
    ])('is removed after %s', slow, async (_name, status) => {
      for (const [path, inner] of [
        ['/gone-reply', reply('Soon gone.')],
        ['/gone-like', page(`<a class="u-like-of" href="${target}">x</a>`)],
        ['/stays', reply('Stays.')],
      ] as const) {
        other.pages.set(path, inner);
        await mention(path);
      }
      for (const path of ['/gone-reply', '/gone-like']) {
        other.pages.set(path, (response) => void response.writeHead(status).end());
        await mention(path);
      }
      expect(await comments()).toMatchObject([{ comment_text: 'Stays.' }]);
      expect(await reactions()).toEqual([]);
    });

    test('is removed when the page no longer links to the post, or says that it is gone', slow, async () => {
      for (const left of [page('Nothing.'), `<meta http-equiv="status" content="410 Gone">${reply('x')}`]) {
        other.pages.set('/left', reply('There.'));
        await mention('/left');
        expect(await comments()).toHaveLength(1);
        other.pages.set('/left', left);
        await mention('/left');
        expect(await comments()).toEqual([]);
      }
    });

    test('removes nothing that came from another page', slow, async () => {
      other.pages.set('/alice', reply('Alice says.'));
      await mention('/alice');
      const evil = await otherSite();
      const sendEvil = async () => {
        await send({ source: `${evil.url}/x`, target });
        await expect.poll(waiting).toEqual([]);
      };
      // It claims the URL of Alice's page, redirects to a page of her host that is gone, and is gone itself.
      evil.pages.set('/x', `${reply('Forged.')}<a class="u-url" href="${other.url}/alice">x</a>`);
      await sendEvil();
      evil.pages.set(
        '/x',
        (response) => void response.writeHead(302, { location: `${other.url}/none` }).end(),
      );
      await sendEvil();
      evil.pages.delete('/x');
      await sendEvil();
      await evil.close();
      expect(await comments()).toMatchObject([
        { comment_text: 'Alice says.', origin_id: `${other.url}/alice` },
      ]);
    });

    test('stays as it is when the page cannot be had, and is asked for again', slow, async () => {
      other.pages.set('/later', reply('Stays.'));
      await mention('/later');
      for (const status of [500, 503, 429]) {
        other.pages.set('/later', (response) => void response.writeHead(status).end());
        await send({ source: `${other.url}/later`, target });
        await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
        // A minute later.
        await expect
          .poll(async () => Date.parse((await waiting())[0]?.next_run ?? '') - Date.now())
          .toBeLessThan(70_000);
        const due = Date.parse((await waiting())[0]?.next_run ?? '') - Date.now();
        expect(due).toBeGreaterThan(20_000);
        expect(await comments()).toMatchObject([{ comment_text: 'Stays.' }]);
      }
      other.pages.set('/later', (response) => void response.writeHead(403).end());
      await mention('/later');
      expect(await comments()).toHaveLength(1);
    });
  });

  test('an accepted mention survives a restart', slow, async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      other.pages.set('/held', (response) => {
        resolve();
        release = () => void response.setHeader('content-type', 'text/html').end(reply('Held.'));
      });
    });
    expect(await send({ source: `${other.url}/held`, target })).toMatchObject({ status: 202 });
    await held;
    await site.restart();
    release();
    other.pages.set('/held', reply('Held.'));
    const [row] = await waiting();
    expect(row?.source).toBe(`${other.url}/held`);
    // As if the time of the first attempt had passed.
    const past = new Date(Date.now() - 1000).toISOString();
    await site.blog.db.updateTable('received_webmentions').set({ next_run: past }).execute();
    await site.blog.db
      .updateTable('jobs')
      .set({ next_run: past })
      .where('kind', '=', 'webmention-receive')
      .where('date_finished', 'is', null)
      .execute();
    await expect.poll(waiting).toEqual([]);
    expect(await comments()).toMatchObject([{ comment_text: 'Held.' }]);
  });

  test('nothing of this is logged as an error', () => {
    expect(site.errors).toEqual([]);
  });
});
