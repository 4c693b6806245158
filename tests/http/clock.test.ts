import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { publishDue } from '../../src/core/posts/schedule.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';

const hour = 60 * 60 * 1000;

onEachDatabase('a system clock that jumps', (kind) => {
  let site: ApiSite;
  let real: () => Date;
  beforeAll(async () => {
    site = await apiSite(kind);
    real = site.blog.now;
  });
  afterAll(() => site.dispose());
  afterEach(() => {
    site.blog.now = real;
  });
  const jump = (hours: number) => {
    site.blog.now = () => new Date(real().getTime() + hours * hour);
  };

  test('ahead and back does not keep users rate limited', async () => {
    const owner = site.visitor();
    jump(9000);
    for (let attempt = 0; attempt < 10; attempt++) await site.signIn(owner, 'admin', 'a wrong password');
    expect((await site.signIn(owner)).status).toBe(429);
    site.blog.now = real;
    expect((await site.signIn(owner)).body).toEqual({ status: 'success' });
  });

  test('ahead and back does not end or extend sessions', async () => {
    const owner = site.visitor();
    await site.signIn(owner);
    // Within the idle time of a session.
    jump(500);
    expect((await owner.get('/webapi/api/admin/auth')).body).toEqual({ status: 'auth' });
    site.blog.now = real;
    expect((await owner.get('/webapi/api/admin/auth')).body).toEqual({ status: 'auth' });
    const later = new Date(real().getTime() + hour).toISOString();
    const ahead = await site.blog.db
      .selectFrom('sessions')
      .select('id')
      .where('last_seen', '>', later)
      .execute();
    expect(ahead).toEqual([]);
    const other = site.visitor();
    jump(9000);
    await site.signIn(other);
    site.blog.now = real;
    expect((await other.get('/webapi/api/admin/auth')).body).toEqual({ status: 'auth' });
    expect(
      await site.blog.db.selectFrom('sessions').select('id').where('date_added', '>', later).execute(),
    ).toEqual([]);
  });

  test('ahead and back publishes scheduled posts and leaves them active', async () => {
    // The clock of the tests before may have ended the session.
    await site.signIn(site.admin);
    const when = new Date(real().getTime() + 24 * hour).toISOString();
    const post = await site.createPost({ active: false, scheduled_date: when });
    const isActive = async () =>
      (await site.admin.get<[Post]>(`/webapi/api/posts/${post.id}`)).body[0].active;
    jump(25);
    await publishDue(site.blog);
    expect(await isActive()).toBeTruthy();
    site.blog.now = real;
    await publishDue(site.blog);
    expect(await isActive()).toBeTruthy();
  });
});
