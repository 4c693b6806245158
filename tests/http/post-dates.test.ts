import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { publishDue } from '../../src/core/posts/schedule.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const day = 24 * 60 * 60 * 1000;

onEachDatabase('the date of a post', (kind) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await apiSite(kind);
  });
  afterAll(() => site.dispose());

  const change = (id: number, body: unknown) => site.admin.put<Post>(`/webapi/api/posts/${id}`, body);
  const one = async (id: number) => (await site.admin.get<[Post]>(`/webapi/api/posts/${id}`)).body[0];
  const draft = (values = {}) => site.createPost({ active: false, ...values });
  /** Runs `work` with the clock set that many days ahead. */
  const inDays = async (days: number, work: () => Promise<unknown>): Promise<string> => {
    const { now } = site.blog;
    const then = new Date(Date.now() + days * day);
    site.blog.now = () => then;
    await work().finally(() => {
      site.blog.now = now;
    });
    return then.toISOString();
  };

  test('is the time of the first activation, by whichever route', async () => {
    const calls: ((post: Post) => Promise<unknown>)[] = [
      ({ id }) => change(id, { active: true }),
      ({ id }) => site.admin.put(`/webapi/api/posts/status/${id}/1`),
      // The form sends back the date it was filled with.
      ({ id, post_title, post_content, post_date }) =>
        change(id, { post_title, post_content, post_date, active: true }),
      ({ id }) => change(id, { post_date: '', active: 1 }),
    ];
    for (const call of calls) {
      const post = await draft();
      await change(post.id, { post_title: 'Still a draft', post_date: post.post_date });
      expect((await one(post.id)).post_date).toBe(post.post_date);
      const then = await inDays(3, () => call(post));
      expect(await one(post.id)).toMatchObject({ active: 1, post_date: then });
    }
  });

  test('is unchanged by a later activation', async () => {
    const post = await site.createPost();
    await inDays(1, () => site.admin.put(`/webapi/api/posts/status/${post.id}/0`));
    await inDays(2, () => site.admin.put(`/webapi/api/posts/status/${post.id}/1`));
    await inDays(3, () => change(post.id, { active: true, post_title: 'Changed' }));
    expect((await one(post.id)).post_date).toBe(post.post_date);
  });

  test('is unchanged by the activation if the author set it', async () => {
    const given = '2021-03-04T05:06:07.000Z';
    const created = await draft({ post_date: given });
    const changed = await draft();
    await change(changed.id, { post_date: given });
    await change(changed.id, { post_date: given, post_title: 'Once more' });
    const together = await draft();
    await inDays(3, async () => {
      await site.admin.put(`/webapi/api/posts/status/${created.id}/1`);
      await change(changed.id, { post_date: given, active: true });
      await change(together.id, { post_date: given, active: true });
    });
    for (const { id } of [created, changed, together]) expect((await one(id)).post_date).toBe(given);
    expect((await site.createPost({ post_date: given })).post_date).toBe(given);
  });

  test('is the scheduled time, also if the form sends back the date', async () => {
    const at = (days: number) => new Date(Date.now() + days * day).toISOString();
    const [first, second] = [at(5), at(6)];
    const post = await draft({ scheduled_date: first });
    const moved = await change(post.id, { post_date: first, scheduled_date: second });
    expect(moved.body.post_date).toBe(second);
    await inDays(7, () => publishDue(site.blog));
    expect(await one(post.id)).toMatchObject({ active: 1, post_date: second });

    const own = '2020-02-02T00:00:00.000Z';
    const dated = await draft({ post_date: own });
    expect((await change(dated.id, { scheduled_date: first })).body.post_date).toBe(own);
    await inDays(7, () => publishDue(site.blog));
    expect(await one(dated.id)).toMatchObject({ active: 1, post_date: own });

    const overtaken = await draft({ scheduled_date: first });
    const then = await inDays(1, () => change(overtaken.id, { post_date: first, active: true }));
    expect(await one(overtaken.id)).toMatchObject({ active: 1, post_date: then });
  });

  test('puts an old draft at the top of the list when it is activated', async () => {
    const old = await draft({ post_title: 'Written first' });
    await inDays(1, () => site.createPost({ post_title: 'Published in between' }));
    await inDays(8, () => site.admin.put(`/webapi/api/posts/status/${old.id}/1`));
    const list = await site.visitor().get<Post[]>('/webapi/api/posts/1/0/!null/!null');
    expect(list.body.map(({ post_title }) => post_title)).toEqual(['Written first']);
  });
});
