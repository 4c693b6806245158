import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { memoryBlog } from '../../../tests/support/memory-blog.ts';
import { actorOf, blueskyStandIn, cidOf } from '../../../tests/support/networks/bluesky.ts';
import { accountOf, mastodonStandIn } from '../../../tests/support/networks/mastodon.ts';
import { size } from '../../../tests/support/size.ts';
import { createPost } from '../../core/posts/write-posts.ts';
import { changeSite } from '../../core/site/site.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/outbox/outbox.ts';
import { runOutbox } from '../../platform/jobs/outbox/run-outbox.ts';
import { nextLook } from './look-times.ts';
import { networks } from './networks/networks.ts';
import { networksPart } from './networks.ts';
import { socialAnswers } from './run-answers.ts';
import { runReplies } from './run-replies.ts';
import { sharePost } from './sharing.ts';
import { answerKind, insertAnswer } from './store/answers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

async function setUp() {
  const [mastodon, bluesky] = await Promise.all([mastodonStandIn(), blueskyStandIn()]);
  onTestFinished(async () => {
    await Promise.all([mastodon, bluesky].map((standIn) => standIn[Symbol.asyncDispose]()));
  });
  const memory = await memoryBlog();
  const reports: unknown[] = [];
  const blog = {
    ...memory,
    parts: networksPart.with(networks({ mastodon: mastodon.config, bluesky: bluesky.config })),
    report: (...report: unknown[]) => void reports.push(report),
  };
  await changeSite(blog, { social_replies: true });
  const { id } = await createPost(blog, { post_title: 'A', active: true });
  await sharePost(blog, id, 1);
  mastodon.calls.length = 0;
  bluesky.calls.length = 0;
  const context: JobContext = {
    signal: new AbortController().signal,
    progress: () => {},
    fence: async () => {},
  };
  return {
    blog,
    context,
    mastodon,
    bluesky,
    root: [...bluesky.records.keys()][0] ?? '',
    reports,
    /** As long later as it takes until everything is due. */
    look: (ms = 10 * minute) => {
      blog.wait(ms);
      return runReplies(blog, { id: 1, kind: 'social-replies', payload: {} }, context);
    },
    texts: async () =>
      (await blog.db.selectFrom('comments').select('comment_text').orderBy('id').execute()).map(
        ({ comment_text }) => comment_text,
      ),
    share: (network: string) =>
      blog.db.selectFrom('shares').selectAll().where('network', '=', network).executeTakeFirstOrThrow(),
    likes: async () => (await blog.db.selectFrom('reactions').selectAll().execute()).length,
  };
}

test('a shared post is looked at often at first, rarely later, and never after four months', async () => {
  const shared = '2026-03-01T12:00:00.000Z';
  const after = (age: number, failures = 0) => {
    const now = Date.parse(shared) + age;
    const next = nextLook(shared, new Date(now), failures);
    return next && Date.parse(next) - now;
  };
  expect(
    [0, 2 * 60 * minute, day / 2, 3 * day, 20 * day, 100 * day, 130 * day].map((age) => after(age)),
  ).toEqual([5 * minute, 15 * minute, 60 * minute, 6 * 60 * minute, day, 7 * day, null]);
  expect([1, 5, 19, 20].map((failures) => after(0, failures))).toEqual([
    10 * minute,
    160 * minute,
    day,
    null,
  ]);
});

test('while it is off, nothing is asked', async () => {
  const { blog, mastodon, bluesky, look } = await setUp();
  await changeSite(blog, { social_replies: false });
  expect(await look()).toBeUndefined();
  expect([mastodon.calls, bluesky.calls]).toEqual([[], []]);
});

test('only public replies come, and none of people who want to be seen by signed-in users only', async () => {
  const { mastodon, bluesky, root, look, texts } = await setUp();
  for (const visibility of ['public', 'unlisted', 'private', 'direct'])
    mastodon.reply(visibility, { visibility });
  const labels = [{ val: '!no-unauthenticated' }];
  bluesky.reply(root, 'hidden', { author: { ...actorOf('grace'), labels } });
  bluesky.reply(root, 'open');
  await look();
  expect((await texts()).sort()).toEqual(['open', 'public', 'unlisted']);
});

