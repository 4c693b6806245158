import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../src/core/accounts/api/owner.ts';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Image, ImageUse, LibraryImage } from '../../src/core/images/api/images.ts';
import type { Overview } from '../../src/core/site/api/site.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

onEachDatabase('the admin API', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const signedIn = async (userAgent: string, username = 'admin', password = adminPassword) => {
    const client = site.visitor();
    await client.get('/webapi/api/admin/auth');
    const { status } = await client.post(
      '/webapi/api/admin/auth',
      { username, password },
      { headers: { 'User-Agent': userAgent } },
    );
    expect(status).toBe(200);
    return client;
  };
  const sessions = async (client: Awaited<ReturnType<typeof signedIn>>) =>
    (await client.get<Session[]>('/webapi/api/admin/sessions')).body;

  test('the doctor checks the database, and reveals no password of it', async () => {
    const { status, text } = await site.admin.get('/webapi/api/admin/doctor');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toContainEqual({ state: 'ok', text: expect.stringMatching(/^Database: /) });
    expect(text).not.toMatch(/:\/\/[^/\s]*:[^/\s@]*@/);
  });

  test('users see and end only their own sessions, and no session hash is exposed', async () => {
    await site.admin.post('/webapi/api/admin/users', { username: 'second', password: 'a second password' });
    const first = await signedIn(
      'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      'second',
      'a second password',
    );
    const other = await signedIn('curl/8', 'second', 'a second password');
    const found = await sessions(first);
    expect(found.map(({ browser, current }) => ({ browser, current }))).toEqual(
      expect.arrayContaining([
        { browser: 'Firefox on Windows', current: true },
        { browser: 'Unknown browser', current: false },
      ]),
    );
    expect(found).toHaveLength(2);
    const stored = await site.blog.db.selectFrom('sessions').select('id').execute();
    for (const { id } of stored) expect(JSON.stringify(found)).not.toContain(id);

    const there = found.find(({ current }) => !current);
    expect((await site.admin.delete(`/webapi/api/admin/sessions/${there?.id}`)).status).toBe(404);
    const ended = await first.delete(`/webapi/api/admin/sessions/${there?.id}`);
    expect([ended.status, ended.body]).toEqual([200, { id: there?.id }]);
    expect((await other.get<{ status: string }>('/webapi/api/admin/auth')).body.status).toBe('no auth');
    expect(await sessions(first)).toHaveLength(1);
    expect((await first.delete(`/webapi/api/admin/sessions/${there?.id}`)).status).toBe(404);
  });

  test('changing the password ends every session but the current one', async () => {
    await site.admin.post('/webapi/api/admin/users', { username: 'third', password: 'a third password' });
    const client = await signedIn(
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
      'third',
      'a third password',
    );
    await signedIn('curl/8', 'third', 'a third password');
    const users = await client.get<{ id: number; you: boolean }[]>('/webapi/api/admin/users');
    const me = users.body.find(({ you }) => you);
    await client.put(
      `/webapi/api/admin/users/${me?.id}`,
      { password: 'another third password' },
      { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' } },
    );
    expect(await sessions(client)).toMatchObject([{ browser: 'Chrome on Linux', current: true }]);
  });

  test('approves and deletes several comments at once and skips unknown ids', async () => {
    const post = await site.createPost();
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const ids: number[] = [];
    for (const number of [1, 2, 3]) {
      const { body } = await visitor.post<Comment>(`/webapi/api/posts/comment/${post.id}`, {
        comment_text: `Comment ${number}`,
      });
      ids.push(body.id);
    }
    const [first = 0, second = 0, third = 0] = ids;
    const all = '/webapi/api/admin/comments';
    const approved = await site.admin.put<Comment[]>(all, { ids: [third, first, 999_999], state: true });
    expect(approved.body.map(({ id, approved }) => [id, approved])).toEqual([
      [first, true],
      [third, true],
    ]);
    expect((await site.admin.delete(`${all}?ids=${second},${third},999999`)).body).toEqual({
      ids: [second, third],
    });
    const left = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`);
    expect(left.body.map(({ id }) => id)).toEqual([first]);
    for (const body of [
      { ids: [], state: true },
      { ids: ['1'], state: true },
      { ids: [first] },
      { state: true },
    ])
      expect((await site.admin.put(all, body)).status).toBe(422);
    for (const query of ['', '?ids=', '?ids=1,', '?ids=a', `?ids=${Array(101).fill(1).join(',')}`])
      expect((await site.admin.delete(all + query)).status).toBe(400);
  });

  test('the image library says which images are used in the text of their post', async () => {
    const post = await site.createPost();
    const upload = async (background: string) => {
      const image = sharp({ create: { width: 500, height: 300, channels: 3, background } });
      const form = new FormData();
      form.set('post_id', String(post.id));
      form.set('image', new Blob([Uint8Array.from(await image.png().toBuffer())]), 'image.png');
      return (await site.admin.post<[Image]>('/webapi/image', form)).body[0];
    };
    const one = await upload('#123456');
    const two = await upload('#654321');
    await site.admin.put(`/webapi/api/posts/${post.id}`, {
      post_content: `<p><img src="${two.file_path_thumbnail}" alt=""></p>`,
    });
    const { body } = await site.admin.get<LibraryImage[]>('/webapi/api/image');
    const uses = Object.fromEntries(body.map(({ id, in_text, main_image }) => [id, [in_text, main_image]]));
    expect(uses).toMatchObject({ [one.id]: [false, 1], [two.id]: [true, 0] });
  });

  test('lists every use of an image in galleries, texts, drafts and revisions', async () => {
    const upload = async (postId: number, background: string) => {
      const image = sharp({ create: { width: 400, height: 300, channels: 3, background } });
      const form = new FormData();
      form.set('post_id', String(postId));
      form.set('image', new Blob([Uint8Array.from(await image.png().toBuffer())]), 'image.png');
      return (await site.admin.post<[Image]>('/webapi/image', form)).body[0];
    };
    const usesOf = async ({ id }: Image) =>
      (await site.admin.get<ImageUse[]>(`/webapi/api/image/${id}/uses`)).body.map(
        ({ place, post_id, post_title }) => [place, post_id, post_title],
      );
    const [owns, shows, showed] = [
      await site.createPost({ post_title: 'Owns it' }),
      await site.createPost({ post_title: 'Shows it' }),
      await site.createPost({ post_title: 'Showed it', active: false }),
    ];
    const main = await upload(owns.id, '#0a0b0c');
    const extra = await upload(owns.id, '#0c0b0a');
    expect(await usesOf(main)).toEqual([['main', owns.id, 'Owns it']]);
    expect(await usesOf(extra)).toEqual([['gallery', owns.id, 'Owns it']]);

    const post_content = `<p><img src="${extra.file_path_thumbnail}" alt=""></p>`;
    await site.admin.put(`/webapi/api/posts/${shows.id}`, { post_content });
    await site.admin.put(`/webapi/api/posts/${showed.id}`, { post_content });
    await site.admin.put(`/webapi/api/posts/${showed.id}`, { post_content: '<p>No more.</p>' });
    await site.admin.put('/webapi/api/admin/drafts/uses', { post_title: 'Typed', post_content, version: 0 });
    const other = site.visitor();
    await site.admin.post('/webapi/api/admin/users', { username: 'uses', password: 'long enough for it' });
    await site.signIn(other, 'uses', 'long enough for it');
    const theirs = { post_title: 'Theirs alone', post_content, version: 0 };
    await other.put('/webapi/api/admin/drafts/uses', theirs);
    const found = await usesOf(extra);
    expect(found).toHaveLength(5);
    expect(found).toEqual(
      expect.arrayContaining([
        ['gallery', owns.id, 'Owns it'],
        ['text', shows.id, 'Shows it'],
        ['draft', null, 'Typed'],
        ['draft', null, ''],
        ['revision', showed.id, 'Showed it'],
      ]),
    );

    // The file stays as long as another image has the same bytes.
    await upload(shows.id, '#0c0b0a');
    expect(await usesOf(extra)).toEqual([['gallery', owns.id, 'Owns it']]);
    expect((await site.admin.get('/webapi/api/image/999999/uses')).status).toBe(404);
  });

  test('the overview includes the database size', async () => {
    const { body } = await site.admin.get<Overview>('/webapi/api/admin/overview');
    expect(body.database_bytes).toBeGreaterThan(10_000);
  });
});
