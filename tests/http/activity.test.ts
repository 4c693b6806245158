import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteExpired } from '../../src/core/accounts/sign-in/sign-in.ts';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Image } from '../../src/core/images/api/images.ts';
import { publishDue } from '../../src/core/posts/schedule.ts';
import { createPost } from '../../src/core/posts/write-posts.ts';
import { activityLog, named, recordActivity } from '../../src/core/site/activity.ts';
import type { ActivityEntry } from '../../src/core/site/api/activity.ts';
import { itself } from '../../src/platform/blog.ts';
import { inTranslation, translationFor } from '../../src/platform/messages/server-translation.ts';
import { type Message, message } from '../../src/platform/messages/translate.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { adminPassword } from '../support/server.ts';

const path = '/webapi/api/admin/activity';
/** Of a version that stored the English text alone. */
const earlierEntry = {
  ...itself,
  kind: 'site',
  what: 'Changed the appearance',
  date: new Date().toISOString(),
};
const day = 24 * 60 * 60 * 1000;

onEachDatabase('the activity log', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  beforeEach(async () => {
    await site.blog.db.deleteFrom('activity').execute();
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const entries = async (query = '') => (await site.admin.get<ActivityEntry[]>(path + query)).body;
  /** Oldest first. */
  const summaries = async (query = '') =>
    (await entries(query)).map((entry) => `${entry.kind}: ${entry.what}`).reverse();

  const germanLog = async () => {
    const german = await translationFor('de', 'en');
    const page = { limit: 100, offset: 0 };
    const { entries } = await inTranslation(german, () => activityLog(site.blog, {}, page));
    return entries.map(({ what }) => what);
  };

  test('is shown in the language of its reader, not of its author', async () => {
    const german = await translationFor('de', 'en');
    const blog = { ...site.blog, actor: { ...itself, username: 'admin' } };
    const record = (what: Message) => recordActivity(blog, blog.db, 'post', what);
    const post = named({ kind: 'page', post_title: '' });
    await inTranslation(german, () => record(message('Deleted {post} for good', { post })));
    await record(message('Changed the menu'));
    await site.blog.db.insertInto('activity').values(earlierEntry).execute();
    expect((await entries()).map(({ what }) => what)).toEqual([
      'Changed the appearance',
      'Changed the menu',
      'Deleted the page "Untitled" for good',
    ]);
    expect(await germanLog()).toEqual([
      'Darstellung geändert',
      'Menü geändert',
      'Endgültig gelöscht: Seite „Ohne Titel“',
    ]);
  });

  test('records sign-ins, sign-outs and failed attempts with IP address and browser', async () => {
    const client = site.visitor('192.0.2.7');
    const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/150.0' };
    await client.get('/webapi/api/admin/auth');
    const auth = (username: string, password: string) =>
      client.post('/webapi/api/admin/auth', { username, password }, { headers });
    await auth('admin', 'a wrong password');
    await auth('my secret typed into the wrong field', 'x');
    await auth('admin', adminPassword);
    const session = client.cookies.get('session') ?? 'none';
    await client.delete('/webapi/api/admin/auth', undefined, { headers });
    const log = (await entries()).reverse();
    expect(log.map(({ kind, what, username }) => [kind, what, username])).toEqual([
      ['sign-in-failed', 'Failed to sign in as "admin"', null],
      ['sign-in-failed', 'Failed to sign in under an unknown name', null],
      ['sign-in', 'Signed in with the password', 'admin'],
      ['sign-out', 'Signed out', 'admin'],
    ]);
    for (const entry of log)
      expect(entry).toMatchObject({ address: '192.0.2.7', browser: 'Firefox on Windows' });
    const stored = JSON.stringify(await site.blog.db.selectFrom('activity').selectAll().execute());
    for (const secret of ['secret', 'a wrong password', adminPassword, session])
      expect(stored).not.toContain(secret);
    await site.blog.db.deleteFrom('attempts').execute();
  });

  test('records changes to posts, tags, categories, images, comments, settings and users', async () => {
    const { admin } = site;
    const { id } = await site.createPost({ post_title: 'One', active: false });
    const post = `/webapi/api/posts/${id}`;
    await admin.put(post, { post_title: 'Two' });
    await admin.put(post, { post_title: 'Two' });
    await admin.put(`/webapi/api/posts/status/${id}/1`, {});
    await admin.put(post, { post_title_web: `own-${kind}` });
    await admin.put(post, { scheduled_date: '2999-01-01T00:00:00Z' });
    await admin.post(`/webapi/api/admin/posts/${id}/previews`, {});
    await admin.delete(`/webapi/api/admin/posts/${id}/previews`);
    const tag = await admin.post<{ id: number }>(`/webapi/api/tag/${id}/sea`, {});
    await admin.post(`/webapi/api/tag/${id}/sea`, {});
    await admin.delete(`/webapi/api/tag/${tag.body.id}`);
    const category = await admin.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'old' });
    await admin.put(`/webapi/api/admin/cat/${category.body.id}`, { category_path: 'new' });
    await admin.put(`/webapi/api/admin/cat/${id}/${category.body.id}`, { state: true });
    await admin.put(`/webapi/api/admin/cat/${id}/0`, { state: true });
    await admin.delete(`/webapi/api/admin/cat/${category.body.id}`);

    const form = new FormData();
    form.set('post_id', String(id));
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    form.set('cover', new Blob([new Uint8Array(png)]), 'image.png');
    const [image] = (await admin.post<Image[]>('/webapi/api/image', form)).body;
    await admin.put(`/webapi/api/admin/image/main/${id}/${image?.id}`, {});
    await admin.delete(`/webapi/api/assoc/postimage/${id}/${image?.id}`);

    await admin.put(`/webapi/api/posts/status/${id}/1`, {});
    const visitor = site.visitor();
    await visitor.get('/webapi/api/admin/auth');
    const postComment = (client: typeof admin) =>
      client.post<Comment>(`/webapi/api/posts/comment/${id}`, { comment_text: 'Some words' });
    const comments = [(await postComment(visitor)).body.id, (await postComment(admin)).body.id];
    await admin.put(`/webapi/api/posts/comment/approve/${comments[0]}`, { state: true });
    await admin.put('/webapi/api/admin/comments', { ids: comments, state: false });
    await admin.delete(`/webapi/api/admin/comments?ids=${comments.join(',')}`);
    await admin.put('/webapi/api/admin/site', { site_name: 'Mine' });
    await admin.put('/webapi/tasks/1', { title: 'News' });
    const user = await admin.post<{ id: number }>('/webapi/api/admin/users', {
      username: 'Zoë',
      password: 'a long sentence of hers',
    });
    await admin.put(`/webapi/api/admin/users/${user.body.id}`, { password: 'another sentence of hers' });
    await admin.delete(`/webapi/api/admin/users/${user.body.id}`);
    await admin.delete(post);

    expect(await summaries()).toEqual([
      'post: Created the post "One"',
      'post: Changed the text of the post "Two"',
      'post: Activated the post "Two"',
      'post: Changed the web title of the post "Two"',
      'post: Deactivated the post "Two"',
      'post: Created a preview link for the post "Two"',
      'post: Revoked preview links of the post "Two"',
      'tag: Tagged the post "Two" with sea',
      'tag: Removed the tag sea from the post "Two"',
      'category: Created the category "old"',
      'category: Renamed the category "old" to "new"',
      'category: Put the post "Two" into "new"',
      'category: Took the post "Two" out of its category',
      'category: Deleted the category "new"',
      'image: Added an image to the post "Two"',
      'image: Changed the main image of the post "Two"',
      'image: Deleted an image of the post "Two"',
      'post: Activated the post "Two"',
      'comment: Commented on the post "Two"',
      'comment: Approved a comment on the post "Two"',
      'comment: Unapproved 2 comments on the post "Two"',
      'comment: Deleted 2 comments on the post "Two"',
      'site: Changed the site settings',
      'site: Changed the announcement',
      'security: Added the administrator "Zoë"',
      'security: Changed the password of "Zoë"',
      'security: Removed the administrator "Zoë"',
      'post: Deleted the post "Two"',
    ]);
    expect(await summaries('?kind=category')).toHaveLength(5);
    const inGerman = await germanLog();
    expect(inGerman).toContain('Text geändert: Beitrag „Two“');
    expect(inGerman).toContain('Schlagwort sea hinzugefügt: Beitrag „Two“');
    expect(inGerman).toContain('Freigabe von 2 Kommentaren zurückgenommen: Beitrag „Two“');
    expect(inGerman.filter((what) => /[Pp]ost|"|Changed|Deleted|Added/.test(what))).toEqual([]);
    for (const { username } of await entries()) expect(username).toBe('admin');
  });

  test('records nothing for a rejected request', async () => {
    const { id } = await site.createPost();
    await site.blog.db.deleteFrom('activity').execute();
    await site.admin.put(`/webapi/api/posts/${id}`, { post_title: 'Late', version: 99 });
    await site.admin.post('/webapi/api/admin/cat', { category_path: 'Not A Path' });
    await site.admin.post(`/webapi/api/tag/${id}/NO`, {});
    await site.admin.delete('/webapi/api/posts/999999');
    expect(await summaries()).toEqual([]);
  });

  test('records a scheduled publication without a user, and truncates long titles', async () => {
    const { id } = await createPost(site.blog, {
      post_title: 'x'.repeat(400),
      post_content: '',
      active: false,
      scheduled_date: '2999-01-01T00:00:00Z',
    });
    expect(await entries()).toEqual([]);
    await site.blog.db
      .updateTable('posts')
      .set({ scheduled_date: '2001-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute();
    await publishDue(site.blog);
    expect(await entries()).toEqual([
      {
        id: expect.any(Number),
        date: expect.any(String),
        kind: 'post',
        what: `Activated the post "${'x'.repeat(119)}…"`,
        ...itself,
      },
    ]);
  });

  test('is paginated, newest first, and trimmed to its size and age limits', async () => {
    const row = { what: 'x', ...itself };
    const now = new Date().toISOString();
    const many = (count: number, entry: { kind: string; date: string }) =>
      Array.from({ length: count }, () => ({ ...row, ...entry }));
    const add = async (rows: ReturnType<typeof many>) => {
      for (let from = 0; from < rows.length; from += 1000)
        await site.blog.db
          .insertInto('activity')
          .values(rows.slice(from, from + 1000))
          .execute();
    };
    await add(many(3, { kind: 'post', date: new Date(Date.now() - 366 * day).toISOString() }));
    await add(many(1, { kind: 'sign-in', date: now }));
    await add(many(2_100, { kind: 'sign-in-failed', date: now }));
    await add(many(10_010, { kind: 'comment', date: now }));
    await deleteExpired(site.blog);
    const total = async (query: string) =>
      Number((await site.admin.get(`${path}?limit=1${query}`)).headers.get('x-total-count'));
    expect(await total('')).toBe(12_000);
    expect(await total('&kind=sign-in-failed')).toBe(2_000);
    expect(await total('&kind=post')).toBe(0);
    const first = await entries('?limit=2');
    const next = await entries('?limit=2&offset=2');
    const ids = [...first, ...next].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    for (const query of ['?kind=nothing', '?limit=0', '?limit=101', '?offset=-1'])
      expect((await site.admin.get(path + query)).status).toBe(400);
  });
});