test('nothing is removed because something else was not found', async () => {
  const { mastodon, bluesky, root, look, texts, likes, share } = await setUp();
  mastodon.reply('from Mastodon');
  bluesky.reply(root, 'from Bluesky');
  mastodon.likes.set('0', [accountOf('ada')]);
  await look();
  expect((await texts()).length).toBe(2);
  expect(await likes()).toBe(1);
  const unchanged = async () => expect([(await texts()).length, await likes()]).toEqual([2, 1]);

  // A thread without the reply, which itself still exists.
  mastodon.descendants = [];
  await look();
  await unchanged();
  // A page of a proxy, for the reply and for the list of likes.
  mastodon.mishaps.set('/api/v1/statuses/100000', { status: 404, text: '<h1>Not Found</h1>' });
  await look();
  await unchanged();
  mastodon.mishaps.clear();
  // An empty list, although the status says that there is a like.
  mastodon.mishaps.set('/api/v1/statuses/0/favourited_by', { status: 200, json: [] });
  await look();
  await unchanged();
  mastodon.mishaps.clear();
  // The shared post itself is gone: its replies stay, and it is not looked at again.
  const post = mastodon.posts[0];
  if (post) post.isDeleted = true;
  bluesky.records.delete(root);
  await look();
  await unchanged();
  expect([(await share('Mastodon')).next_look, (await share('Bluesky')).next_look]).toEqual([null, null]);
});

test('a rate limit postpones every look at that network, and no other', async () => {
  const { blog, mastodon, bluesky, root, look, texts, share } = await setUp();
  bluesky.reply(root, 'from Bluesky');
  mastodon.reply('from Mastodon');
  const until = new Date(Date.now() + 30 * minute);
  mastodon.mishaps.set('/api/v1/statuses/0/context', {
    status: 429,
    json: { error: 'Too many requests' },
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': until.toISOString() },
  });
  const again = await look();
  expect(await texts()).toEqual(['from Bluesky']);
  expect((await share('Mastodon')).next_look?.slice(0, 16)).toBe(until.toISOString().slice(0, 16));
  expect((await share('Mastodon')).failures).toBe(0);
  expect(again?.again.getTime()).toBeGreaterThan(blog.now().getTime());
  // Nothing is sent until then, not even by the owner's click.
  const calls = mastodon.calls.length;
  await look(0);
  expect(mastodon.calls.length).toBe(calls);
});

test('the last request that a network allows is the last', async () => {
  const { mastodon, look, share } = await setUp();
  const reset = new Date(Date.now() + 30 * minute).toISOString();
  mastodon.headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  await look();
  expect(mastodon.calls.length).toBe(1);
  expect((await share('Mastodon')).next_look?.slice(0, 16)).toBe(reset.slice(0, 16));
});

test.each([
  ['10 MB', { status: 200, text: JSON.stringify({ descendants: ['x'.repeat(10_000_000)] }) }],
  ['another type', { status: 200, json: { descendants: 'none' } }],
  ['no JSON', { status: 200, text: '<p>' }],
  ['a broken connection', 'break' as const],
  ['an error', { status: 500, json: { error: 'mastodon-secret-token' } }],
])('%s is a failure that waits longer and says no secret', async (_, mishap) => {
  const { mastodon, bluesky, root, look, texts, share, reports } = await setUp();
  bluesky.reply(root, 'from Bluesky');
  mastodon.mishaps.set('/api/v1/statuses/0/context', mishap);
  await look();
  await look(20 * minute);
  expect((await share('Mastodon')).failures).toBe(2);
  expect(await texts()).toEqual(['from Bluesky']);
  expect(JSON.stringify(reports)).not.toMatch(/secret|abcd-efgh/);
});

test('replies with wrong types, circles, doubles and markup do no harm', async () => {
  const { blog, mastodon, look, texts } = await setUp();
  const one = mastodon.reply('one', { id: 'a', in_reply_to_id: 'b' });
  const two = mastodon.reply('two', { id: 'b', in_reply_to_id: 'a', uri: 'https://social.example/2' });
  const self = mastodon.reply('self', { id: 'c', in_reply_to_id: 'c', uri: 'https://social.example/3' });
  const markup = mastodon.reply('<script>alert(1)</script>safe <b>text</b>', {
    uri: 'https://social.example/4',
    account: accountOf('eve', '<img src=x onerror=alert(1)>'),
  });
  const script = mastodon.reply('bad URL', { uri: 'javascript:alert(1)' });
  mastodon.descendants = [
    null,
    1,
    'x',
    {},
    [],
    { ...one, account: null },
    { ...one, content: 7 },
    script,
    one,
    one,
    two,
    self,
    markup,
  ];
  await look();
  expect((await texts()).sort()).toEqual(['one', 'safe **text**', 'self', 'two']);
  const rows = await blog.db.selectFrom('comments').select(['user_name', 'author_url']).execute();
  for (const { author_url } of rows) expect(author_url).toMatch(/^https:/);
});

