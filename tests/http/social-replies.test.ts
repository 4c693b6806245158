import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { Shared } from '../../src/core/site/api/site.ts';
import { startJobs, wakeJob } from '../../src/platform/jobs/add-job.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { actorOf, type BlueskyStandIn, blueskyStandIn } from '../support/networks/bluesky.ts';
import { accountOf, type MastodonStandIn, mastodonStandIn } from '../support/networks/mastodon.ts';

const siteUrl = 'http://blog.example.org';

onEachDatabase('replies from Bluesky and Mastodon', (kind) => {
  let mastodon: MastodonStandIn;
  let bluesky: BlueskyStandIn;
  let site: ApiSite;
  let post: Post;

  beforeEach(async () => {
    [mastodon, bluesky] = await Promise.all([mastodonStandIn(), blueskyStandIn()]);
    site = await apiSite(kind, {
      SITE_URL: siteUrl,
      MASTODON_URL: mastodon.config.url,
      MASTODON_TOKEN: mastodon.config.token,
      BLUESKY_IDENTIFIER: bluesky.config.identifier,
      BLUESKY_PASSWORD: bluesky.config.password,
      BLUESKY_URL: bluesky.config.url,
      BLUESKY_APPVIEW_URL: bluesky.config.appViewUrl,
    });
    post = await site.createPost({ post_title: 'A day at the sea' });
  });
  afterEach(async () => {
    await site.dispose();
    await Promise.all([mastodon, bluesky].map((standIn) => standIn[Symbol.asyncDispose]()));
  });

  const turnOn = () => site.admin.put('/webapi/api/admin/site', { social_replies: true });
  const share = async () => {
    const { body } = await site.admin.post<Shared[]>(`/webapi/api/twitterImage/${post.id}`);
    expect(body.map(({ error }) => error)).toEqual([undefined, undefined]);
  };
  const comments = async () =>
    (await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${post.id}`)).body;
  const commentWith = async (text: string) =>
    (await comments()).find(({ comment_text }) => comment_text.includes(text));
  const reactions = async (likes: number) =>
    (await site.blog.db.selectFrom('reactions').selectAll().execute()).filter(({ kind }) => kind === 'like')
      .length === likes;
  const eventually = async <Found>(find: () => Promise<Found> | Found): Promise<NonNullable<Found>> => {
    let found: Found | undefined;
    const isFound = async () => {
      found = await find();
      return Boolean(found);
    };
    // The test has a limit of its own.
    await expect.poll(isFound, { timeout: 80_000, interval: 20 }).toBe(true);
    return found as NonNullable<Found>;
  };
  const looks = async () =>
    (await site.blog.db.selectFrom('shares').selectAll().orderBy('network').execute()).map(
      ({ last_look }) => last_look,
    );
  /** Looks at every share again, and waits until it was done. */
  const look = async () => {
    await site.jobsEnded();
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
  const originOf = async (id: number) =>
    (
      await site.blog.db
        .selectFrom('comments')
        .select('origin_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).origin_id;
  const approve = (id: number) => site.admin.put(`/webapi/api/posts/comment/approve/${id}`, { state: true });

  test('replies and likes come to the queue once, and are shown after approval', {
    timeout: 90_000,
  }, async () => {
    await share();
    const root = [...bluesky.records.keys()][0] ?? '';
    mastodon.reply(
      '<span class="h-card"><a class="u-url mention" href="https://a.example/@blog">@<span>blog</span></a></span> From the <b>fediverse</b>',
    );
    const answered = bluesky.reply(root, 'From the blue sky, see example.org/a…', {
      facets: [
        {
          index: { byteStart: 23, byteEnd: 39 },
          features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org/a-long-path' }],
        },
      ],
    });
    bluesky.reply(answered, 'A reply to the reply', { author: actorOf('grace', '<b>Grace</b>') });
    mastodon.likes.set('0', [accountOf('ada'), accountOf('grace')]);
    bluesky.likes.set(root, [actorOf('ada')]);
    bluesky.reposts.set(root, [actorOf('ada')]);
    await turnOn();

    await eventually(() => commentWith('A reply to the reply'));
    await eventually(() => reactions(3));
    const found = await comments();
    expect(found).toHaveLength(3);
    expect(found.map(({ approved }) => approved)).toEqual([false, false, false]);
    const fediverse = found.find(({ source }) => source === 'mastodon');
    expect(fediverse).toMatchObject({
      comment_text: '@blog From the **fediverse**',
      user_name: 'Ada',
      author_url: 'https://social.example/@ada',
      origin_url: 'https://social.example/@ada/100000',
      parent_id: null,
    });
    const sky = found.find(({ comment_text }) => comment_text.startsWith('From the blue sky'));
    expect(sky?.comment_text).toBe('From the blue sky, see https://example.org/a-long-path');
    expect(sky?.origin_url).toMatch(/^https:\/\/bsky\.app\/profile\/did:plc:ada\/post\//);
    const reply = found.find(({ comment_text }) => comment_text === 'A reply to the reply');
    expect(reply).toMatchObject({ parent_id: sky?.id, user_name: '<b>Grace</b>' });
    const visitor = site.visitor();
    const page = async () => (await visitor.get(`/post/${post.post_title_web}`)).text;
    expect(await page()).not.toContain('From the fediverse');
    await approve(fediverse?.id ?? 0);
    expect(await page()).toContain('From the <strong>fediverse</strong>');

    // Looking again changes nothing.
    await look();
    expect(await comments()).toHaveLength(3);

    // An edit, a deletion and an unlike there follow here.
    const edited = mastodon.replies.get('100000');
    if (edited) edited.content = '<p>From the fediverse, edited</p>';
    bluesky.records.delete(reply ? ([...bluesky.records.keys()].at(-1) ?? '') : '');
    mastodon.likes.set('0', [accountOf('ada')]);
    await look();
    await eventually(() => commentWith('edited'));
    expect((await comments()).map(({ comment_text }) => comment_text).sort()).toEqual([
      'From the blue sky, see https://example.org/a-long-path',
      'From the fediverse, edited',
    ]);
    expect(await reactions(2)).toBe(true);
    expect(site.errors).toEqual([]);
  });

  test('answers are posted there, edited and deleted, and replies to them are threaded', {
    timeout: 120_000,
  }, async () => {
    await share();
    const root = [...bluesky.records.keys()][0] ?? '';
    const parent = mastodon.reply('What about the tides?', { visibility: 'unlisted' });
    const asked = bluesky.reply(root, 'What about the wind?');
    await turnOn();
    for (const [text, answer] of [
      ['tides', 'They come twice a day.'],
      ['wind', `${'It blows from the west. '.repeat(30)}`],
    ] as const) {
      const { id } = await eventually(() => commentWith(text));
      await approve(id);
      const { status } = await site.admin.post(`/webapi/api/posts/comment/${post.id}`, {
        comment_text: answer,
        parent_id: id,
      });
      expect(status).toBe(201);
    }
    await eventually(() => mastodon.posts[1]);
    expect(mastodon.posts[1]).toMatchObject({
      status: '@ada@social.example They come twice a day.',
      in_reply_to_id: parent.id,
      visibility: 'unlisted',
    });
    const record = await eventually(() => bluesky.posts[1]);
    expect(record.reply).toMatchObject({ root: { uri: root }, parent: { uri: asked } });
    const own = await eventually(() => commentWith('blows'));
    const link = `${siteUrl}/post/${post.post_title_web}?comment-id=${own.id}#comment-${own.id}`;
    expect(record.text).toMatch(/^It blows from the west\. .* (It|blows|from|the|west\.)…\nhttp/s);
    expect(record.text.endsWith(`…\n${link}`)).toBe(true);
    expect([...new Intl.Segmenter().segment(record.text)].length).toBeLessThanOrEqual(300);
    const { index, features } = record.facets[0] ?? {};
    expect(features).toEqual([{ $type: 'app.bsky.richtext.facet#link', uri: link }]);
    expect(Buffer.from(record.text).toString('utf8', index?.byteStart, index?.byteEnd)).toBe(link);

    // Our own answers are not taken for comments; a reply to one is threaded.
    const tides = await eventually(() => commentWith('twice a day'));
    await eventually(async () => (await originOf(tides.id)) !== null);
    mastodon.reply('And at night?', { in_reply_to_id: '1' });
    await look();
    const again = await eventually(() => commentWith('And at night?'));
    expect(again.parent_id).toBe(tides.id);
    expect(await comments()).toHaveLength(5);

    const answerPath = `/webapi/api/posts/comment/${tides.id}`;
    const edited = await site.admin.put(answerPath, {
      comment_text: 'Twice a day, and a bit later each day.',
    });
    expect(edited.status).toBe(200);
    await eventually(() => mastodon.posts[1]?.edits === 1);
    expect(mastodon.posts[1]?.status).toBe('@ada@social.example Twice a day, and a bit later each day.');
    for (const { id } of [tides, own])
      expect((await site.admin.delete(`/webapi/api/posts/comment/${id}`)).status).toBe(200);
    await eventually(() => mastodon.posts[1]?.isDeleted);
    await eventually(() => bluesky.records.size === 2);
    expect(mastodon.posts).toHaveLength(2);
    expect(site.errors).toEqual([]);
  });
});
