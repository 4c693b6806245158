import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type {
  Draft,
  DraftHead,
  FullRevision,
  Preview,
  Revision,
  SharedPreview,
} from '../../src/core/posts/api/writing.ts';
import { publishDue } from '../../src/core/posts/schedule.ts';
import { deleteExpiredPreviews } from '../../src/core/writing/previews.ts';
import { type ApiClient, type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const day = 24 * 60 * 60 * 1000;

onEachDatabase('writing', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(async () => {
    expect(site.errors).toEqual([]);
    await site.dispose();
  });

  const admin = () => site.admin;
  const change = (id: number, body: unknown) => admin().put<Post>(`/webapi/api/posts/${id}`, body);
  const one = async (id: number) => (await admin().get<[Post]>(`/webapi/api/posts/${id}`)).body[0];
  const of = (id: number, rest: string) => `/webapi/api/admin/posts/${id}/${rest}`;
  /** Runs `work` with the clock set to another time. */
  const at = async <Result>(when: number, work: () => Promise<Result>): Promise<Result> => {
    const { now } = site.blog;
    site.blog.now = () => new Date(when);
    try {
      return await work();
    } finally {
      site.blog.now = now;
    }
  };

  describe('revisions', () => {
    const list = async (id: number) => (await admin().get<Revision[]>(of(id, 'revisions'))).body;

    test('store the replaced text with its date and user', async () => {
      const post = await site.createPost({ post_title: 'One', post_content: '<p>First</p>' });
      expect(await list(post.id)).toEqual([]);
      await change(post.id, { post_content: '<p>Second</p>' });
      await change(post.id, { post_title: 'Two' });
      const revisions = await list(post.id);
      expect(revisions).toMatchObject([
        { post_title: 'One', user: 'admin', size: '<p>Second</p>'.length },
        { post_title: 'One', user: 'admin', size: '<p>First</p>'.length },
      ]);
      expect(Date.parse(revisions[1]?.date ?? '')).toBeLessThanOrEqual(Date.parse(revisions[0]?.date ?? ''));
      const full = await admin().get<FullRevision>(of(post.id, `revisions/${revisions[1]?.id}`));
      expect(full.body).toMatchObject({ post_title: 'One', post_content: '<p>First</p>' });
    });

    test('are not created by changes of status, date, URL or category, or by an unchanged text', async () => {
      const post = await site.createPost();
      await change(post.id, { active: false });
      await change(post.id, { post_date: '2020-01-01', post_title: post.post_title });
      await change(post.id, { post_title_web: `words-${post.id}` });
      await admin().put(`/webapi/api/admin/cat/${post.id}/0`, {});
      expect(await list(post.id)).toEqual([]);
    });

    test('can be restored, which creates another revision', async () => {
      const post = await site.createPost({ post_title: 'Good', post_content: '<p>Good</p>' });
      await change(post.id, { post_title: 'Bad', post_content: '<p>Bad</p>' });
      const [good] = await list(post.id);
      const restored = await admin().post<Post>(of(post.id, `revisions/${good?.id}/restore`));
      expect(restored.body).toMatchObject({ post_title: 'Good', post_content: '<p>Good</p>' });
      expect(restored.body.version).toBeGreaterThan(post.version);
      expect((await list(post.id)).map(({ post_title }) => post_title)).toEqual(['Bad', 'Good']);
    });

    test('belong to their post and are deleted with it', async () => {
      const [mine, other] = [await site.createPost(), await site.createPost()];
      await change(mine.id, { post_title: 'Changed' });
      const [revision] = await list(mine.id);
      expect((await admin().get(of(other.id, `revisions/${revision?.id}`))).status).toBe(404);
      expect((await admin().post(of(other.id, `revisions/${revision?.id}/restore`))).status).toBe(404);
      expect((await admin().get(of(999_999, 'revisions'))).status).toBe(404);
      await admin().delete(`/webapi/api/posts/${mine.id}`);
      const left = await site.blog.db
        .selectFrom('revisions')
        .select('id')
        .where('post_id', '=', mine.id)
        .execute();
      expect(left).toEqual([]);
    });

    test('are thinned out over time, except the last 20', async () => {
      const post = await site.createPost({ post_title: 'Start' });
      const begin = Date.now();
      for (let n = 0; n < 50; n++)
        await at(begin + n * 60_000, () => change(post.id, { post_title: `Save ${n}` }));
      const titles = (await list(post.id)).map(({ post_title }) => post_title);
      expect(titles.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => `Save ${48 - n}`));
      expect(titles.length).toBeGreaterThanOrEqual(21);
      expect(titles.length).toBeLessThanOrEqual(23);
    });
  });

  describe('previews', () => {
    let draft: Post;
    let reader: ApiClient;
    beforeAll(async () => {
      draft = await site.createPost({ post_title: 'Not yet', active: false });
      reader = site.visitor();
    });
    const share = (id: number, body: unknown = {}) => admin().post<SharedPreview>(of(id, 'previews'), body);
    const tokenOf = ({ url }: SharedPreview) => url.split('/preview/')[1] ?? '';
    const open = (token: string) => reader.get<Post>(`/webapi/api/previews/${token}`);

    test('show an inactive post by their link for seven days', async () => {
      await admin().post(`/webapi/api/posts/comment/${draft.id}`, { comment_text: 'A note to myself' });
      const { status, body } = await share(draft.id);
      expect(status).toBe(201);
      expect(Date.parse(body.expires) - Date.parse(body.date_added)).toBe(7 * day);
      expect(Buffer.from(tokenOf(body), 'base64url')).toHaveLength(32);
      const shown = await open(tokenOf(body));
      expect(shown.body).toMatchObject({ id: draft.id, post_title: 'Not yet', active: 0, comment: [] });
      expect((await reader.get(`/webapi/api/posts/${draft.id}`)).status).toBe(404);

      const stored = JSON.stringify(await site.blog.db.selectFrom('previews').selectAll().execute());
      expect(stored).not.toContain(tokenOf(body));
      const { body: list } = await admin().get<Preview[]>(of(draft.id, 'previews'));
      expect(list.map(({ id }) => id)).toContain(body.id);
      expect(JSON.stringify(list)).not.toContain(tokenOf(body));
    });

    test('expire', async () => {
      const { body } = await share(draft.id, { days: 2 });
      const expires = Date.parse(body.expires);
      expect((await at(expires - 1, () => open(tokenOf(body)))).status).toBe(200);
      expect((await at(expires, () => open(tokenOf(body)))).status).toBe(404);
      await at(expires + 1, () => deleteExpiredPreviews(site.blog));
      const { body: list } = await admin().get<Preview[]>(of(draft.id, 'previews'));
      expect(list.map(({ id }) => id)).not.toContain(body.id);
    });

    test('can be ended one by one or all at once', async () => {
      const post = await site.createPost({ active: false });
      const [first, second, third] = [await share(post.id), await share(post.id), await share(post.id)];
      expect((await admin().delete(of(draft.id, `previews/${first.body.id}`))).status).toBe(404);
      await admin().delete(of(post.id, `previews/${first.body.id}`));
      expect((await open(tokenOf(first.body))).status).toBe(404);
      expect((await open(tokenOf(second.body))).status).toBe(200);
      const ended = await admin().delete<{ ids: number[] }>(of(post.id, 'previews'));
      expect(ended.body.ids.sort()).toEqual([second.body.id, third.body.id].sort());
      expect((await open(tokenOf(third.body))).status).toBe(404);
    });

    test('reject invalid durations and unknown links', async () => {
      for (const days of [0, 91, 1.5, '7', null]) expect((await share(draft.id, { days })).status).toBe(422);
      expect((await share(999_999)).status).toBe(404);
      expect((await open('x')).status).toBe(404);
      expect((await open('x'.repeat(101))).status).toBe(400);
      const { body } = await share(draft.id);
      expect((await open(tokenOf(body).slice(0, -1))).status).toBe(404);
      await admin().delete(`/webapi/api/posts/${draft.id}`);
      expect((await open(tokenOf(body))).status).toBe(404);
    });
  });

  describe('scheduling', () => {
    const isPublic = async (id: number) =>
      (await site.visitor().get(`/webapi/api/posts/${id}`)).status === 200;
    const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

    test('publishes a post at its time', async () => {
      const scheduled_date = inAnHour();
      const post = await site.createPost({ scheduled_date });
      expect(post).toMatchObject({ active: 0, scheduled_date, post_date: scheduled_date });
      await publishDue(site.blog);
      expect(await isPublic(post.id)).toBe(false);
      await at(Date.parse(scheduled_date) - 1, () => publishDue(site.blog));
      expect(await isPublic(post.id)).toBe(false);
      await at(Date.parse(scheduled_date), () => publishDue(site.blog));
      expect(await isPublic(post.id)).toBe(true);
      expect(await one(post.id)).toMatchObject({
        active: 1,
        scheduled_date: null,
        post_date: scheduled_date,
        update_date: null,
      });
      const cards = await site.visitor().get<Post[]>('/webapi/getposts');
      expect(cards.body.map(({ id }) => id)).toContain(post.id);
      // It is now like any public post: its web title is fixed, and a change sets update_date.
      expect((await change(post.id, { post_title: 'Renamed' })).body).toMatchObject({
        post_title_web: post.post_title_web,
        update_date: expect.any(String),
      });
    });

    test('publishes once even with several processes', async () => {
      const scheduled_date = inAnHour();
      const post = await site.createPost({ scheduled_date });
      await at(Date.parse(scheduled_date) + 1, () =>
        Promise.all(Array.from({ length: 8 }, () => publishDue(site.blog))),
      );
      expect(await one(post.id)).toMatchObject({ active: 1, version: post.version + 1 });
      const totals = await site.visitor().get<Post[]>('/webapi/api/posts/100/0/!null/!null');
      expect(totals.headers.get('x-total-count')).toBe(String(totals.body.length));
    });

    test('does not replace a date that the author set', async () => {
      const scheduled_date = inAnHour();
      const post = await site.createPost({ scheduled_date, post_date: '2020-02-02' });
      await at(Date.parse(scheduled_date), () => publishDue(site.blog));
      expect((await one(post.id)).post_date).toBe('2020-02-02T00:00:00.000Z');
    });

    test('in the past publishes at once', async () => {
      const past = '2024-05-06T07:08:00.000Z';
      const post = await site.createPost({ active: false, scheduled_date: past });
      expect(post).toMatchObject({ active: 1, scheduled_date: null, post_date: past });
      const other = await site.createPost({ active: false });
      expect((await change(other.id, { scheduled_date: past })).body).toMatchObject({
        active: 1,
        post_date: past,
      });
    });

    test('can be changed, canceled, and replaced by an activation', async () => {
      const [moved, off, now] = [
        await site.createPost({ scheduled_date: inAnHour() }),
        await site.createPost({ scheduled_date: inAnHour() }),
        await site.createPost({ scheduled_date: inAnHour() }),
      ];
      const later = new Date(Date.now() + day).toISOString();
      expect((await change(moved.id, { scheduled_date: later })).body).toMatchObject({
        scheduled_date: later,
        post_date: later,
      });
      expect((await change(moved.id, { post_title: 'Same time' })).body.scheduled_date).toBe(later);
      expect((await change(off.id, { scheduled_date: null })).body).toMatchObject({
        active: 0,
        scheduled_date: null,
      });
      await admin().put(`/webapi/api/posts/status/${now.id}/1`);
      const published = await one(now.id);
      expect(published).toMatchObject({ active: 1, scheduled_date: null });
      expect(Date.parse(published.post_date)).toBeLessThanOrEqual(Date.now());
      await at(Date.now() + 60 * 60 * 1000 + 1000, () => publishDue(site.blog));
      expect([await isPublic(moved.id), await isPublic(off.id)]).toEqual([false, false]);
    });

    test('rejects an invalid date', async () => {
      for (const scheduled_date of ['soon', 5, '', '2026-13-01'])
        expect((await admin().post('/webapi/api/posts', { scheduled_date })).status).toBe(422);
    });

    test('survives a restart', async () => {
      const scheduled_date = new Date(Date.now() + 1500).toISOString();
      const post = await site.createPost({ scheduled_date });
      await site.restart();
      await expect.poll(() => isPublic(post.id), { interval: 200 }).toBe(true);
      expect((await one(post.id)).post_date).toBe(scheduled_date);
    });
  });

  describe('drafts', () => {
    const text = { post_title: 'Typed', post_content: '<p>Words</p>', version: 1 };
    const path = (id: string) => `/webapi/api/admin/drafts/${id}`;
    const save = (id: string, body: unknown, client = site.admin) => client.put(path(id), body);
    const draftOf = async (id: string, client = site.admin) => {
      const { status, body } = await client.get<Draft>(path(id));
      return status === 200 ? body : null;
    };
    const heads = async (client = site.admin) =>
      (await client.get<DraftHead[]>('/webapi/api/admin/drafts')).body;

    test('are stored apart from the post, one per open form', async () => {
      const post = await site.createPost({ active: true });
      const post_id = post.id;
      await save('tab-1', { ...text, post_id, sequence: 1 });
      await save('tab-2', { ...text, post_id, post_title: 'Other tab', sequence: 1 });
      await save('tab-1', { ...text, post_id, post_content: '<p>More words</p>', sequence: 2 });
      expect(await draftOf('tab-1')).toEqual({
        ...text,
        meta_description: '',
        settings: {},
        id: 'tab-1',
        post_id,
        kind: 'post',
        post_title_web: '',
        post_content: '<p>More words</p>',
        active: false,
        scheduled_date: null,
        sequence: 2,
        creation_id: '',
        date: expect.any(String),
      });
      expect(await draftOf('tab-2')).toMatchObject({ post_title: 'Other tab' });
      expect((await heads()).filter((head) => head.post_id === post_id)).toHaveLength(2);
      expect(await one(post.id)).toMatchObject({ post_content: '<p>Text</p>', version: post.version });
      const read = await site.visitor().get(`/webapi/api/posts/${post.id}/direct`);
      expect(JSON.stringify(read.body)).not.toContain('More words');
    });

    test('of new posts are in no post list, and none replaces another', async () => {
      const count = async () => (await admin().get<Post[]>('/webapi/api/admin/posts')).body.length;
      const before = await count();
      for (let n = 0; n < 12; n++) await save(`new-${n}`, { ...text, post_title: `New ${n}`, version: 0 });
      const mine = (await heads()).filter(({ id }) => id.startsWith('new-'));
      expect(mine).toHaveLength(12);
      expect(mine[0]).not.toHaveProperty('post_content');
      expect(await count()).toBe(before);
      expect(JSON.stringify((await site.visitor().get('/webapi/getposts')).body)).not.toContain('New 3');
    });

    test('are not stored if empty', async () => {
      await save('empty', { ...text, sequence: 1 });
      await save('empty', { post_title: ' ', post_content: '<p> </p>', version: 0, sequence: 2 });
      expect(await draftOf('empty')).toBeNull();
      await save('empty', { post_title: '', post_content: '<p><img src="/images/a.webp"></p>', version: 0 });
      expect(await draftOf('empty')).not.toBeNull();
    });

    test.each([
      { settings: { tags: ['chosen'] } },
      { settings: { comments_open: false } },
      { post_title_web: 'chosen' },
      { scheduled_date: '2040-01-01T00:00:00.000Z' },
      { active: true },
    ])('of a new post are stored if something is chosen: %o', async (chosen) => {
      const nothing = { post_title: '', post_content: '', version: 0 };
      const unchanged = { settings: { tags: [], comments_open: true } };
      await save('chosen', { ...nothing, ...unchanged });
      expect(await draftOf('chosen')).toBeNull();
      await save('chosen', { ...nothing, ...chosen });
      expect(await draftOf('chosen')).toMatchObject(chosen);
      await admin().delete('/webapi/api/admin/drafts/chosen?for_good=true');
    });

    test('are not overwritten by an older text', async () => {
      await save('order', { ...text, post_title: 'Newer', sequence: 5 });
      await save('order', { ...text, post_title: 'Older', sequence: 4 });
      expect(await draftOf('order')).toMatchObject({ post_title: 'Newer', sequence: 5 });
      await admin().delete(`${path('order')}?sequence=4`);
      expect(await draftOf('order')).not.toBeNull();
      await admin().delete(`${path('order')}?sequence=5`);
      expect(await draftOf('order')).toBeNull();
    });

    test('are deleted by the save that includes them, unless they are newer', async () => {
      const post = await site.createPost({ active: false });
      const post_id = post.id;
      for (const id of ['saved', 'typed-since', 'untouched'])
        await save(id, { ...text, post_id, sequence: 3 });
      await save('typed-since', { ...text, post_id, sequence: 4 });
      await admin().put(`/webapi/api/posts/status/${post.id}/0`);
      expect(await draftOf('saved')).not.toBeNull();
      const drafts = ['saved', 'typed-since'].map((id) => ({ id, sequence: 3 }));
      expect((await change(post.id, { post_title: 'Stale', version: 0, drafts })).status).toBe(409);
      expect(await draftOf('saved')).not.toBeNull();
      await change(post.id, { post_title: 'Saved', drafts });
      expect(await draftOf('saved')).toBeNull();
      expect(await draftOf('typed-since')).toMatchObject({ sequence: 4 });
      expect(await draftOf('untouched')).not.toBeNull();

      await save('first', { ...text, version: 0, sequence: 1 });
      await site.createPost({ drafts: [{ id: 'first', sequence: 1 }] });
      expect(await draftOf('first')).toBeNull();
    });

    test('can be discarded and belong to one user', async () => {
      const other = site.visitor();
      await admin().post('/webapi/api/admin/users', { username: 'second', password: 'long enough for it' });
      await site.signIn(other, 'second', 'long enough for it');
      await save('same', { ...text, sequence: 1 });
      await save('same', { ...text, post_title: 'Theirs', sequence: 1 }, other);
      expect((await heads(other)).map(({ post_title }) => post_title)).toEqual(['Theirs']);
      await other.delete(path('same'));
      await other.post('/webapi/api/posts', { post_title: 'X', drafts: [{ id: 'same', sequence: 9 }] });
      expect(await draftOf('same', other)).toBeNull();
      expect(await draftOf('same')).toMatchObject({ post_title: 'Typed' });
    });

    test('are sanitized, validated, and deleted with their post', async () => {
      const post = await site.createPost({ active: false });
      const post_id = post.id;
      await save('script', { ...text, post_id, post_content: '<p onclick="x()">a<script>b</script></p>' });
      expect((await draftOf('script'))?.post_content).toBe('<p>a</p>');
      for (const body of [
        {},
        { ...text, version: 'x' },
        { ...text, sequence: -1 },
        { ...text, scheduled_date: 'soon' },
        { ...text, post_title: 'x'.repeat(501) },
      ])
        expect((await save('wrong', body)).status).toBe(422);
      expect((await save('a%20b', text)).status).toBe(400);
      await admin().delete(`/webapi/api/posts/${post.id}`);
      expect((await admin().get(path('script'))).status).toBe(404);
    });
  });
});