test('of many replies and likes a bounded number comes', async () => {
  const { bluesky, mastodon, root, look, texts, likes } = await setUp();
  const post = (number: number) => ({
    uri: `at://did:plc:ada/app.bsky.feed.post/r${number}`,
    cid: cidOf(String(number)),
    author: actorOf('ada'),
    record: { text: `Reply ${number}`, createdAt: '2026-01-01T00:00:00Z', reply: { parent: { uri: root } } },
  });
  const many = size(1_100, 10_000);
  // Nested as deep as there are replies.
  let tree = '';
  for (let number = 0; number < many; number++)
    tree = `{"post":${JSON.stringify(post(number))},"replies":[${tree}]}`;
  const shared = JSON.stringify({ ...post(0), uri: root, likeCount: 0, repostCount: 0 });
  const text = `{"thread":{"post":${shared},"replies":[${tree}]}}`;
  bluesky.mishaps.set('/xrpc/app.bsky.feed.getPostThread', { status: 200, text });
  mastodon.likes.set(
    '0',
    Array.from({ length: many }, (_, number) => accountOf(`a${number}`)),
  );
  await look();
  expect((await texts()).length).toBeLessThanOrEqual(1000);
  expect((await texts()).length).toBeGreaterThan(100);
  expect(await likes()).toBe(800);
  expect(mastodon.calls.length).toBeLessThan(20);
});

test('a reply that cannot be stored holds back no other network', async () => {
  const { blog, mastodon, bluesky, root, look, texts, share } = await setUp();
  mastodon.reply('from Mastodon');
  bluesky.reply(root, 'from Bluesky');
  await sql`create trigger broken before insert on comments when new.source = 'mastodon'
    begin select raise(abort, 'no luck'); end`.execute(blog.db);
  await look();
  expect(await texts()).toEqual(['from Bluesky']);
  expect(await share('Mastodon')).toMatchObject({ failures: 1 });
  await sql`drop trigger broken`.execute(blog.db);
  await look(day);
  expect((await texts()).sort()).toEqual(['from Bluesky', 'from Mastodon']);
});

test('an answer that cannot be sent holds back no other', async () => {
  const { blog, mastodon, context, look } = await setUp();
  const replies = [mastodon.reply('One'), mastodon.reply('Two')];
  await look();
  const comments = await blog.db.selectFrom('comments').select('id').orderBy('id').execute();
  const now = blog.now().toISOString();
  for (const [index, { id }] of comments.entries()) {
    await insertAnswer(blog.db, {
      comment_id: id,
      network: 'Mastodon',
      parent: index === 0 ? 'not JSON' : JSON.stringify({ id: replies[index]?.id, cid: null }),
      root: JSON.stringify({ id: '0', cid: null }),
      link: 'https://blog.example.org/',
      text: 'Yes',
      sent_text: null,
      request_key: `key-${index}`,
      date_added: now,
      date_started: null,
      answer_id: null,
    });
    await enqueue(blog, blog.db, answerKind, [{ key: String(id), host: 'Mastodon' }]);
  }
  const job = { id: 1, kind: answerKind, payload: {} };
  const result = await runOutbox(answerKind, socialAnswers)(blog, job, context);
  const rows = await blog.db.selectFrom('social_answers').selectAll().orderBy('comment_id').execute();
  expect(rows.map(({ answer_id }) => answer_id)).toEqual([null, '1']);
  const waiting = await blog.db.selectFrom('outbox').selectAll().execute();
  expect(waiting).toMatchObject([{ key: String(comments[0]?.id), attempts: 1 }]);
  expect(result?.again.toISOString()).toBe(waiting[0]?.next_run);
});
