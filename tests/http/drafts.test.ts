import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { BinnedDraft, Draft, DraftHead, Revision } from '../../src/core/posts/api/writing.ts';
import { deleteRedundantDrafts } from '../../src/core/writing/drafts.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const day = 24 * 60 * 60 * 1000;

onEachDatabase('drafts', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const path = (id: string) => `/webapi/api/admin/drafts/${id}`;
  const text = { post_title: 'Typed', post_content: '<p>Words</p>', version: 1 };
  const save = (id: string, body: object, client = site.admin) =>
    client.put<DraftHead>(path(id), { ...text, ...body });
  const draftOf = (id: string) => site.admin.get<Draft>(path(id));
  const change = async (id: number, body: object) =>
    (await site.admin.put<Post>(`/webapi/api/posts/${id}`, body)).body;
  const titled = async (title: string) =>
    (await site.admin.get<Post[]>(`/webapi/api/admin/posts?search=${title}`)).body;

  describe('a new post', () => {
    const create = (body: object, client: ApiClient = site.admin) =>
      client.post<Post>('/webapi/api/posts', { post_content: '<p>Once</p>', ...body });

    test('is created once, however often the request is sent', async () => {
      const first = await create({ post_title: 'Onlyonce', creation_id: 'form-1' });
      const second = await create({ post_title: 'Onlyonce, changed', creation_id: 'form-1' });
      expect([first.status, second.status]).toEqual([201, 200]);
      expect(second.body).toEqual(first.body);
      expect(await titled('Onlyonce')).toHaveLength(1);
    });

    test('is created once by requests that arrive at the same time', async () => {
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => create({ post_title: 'Attheonce', creation_id: 'form-2' })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
      expect(await titled('Attheonce')).toHaveLength(1);
    });

    test('is created again by another form, another user, and after it was deleted', async () => {
      const post = (await create({ post_title: 'Againnew', creation_id: 'form-3' })).body;
      expect((await create({ post_title: 'Againnew', creation_id: 'form-4' })).status).toBe(201);
      const other = site.visitor();
      const password = 'long enough for it';
      await site.admin.post('/webapi/api/admin/users', { username: 'again', password });
      await site.signIn(other, 'again', password);
      expect((await create({ post_title: 'Againnew', creation_id: 'form-3' }, other)).status).toBe(201);
      await site.admin.delete(`/webapi/api/posts/${post.id}`);
      const again = await create({ post_title: 'Againnew', creation_id: 'form-3' });
      expect(again.status).toBe(201);
      expect((await create({ creation_id: 'form-3' })).body.id).toBe(again.body.id);
    });

    test('needs no id, and an invalid one is rejected', async () => {
      expect((await create({})).status).toBe(201);
      expect((await create({})).status).toBe(201);
      for (const creation_id of ['', 'a b', 'x'.repeat(65), 5])
        expect((await create({ creation_id })).status).toBe(422);
    });

    test('keeps its id in the draft', async () => {
      await save('continued', { creation_id: 'form-5', version: 0 });
      expect((await draftOf('continued')).body.creation_id).toBe('form-5');
    });
  });

  test('of a post that was deleted meanwhile becomes the draft of a new post', async () => {
    const post = await site.createPost();
    await site.admin.delete(`/webapi/api/posts/${post.id}`);
    const { status, body } = await save('orphan', { post_id: post.id, sequence: 4 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ post_id: null, sequence: 4 });
    expect((await draftOf('orphan')).body).toMatchObject({ post_id: null, post_content: '<p>Words</p>' });
  });

  test('are refused when another user has signed in to the browser of the page', async () => {
    const { body: users } = await site.admin.get<{ id: number; you: boolean }[]>('/webapi/api/admin/users');
    const own = users.find(({ you }) => you)?.id ?? 0;
    const as = (user: string, body: object) =>
      site.admin.put<{ error: { code: string } }>(
        path('whose'),
        { ...text, ...body },
        {
          headers: { 'x-user-id': user },
        },
      );
    const refused = await as(String(own + 1), {});
    expect([refused.status, refused.body.error.code]).toEqual([403, 'other_user']);
    expect((await draftOf('whose')).status).toBe(404);
    expect((await as(String(own), {})).status).toBe(200);
  });

  test('expire after 90 days only if their text is saved and their settings are those of the post', async () => {
    const post = await site.createPost({ post_content: '<p>First</p>' });
    await change(post.id, { post_content: '<p>Second</p>' });
    const same = { post_id: post.id, post_title: post.post_title };
    await save('as-saved', { ...same, post_content: '<p>Second</p>' });
    await save('as-revision', { ...same, post_content: '<p>First</p>' });
    await save('only-copy', { ...same, post_content: '<p>Third</p>' });
    await save('other-title', { ...same, post_title: 'Only here', post_content: '<p>Second</p>' });
    await save('new-post', { version: 0, post_content: '<p>Second</p>' });
    const saved = { ...same, post_content: '<p>Second</p>' };
    await save('as-settings', { ...saved, settings: { tags: [], language: '', comments_open: true } });
    await save('other-tags', { ...saved, settings: { tags: ['chosen'] } });
    await save('other-web-title', { ...saved, post_title_web: 'chosen' });
    await save('other-schedule', { ...saved, scheduled_date: '2040-01-01T00:00:00.000Z' });
    const left = async (later: number) => {
      const blog = { ...site.blog, now: () => new Date(Date.now() + later) };
      await deleteRedundantDrafts(blog);
      const { body } = await site.admin.get<DraftHead[]>('/webapi/api/admin/drafts');
      return body.map(({ id }) => id).filter((id) => /^(as|only|other|new)-/.test(id));
    };
    expect(await left(89 * day)).toHaveLength(9);
    expect((await left(91 * day)).sort()).toEqual([
      'new-post',
      'only-copy',
      'other-schedule',
      'other-tags',
      'other-title',
      'other-web-title',
    ]);
  });

  const heads = async (client = site.admin) =>
    (await client.get<DraftHead[]>('/webapi/api/admin/drafts')).body.map(({ id }) => id);

  describe('that arrive after the save that contains them', () => {
    test.each(['changed', 'created'])('are refused: of a post that is %s', async (way) => {
      const id = `late-${way}`;
      const drafts = [{ id, sequence: 3 }];
      const post = way === 'created' ? null : await site.createPost();
      if (post) await change(post.id, { post_title: 'Saved', drafts });
      else await site.createPost({ drafts });
      expect((await save(id, { sequence: 3 })).body).toMatchObject({ id, is_stored: false });
      expect(await heads()).not.toContain(id);
      // What was typed during the save is newer.
      expect((await save(id, { sequence: 4 })).body).toMatchObject({ id, is_stored: true });
      expect(await heads()).toContain(id);
    });

    test('are refused also if both are on their way at once', async () => {
      const post = await site.createPost();
      const ids = Array.from({ length: 12 }, (_, number) => `race-${number}`);
      await Promise.all(
        ids.flatMap((id) => [
          save(id, { post_id: post.id, sequence: 3 }),
          change(post.id, { post_title: id, drafts: [{ id, sequence: 3 }] }),
          save(id, { post_id: post.id, sequence: 2 }),
        ]),
      );
      expect((await heads()).filter((id) => id.startsWith('race-'))).toEqual([]);
    });
  });

  describe('that are deleted', () => {
    const bin = async (client = site.admin) =>
      (await client.get<BinnedDraft[]>('/webapi/api/admin/bin/drafts')).body.map(({ id }) => id);
    const restore = (id: string, client = site.admin) => client.post<DraftHead>(`${path(id)}/restore`, {});
    const later = (ms: number) => ({ ...site.blog, now: () => new Date(Date.now() + ms) });

    test.each(['new', 'saved'])('go to the bin with all that was typed: of a %s post', async (post) => {
      const post_id = post === 'new' ? null : (await site.createPost()).id;
      const id = `binned-${post}`;
      await save(id, { post_id, sequence: 3, settings: { tags: ['tea'] } });
      const { body: typed } = await draftOf(id);
      expect((await site.admin.delete(path(id))).body).toEqual({ id, in_bin: true });
      expect(await heads()).not.toContain(id);
      expect((await draftOf(id)).status).toBe(404);
      expect(await bin()).toContain(id);
      expect((await restore(id)).body).toMatchObject({ id, post_id });
      expect((await draftOf(id)).body).toEqual(typed);
      expect(await bin()).not.toContain(id);
      expect((await restore(id)).status).toBe(404);
    });

    test('come back when their form, open in another tab, sends newer text, and not with older text', async () => {
      await save('two-tabs', { sequence: 3 });
      await site.admin.delete(path('two-tabs'));
      await save('two-tabs', { sequence: 3, post_title: 'Late' });
      expect(await heads()).not.toContain('two-tabs');
      await save('two-tabs', { sequence: 4, post_title: 'Typed on' });
      expect((await draftOf('two-tabs')).body.post_title).toBe('Typed on');
      expect(await bin()).not.toContain('two-tabs');
    });

    test('belong to one user in the bin, too', async () => {
      const other = site.visitor();
      const password = 'long enough for it';
      await site.admin.post('/webapi/api/admin/users', { username: 'binner', password });
      await site.signIn(other, 'binner', password);
      await save('private', { sequence: 1 });
      await site.admin.delete(path('private'));
      expect(await bin(other)).toEqual([]);
      expect((await restore('private', other)).status).toBe(404);
      await other.delete('/webapi/api/admin/bin');
      expect((await restore('private')).status).toBe(200);
    });

    test('leave the bin after 30 days, when it is emptied, and when they are deleted there', async () => {
      for (const id of ['old', 'emptied', 'deleted']) await save(id, { sequence: 1 });
      for (const id of ['old', 'deleted']) await site.admin.delete(path(id));
      await deleteRedundantDrafts(later(29 * day));
      expect(await bin()).toContain('old');
      expect((await site.admin.delete(`${path('deleted')}?for_good=true`)).body).toMatchObject({
        in_bin: false,
      });
      expect((await restore('deleted')).status).toBe(404);
      await deleteRedundantDrafts(later(31 * day));
      expect(await bin()).not.toContain('old');
      await site.admin.delete(path('emptied'));
      const { body } = await site.admin.delete<{ deleted: number }>('/webapi/api/admin/bin');
      expect(body.deleted).toBeGreaterThan(0);
      expect(await bin()).toEqual([]);
      expect((await restore('emptied')).status).toBe(404);
    });

    test('go with their post, and come back to the bin with it', async () => {
      const post = await site.createPost();
      await save('with-post', { post_id: post.id, sequence: 1 });
      await site.admin.delete(path('with-post'));
      await site.admin.delete(`/webapi/api/posts/${post.id}`);
      expect(await bin()).not.toContain('with-post');
      await site.admin.post('/webapi/api/admin/bin/restore', { items: [{ kind: 'post', id: post.id }] });
      expect(await bin()).toContain('with-post');
      expect(await heads()).not.toContain('with-post');
    });
  });

  test('are limited to 500 per user, and each of them can still be changed', async () => {
    const user = site.visitor();
    const password = 'long enough for it';
    await site.admin.post('/webapi/api/admin/users', { username: 'many', password });
    await site.signIn(user, 'many', password);
    await save('d0', { version: 0 }, user);
    const { user_id, ...row } = await site.blog.db
      .selectFrom('drafts')
      .selectAll()
      .where('id', '=', 'd0')
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 499 }, (_, n) => ({ ...row, user_id, id: `d${n + 1}` }));
    for (let from = 0; from < more.length; from += 50)
      await site.blog.db
        .insertInto('drafts')
        .values(more.slice(from, from + 50))
        .execute();
    expect((await save('one-more', { version: 0 }, user)).status).toBe(507);
    expect((await save('d7', { version: 0, sequence: 1 }, user)).status).toBe(200);
    await user.delete(path('d8'));
    expect((await save('one-more', { version: 0 }, user)).status).toBe(200);
  });

  test('find the text of the version that they are based on', async () => {
    const post = await site.createPost({ post_title: 'Base', post_content: '<p>One</p>' });
    const versions: Record<number, string> = { [post.version]: '<p>One</p>' };
    const note = (saved: Post) => {
      versions[saved.version] = saved.post_content;
    };
    note(await change(post.id, { active: false }));
    note(await change(post.id, { post_content: '<p>Two</p>' }));
    note(await change(post.id, { active: true }));
    note(await change(post.id, { post_content: '<p>Three</p>' }));
    expect(Object.keys(versions)).toHaveLength(5);
    const at = (version: number) =>
      site.admin.get<{ post_content: string }>(`/webapi/api/admin/posts/${post.id}/versions/${version}`);
    for (const [version, content] of Object.entries(versions))
      expect((await at(Number(version))).body).toMatchObject({ post_title: 'Base', post_content: content });
    expect((await at(0)).status).toBe(404);
    expect((await at(99)).status).toBe(404);
    expect((await site.visitor().get(`/webapi/api/admin/posts/${post.id}/versions/1`)).status).toBe(401);
    // A version whose revision was thinned out is unknown, instead of the text of another version.
    const { body } = await site.admin.get<Revision[]>(`/webapi/api/admin/posts/${post.id}/revisions`);
    await site.blog.db
      .deleteFrom('revisions')
      .where('id', '=', body.at(-1)?.id ?? 0)
      .execute();
    expect((await at(1)).status).toBe(404);
  });
});
