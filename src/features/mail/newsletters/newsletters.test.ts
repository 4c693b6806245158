import { describe, expect, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { announceTo } from '../../../core/posts/channels/announce.ts';
import { changePost, createPost, removePost } from '../../../core/posts/write-posts.ts';
import { createCategory } from '../../../core/taxonomy/categories.ts';
import { channels } from '../../../modules/jobs.ts';
import type { JobContext } from '../../../platform/jobs/job.ts';
import { followMailSettings } from '../setup/follow-settings.ts';
import { newsletterOfPost } from '../store/newsletters.ts';
import { insertSubscriber } from '../store/subscribers.ts';
import { newsletterContent } from './newsletters.ts';
import { runNewsletters } from './run-newsletters.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const job = { id: 1, kind: 'newsletter', payload: {} };

const context = (stopAfter = Number.POSITIVE_INFINITY): JobContext => {
  let calls = 0;
  return {
    signal: new AbortController().signal,
    progress: () => {},
    fence: async () => {
      if (++calls > stopAfter) throw new Error('killed');
    },
  };
};

async function mailingBlog(): Promise<MemoryBlog> {
  const blog = await memoryBlog();
  blog.mail = { smtpUrl: 'smtp://localhost', imapUrl: null };
  await followMailSettings(blog);
  return blog;
}

const announce = (blog: MemoryBlog) => announceTo(channels)(blog, job, context());
const send = (blog: MemoryBlog) => runNewsletters(blog, job, context());

/** What happens after a change of a post, and when the time to take it back has passed. */
async function settle(blog: MemoryBlog): Promise<void> {
  await announce(blog);
  blog.wait(2 * minute);
  await send(blog);
}

const subscribe = (
  blog: MemoryBlog,
  name: string,
  choices: { frequency?: 'at-once' | 'weekly'; categories?: number[] } = {},
) =>
  insertSubscriber(blog.db, {
    address: `${name}@example.org`,
    address_key: `${name}@example.org`,
    frequency: choices.frequency ?? 'at-once',
    all_posts: choices.categories === undefined,
    categories: choices.categories ?? [],
    source: 'form',
    date_added: blog.now().toISOString(),
    date_confirmed: blog.now().toISOString(),
  });

const queued = async (blog: MemoryBlog): Promise<string[]> =>
  (await blog.db.selectFrom('mails').select('address').where('next_run', 'is not', null).execute())
    .map(({ address }) => address.split('@')[0] ?? '')
    .sort();

const write = (blog: MemoryBlog, more: Partial<Parameters<typeof createPost>[1]> = {}) =>
  createPost(
    blog,
    { post_title: 'A walk', post_content: '<p>By the sea.</p>', active: true, ...more },
    admin,
  );

describe('a published post', () => {
  test('is sent once, after the time to take it back', async () => {
    const blog = await mailingBlog();
    await subscribe(blog, 'ann');
    const post = await write(blog);
    expect(post.send_mail).toBe(true);
    await announce(blog);
    expect(await send(blog)).toEqual({ again: new Date(blog.now().getTime() + 2 * minute) });
    expect(await queued(blog)).toEqual([]);
    blog.wait(2 * minute);
    await send(blog);
    expect(await queued(blog)).toEqual(['ann']);

    await blog.db.updateTable('mails').set({ state: 'sent', next_run: null }).execute();
    await changePost(blog, post.id, { active: false }, admin);
    await settle(blog);
    await changePost(blog, post.id, { active: true, post_content: '<p>Other.</p>' }, admin);
    await settle(blog);
    expect(await blog.db.selectFrom('mails').select('id').execute()).toHaveLength(1);
  });

  test('is sent as it was when the sending began', async () => {
    const blog = await mailingBlog();
    const id = (await subscribe(blog, 'ann')) ?? 0;
    const post = await write(blog, { mail_subject: 'News from the sea' });
    await announce(blog);
    await changePost(blog, post.id, { post_content: '<p>By the lake.</p>' }, admin);
    await settle(blog);
    await changePost(blog, post.id, { post_content: '<p>In the hills.</p>' }, admin);
    await settle(blog);
    const newsletter = await newsletterOfPost(blog.db, post.id);
    const content = await newsletterContent(blog, newsletter?.id ?? 0, { id });
    expect(content?.subject).toBe('News from the sea');
    for (const part of [content?.html, content?.text]) {
      expect(part).toContain('By the lake.');
      expect(part).not.toContain('hills');
      expect(part).toContain(`https://blog.example.org/subscribe/${id}-`);
      expect(part).not.toContain('.invalid');
    }
    expect(content?.unsubscribeUrl).toMatch(
      new RegExp(`^https://blog\\.example\\.org/subscribe/${id}-.*/stop$`),
    );
  });

  test.each([
    ['unpublished', (blog: MemoryBlog, id: number) => changePost(blog, id, { active: false }, admin)],
    ['unchecked', (blog: MemoryBlog, id: number) => changePost(blog, id, { send_mail: false }, admin)],
    ['deleted', (blog: MemoryBlog, id: number) => removePost(blog, id)],
  ])('is not sent when it is %s within that time', async (_, change) => {
    const blog = await mailingBlog();
    await subscribe(blog, 'ann');
    const { id } = await write(blog);
    await announce(blog);
    expect(await newsletterOfPost(blog.db, id)).toMatchObject({ date_started: null });
    await change(blog, id);
    blog.wait(2 * minute);
    // Even if the job that learns of changes is late.
    await send(blog);
    expect(await queued(blog)).toEqual([]);
    await settle(blog);
    expect(await newsletterOfPost(blog.db, id)).toBeUndefined();
  });

  test('can be sent after it was taken back', async () => {
    const blog = await mailingBlog();
    await subscribe(blog, 'ann');
    const { id } = await write(blog, { send_mail: false });
    await settle(blog);
    expect(await queued(blog)).toEqual([]);
    await changePost(blog, id, { send_mail: true }, admin);
    await settle(blog);
    expect(await queued(blog)).toEqual(['ann']);
  });

  test('is no longer sent to those who have not got it when it is unpublished', async () => {
    const blog = await mailingBlog();
    for (const name of ['ann', 'bob']) await subscribe(blog, name);
    const { id } = await write(blog);
    await settle(blog);
    await blog.db
      .updateTable('mails')
      .set({ state: 'sent', next_run: null })
      .where('address', '=', 'ann@example.org')
      .execute();
    await changePost(blog, id, { active: false }, admin);
    await announce(blog);
    expect(await queued(blog)).toEqual([]);
    const newsletter = await newsletterOfPost(blog.db, id);
    expect(newsletter).toMatchObject({ canceled: 1 });
    expect(newsletter?.date_canceled).not.toBeNull();
    expect(await newsletterContent(blog, newsletter?.id ?? 0, { id: 2 })).toBeNull();
  });
});

test('posts from before mail was set up are not sent when they are changed', async () => {
  const blog = await memoryBlog();
  const { id, send_mail } = await write(blog);
  expect(send_mail).toBe(false);
  blog.mail = { smtpUrl: 'smtp://localhost', imapUrl: null };
  await followMailSettings(blog);
  await subscribe(blog, 'ann');
  await changePost(blog, id, { post_title: 'Another title' }, admin);
  await settle(blog);
  expect(await queued(blog)).toEqual([]);
});

test('old posts are not sent, even if their author wants it', async () => {
  const blog = await mailingBlog();
  await subscribe(blog, 'ann');
  const { id } = await write(blog, { send_mail: false });
  blog.wait(8 * day);
  await changePost(blog, id, { send_mail: true }, admin);
  await settle(blog);
  await write(blog, { post_date: '2020-01-01T00:00:00.000Z' });
  await settle(blog);
  expect(await queued(blog)).toEqual([]);
});

test('subscribers of categories get what is in them, below them, and in further categories', async () => {
  const blog = await mailingBlog();
  const travel = (await createCategory(blog, 'travel')).id;
  const north = (await createCategory(blog, 'travel.north')).id;
  const food = (await createCategory(blog, 'food')).id;
  await subscribe(blog, 'all');
  await subscribe(blog, 'traveler', { categories: [travel] });
  await subscribe(blog, 'northerner', { categories: [north] });
  await subscribe(blog, 'eater', { categories: [food] });
  await subscribe(blog, 'weekly', { frequency: 'weekly' });
  const got = async (more: Parameters<typeof write>[1]) => {
    await blog.db.deleteFrom('mails').execute();
    await write(blog, more);
    await settle(blog);
    return queued(blog);
  };
  expect(await got({})).toEqual(['all']);
  expect(await got({ category_id: travel })).toEqual(['all', 'traveler']);
  expect(await got({ category_id: north })).toEqual(['all', 'northerner', 'traveler']);
  expect(await got({ category_id: north, further_category_ids: [food] })).toEqual([
    'all',
    'eater',
    'northerner',
    'traveler',
  ]);
});

test('an interruption leaves out no recipient and adds none twice', async () => {
  const blog = await mailingBlog();
  const count = 1203;
  for (let number = 0; number < count; number++) await subscribe(blog, `reader-${number}`);
  await write(blog);
  await announce(blog);
  blog.wait(2 * minute);
  // The fence is called once to begin and once for each batch.
  for (const stopAfter of [0, 1, 1, 1])
    await expect(runNewsletters(blog, job, context(stopAfter))).rejects.toThrow('killed');
  // A batch whose progress was lost.
  await blog.db.updateTable('newsletters').set({ filled_up_to: 100 }).execute();
  await send(blog);
  expect(await blog.db.selectFrom('mails').select('id').execute()).toHaveLength(count);
});

describe('weekly summaries', () => {
  // The clock of the test begins on Sunday, 2026-03-01, at noon.
  const sunday = 20 * 60 * minute;

  test('have the posts of the week in the categories of each subscriber', async () => {
    const blog = await mailingBlog();
    const food = await createCategory(blog, 'food');
    const ann = (await subscribe(blog, 'ann', { frequency: 'weekly' })) ?? 0;
    const bob = (await subscribe(blog, 'bob', { frequency: 'weekly', categories: [food.id] })) ?? 0;
    await subscribe(blog, 'carl', { frequency: 'weekly', categories: [] });
    await subscribe(blog, 'dora');
    await write(blog, { post_title: 'A walk' });
    await write(blog, { post_title: 'A soup', category_id: food.id });
    await write(blog, { post_title: 'Not by mail', send_mail: false });
    await send(blog);
    expect(await queued(blog)).toEqual([]);

    blog.wait(sunday);
    expect(await send(blog)).toEqual({ again: new Date('2026-03-09T08:00:00.000Z') });
    expect(await queued(blog)).toEqual(['ann', 'bob']);
    const { id, week } = await blog.db
      .selectFrom('newsletters')
      .selectAll()
      .where('week', 'is not', null)
      .executeTakeFirstOrThrow();
    expect(week).toBe('2026-W09');
    const all = await newsletterContent(blog, id, { id: ann });
    expect(all?.text).toContain('A walk');
    expect(all?.text).not.toContain('Not by mail');
    const some = await newsletterContent(blog, id, { id: bob });
    expect(some?.html).toContain('A soup');
    expect(some?.html).not.toContain('A walk');

    // Once a week, also when the job runs often.
    await write(blog);
    await send(blog);
    expect(await queued(blog)).toEqual(['ann', 'bob']);
    blog.wait(7 * day);
    await send(blog);
    expect(await queued(blog)).toHaveLength(3);
  });

  test('are made later in the week if the server was down, and not for earlier weeks', async () => {
    const blog = await mailingBlog();
    await subscribe(blog, 'ann', { frequency: 'weekly' });
    await write(blog);
    blog.wait(5 * day);
    await send(blog);
    expect(await queued(blog)).toEqual(['ann']);
    await write(blog);
    blog.wait(14 * day);
    await send(blog);
    expect(await queued(blog)).toEqual(['ann']);
  });

  test('are not sent without posts', async () => {
    const blog = await mailingBlog();
    await subscribe(blog, 'ann', { frequency: 'weekly' });
    blog.wait(sunday);
    await send(blog);
    expect(await queued(blog)).toEqual([]);
  });
});
