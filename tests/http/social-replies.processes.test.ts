import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Shared } from '../../src/core/site/api/site.ts';
import { startJobs, wakeJob } from '../../src/platform/jobs/add-job.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { type MastodonStandIn, mastodonStandIn } from '../support/networks/mastodon.ts';
import { startBuilt } from '../support/site.ts';

const siteUrl = 'http://blog.example.org';

onEachDatabase('answers on Mastodon', (kind) => {
  let mastodon: MastodonStandIn;
  let site: ApiSite;
  let post: Post;

  beforeEach(async () => {
    mastodon = await mastodonStandIn();
    const env = {
      SITE_URL: siteUrl,
      MASTODON_URL: mastodon.config.url,
      MASTODON_TOKEN: mastodon.config.token,
    };
    site = await apiSite(kind, env, startBuilt);
    post = await site.createPost({ post_title: 'A day at the sea' });
  });
  afterEach(async () => {
    await site.dispose();
    await mastodon[Symbol.asyncDispose]();
  });

  const turnOn = () => site.admin.put('/webapi/api/admin/site', { social_replies: true });
  const share = async () => {
    const { body } = await site.admin.post<Shared[]>(`/webapi/api/twitterImage/${post.id}`);
    expect(body.map(({ error }) => error)).toEqual([undefined]);
  };
  const comments = async () =>
    (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`)).body;
  const commentWith = async (text: string) =>
    (await comments()).find(({ comment_text }) => comment_text.includes(text));
  /** Jobs run in a child process. */
  const eventually = async <Found>(find: () => Promise<Found> | Found): Promise<NonNullable<Found>> => {
    let found: Found | undefined;
    const isFound = async () => {
      found = await find();
      return Boolean(found);
    };
    await expect.poll(isFound, { timeout: 60_000 }).toBe(true);
    return found as NonNullable<Found>;
  };
  const looks = async () =>
    (await site.blog.db.selectFrom('shares').selectAll().orderBy('network').execute()).map(
      ({ last_look }) => last_look,
    );
  /** Looks at every share again, and waits until it was done. */
  const look = async () => {
    const before = await looks();
    await site.blog.db
      .updateTable('shares')
      .set({ next_look: new Date(0).toISOString() })
      .where('url', 'is not', null)
      .execute();
    await wakeJob(site.blog, site.blog.db, 'social-replies');
    startJobs(site.blog);
    await eventually(async () => (await looks()).every((date, index) => date !== before[index]));
  };
  const approve = (id: number) => site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state: true });

  const originOf = async (id: number) =>
    (
      await site.blog.db
        .selectFrom('comments')
        .select('origin_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).origin_id;

  test('a process that is killed while it posts an answer does not post it twice', {
    timeout: 300_000,
  }, async () => {
    await share();
    mastodon.reply('What about the tides?');
    await turnOn();
    const { id } = await eventually(() => commentWith('tides'));
    await approve(id);
    mastodon.mishaps.set('/api/v1/statuses', 'hang afterwards');
    await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: 'Twice a day.',
      parent_id: id,
    });
    await eventually(() => mastodon.posts[1]);
    // A look at this moment must not take the answer for a comment.
    const running = await site.blog.db
      .selectFrom('jobs')
      .select('owner')
      .where('kind', '=', 'social-answers')
      .where('owner', 'is not', null)
      .executeTakeFirstOrThrow();
    await look();
    expect(await comments()).toHaveLength(2);
    process.kill(Number(running.owner?.split(':')[1]), 'SIGKILL');
    mastodon.mishaps.clear();
    const own = await eventually(() => commentWith('Twice a day'));
    await eventually(async () => (await originOf(own.id)) === `${mastodon.url}/s/1`);
    expect(mastodon.posts).toHaveLength(2);
    const keys = mastodon.calls
      .filter(({ method, path }) => method === 'POST' && path === '/api/v1/statuses')
      .map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[2]);
    await look();
    expect(await comments()).toHaveLength(2);
  });
});
