import { expect, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { addComment, approveComments, editComment, removeComments } from '../../../core/comments/comments.ts';
import { restoreComments } from '../../../core/comments/moderation.ts';
import { createPost } from '../../../core/posts/write-posts.ts';
import { activityLog } from '../../../core/site/activity.ts';
import { sharePreview } from '../../../core/writing/previews.ts';
import { addRemark } from '../../../core/writing/remarks.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { receiveComment } from '../../conversation/received.ts';
import type { MailSettings } from '../api/mail.ts';
import type { MailContent } from '../message/content.ts';
import { mailSetting } from '../settings.ts';
import { moderateByMail, moderationAt } from './moderate.ts';
import { mailDueNotices, QueueFull } from './run-comment-notices.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

async function blogWithMail(settings: Partial<MailSettings> = {}) {
  const blog: MemoryBlog = Object.assign(await memoryBlog(), {
    mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null },
  });
  const change = (values: Partial<MailSettings>) =>
    writeSetting(blog.db, mailSetting, JSON.stringify({ owner_address: 'owner@example.org', ...values }));
  await change(settings);
  const { id: postId } = await createPost(blog, { post_title: 'A walk', active: true });
  let people = 0;
  const say = async (comment_text: string) => {
    people++;
    const sender = { address: `192.0.${people >> 8}.${people & 255}`, since: blog.now().getTime() - minute };
    return (await addComment(blog, visitor, postId, { comment_text, user_name: 'Ada' }, sender)).id;
  };
  /** Runs the job; returns when it wants to run again. */
  const run = () => inTransaction(blog.db, (tx) => mailDueNotices(blog, tx));
  const mails = async () =>
    (await blog.db.selectFrom('mails').select(['content', 'address']).orderBy('id').execute()).map(
      ({ content, address }) => ({ ...(JSON.parse(content ?? '') as MailContent), address }),
    );
  const notices = () => blog.db.selectFrom('comment_notices').select('comment_id').execute();
  const job = () =>
    blog.db.selectFrom('jobs').select('next_run').where('kind', '=', 'comment-notices').execute();
  return { blog, postId, change, say, run, mails, notices, job };
}

/** The links in a mail, without the URL of the site, in the order approve, spam, delete. */
const linksIn = ({ text }: MailContent) =>
  [...text.matchAll(/\/mail\/moderate\/(\S+)/g)].map(([, part]) => part ?? '');

test('a comment is mailed at once, those of the next five minutes together', async () => {
  const { blog, say, run, mails, notices, job } = await blogWithMail();
  await say('The first <b>walk</b> & more.');
  expect(await job()).toEqual([{ next_run: blog.now().toISOString() }]);
  expect(await run()).toBeNull();
  const [first] = await mails();
  expect(first).toMatchObject({ address: 'owner@example.org', subject: 'Ada commented on "A walk"' });
  expect(first?.text).toContain('> The first <b>walk</b> & more.');
  expect(first?.html).toContain('The first &lt;b&gt;walk&lt;/b&gt; &amp; more.');
  expect(first?.text).toMatch(/^Approve: https:\/\/blog\.example\.org\/mail\/moderate\/approve-[\w-]{43}$/m);
  expect(await notices()).toEqual([]);

  blog.wait(minute);
  await say('The second walk.');
  expect(await run()).toEqual(new Date(blog.now().getTime() + 4 * minute));
  await say('The third walk.');
  expect(await mails()).toHaveLength(1);
  blog.wait(4 * minute);
  expect(await run()).toBeNull();
  const [, second] = await mails();
  expect(second?.subject).toBe('2 comments waiting on Not Terrible');
  expect(second?.text).not.toContain('The first');
  expect(linksIn(second as MailContent)).toHaveLength(6);
  // Nothing is left, so nothing is mailed again.
  blog.wait(day);
  expect(await run()).toBeNull();
  expect(await mails()).toHaveLength(2);
});

test('a flood makes one mail of bounded size', async () => {
  const { blog, say, run, mails, notices } = await blogWithMail({ comment_notice: 'daily' });
  const id = await say('A long walk. '.repeat(350));
  const { id: _, ...row } = await blog.db
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let n = 0; n < 10; n++)
    await blog.db
      .insertInto('comments')
      .values(Array.from({ length: 1000 }, () => row))
      .execute();
  await blog.db
    .insertInto('comment_notices')
    .columns(['comment_id', 'date_added'])
    .expression((eb) => eb.selectFrom('comments').select(['id', 'date_added']).where('id', '>', id))
    .execute();
  blog.wait(day);
  expect(await run()).toBeNull();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('10,001 comments waiting on Not Terrible');
  expect(linksIn(mail as MailContent)).toHaveLength(60);
  expect(mail?.text).toContain('9,981 more comments are waiting in the queue.');
  expect(JSON.stringify(mail).length).toBeLessThan(100_000);
  expect(await notices()).toEqual([]);
  expect(await blog.db.selectFrom('mail_tokens').select('token_hash').execute()).toHaveLength(20);
});

test('probable spam is counted, and mailed by itself only in the morning', async () => {
  const { blog, say, run, mails } = await blogWithMail();
  const spam = await say('Buy cheap pills now.');
  await blog.db.updateTable('comments').set({ verdict: 2 }).where('id', '=', spam).execute();
  expect(await run()).toEqual(new Date('2026-03-02T08:00:00.000Z'));
  await say('A nice walk.');
  expect(await run()).toBeNull();
  const [mail] = await mails();
  expect(mail?.subject).toBe('Ada commented on "A walk"');
  expect(mail?.text).toContain('1 comment is probably spam and is not shown here.');
  expect(mail?.text).not.toContain('pills');

  const more = await say('Buy more cheap pills.');
  await blog.db.updateTable('comments').set({ verdict: 2 }).where('id', '=', more).execute();
  blog.wait(day);
  expect(await run()).toBeNull();
  expect((await mails())[1]?.subject).toBe('Probable spam is waiting on Not Terrible');
});

test('comments of every source are mailed, those of trusted people and what was moderated before are not', async () => {
  const { blog, postId, say, run, mails, notices } = await blogWithMail({ comment_notice: 'hourly' });
  const received = (source: 'webmention' | 'fediverse' | 'bluesky' | 'mastodon', text: string, n = 1) =>
    receiveComment(blog, {
      postId,
      source,
      originId: `https://${source}.example/${n}`,
      originUrl: `https://${source}.example/${n}`,
      parentOriginId: null,
      person: `https://${source}.example/users/ida`,
      authorName: `Ida of ${source}`,
      authorUrl: `https://${source}.example/@ida`,
      text,
      date: blog.now().toISOString(),
    });
  for (const source of ['webmention', 'fediverse', 'bluesky', 'mastodon'] as const)
    expect(await received(source, `Seen from ${source}.`)).toBe('waiting');
  const approved = await say('Approved meanwhile.');
  await approveComments(blog, [approved], true);
  await removeComments(blog, [await say('Deleted meanwhile.')]);
  await blog.db
    .insertInto('people')
    .values({
      person: 'https://mastodon.example/users/ida',
      state: 'trusted',
      name: 'Ida',
      date_added: blog.now().toISOString(),
    })
    .execute();
  expect(await received('mastodon', 'From a trusted person.', 2)).toBe('approved');
  expect(await notices()).toHaveLength(5);
  blog.wait(60 * minute);
  expect(await run()).toBeNull();
  const [mail] = await mails();
  expect(mail?.subject).toBe('4 comments waiting on Not Terrible');
  for (const via of ['webmention.example', 'fediverse: @ida@fediverse.example', 'Bluesky'])
    expect(mail?.text).toContain(`(via ${via})`);
  expect(mail?.text).not.toMatch(/meanwhile|trusted/);

  // An approved comment whose text changes waits again.
  const [{ id } = { id: 0 }] = await blog.db
    .selectFrom('comments')
    .select('id')
    .where('source', '=', 'fediverse')
    .execute();
  await approveComments(blog, [id], true);
  expect(await received('fediverse', 'Something else.')).toBe('waiting');
  expect(await notices()).toEqual([{ comment_id: id }]);
});

test('nothing is noted without mail or when it is switched off, nor mailed without an address', async () => {
  const { blog, change, say, run, mails, notices, job } = await blogWithMail({ comment_notice: 'off' });
  await say('Off.');
  blog.mail = null;
  await change({ comment_notice: 'at-once' });
  await say('No mail.');
  expect(await notices()).toEqual([]);
  expect(await job()).toEqual([]);
  blog.mail = { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null };
  await change({ owner_address: '' });
  await say('No address.');
  expect(await run()).toBeNull();
  expect(await notices()).toEqual([]);
  expect(await mails()).toEqual([]);
});

test('nothing is lost while the queue of mails is full', async () => {
  const { blog, say, run, notices, mails } = await blogWithMail();
  const now = blog.now().toISOString();
  for (let n = 0; n < 10; n++)
    await blog.db
      .insertInto('mails')
      .values(
        Array.from({ length: 1000 }, (_, index) => ({
          priority: 0,
          kind: 'commenter' as const,
          address: 'a@example.org',
          address_key: 'a@example.org',
          subscriber_id: null,
          newsletter_id: null,
          message_id: `<${n}.${index}@example.org>`,
          content: '{}',
          state: 'waiting' as const,
          next_run: now,
          date_added: now,
        })),
      )
      .execute();
  await say('A walk.');
  await expect(run()).rejects.toThrow(QueueFull);
  expect(await notices()).toHaveLength(1);
  await blog.db.deleteFrom('mails').execute();
  expect(await run()).toBeNull();
  expect(await mails()).toHaveLength(1);
});

async function mailedComment() {
  const given = await blogWithMail();
  const id = await given.say('A nice walk.');
  await given.run();
  const [mail] = await given.mails();
  const [approve = '', spam = '', remove = ''] = linksIn(mail as MailContent);
  const { version = '' } = (await moderationAt(given.blog, approve))?.comment ?? {};
  const state = async () => {
    const rows = await given.blog.db.selectFrom('comments').select('approved').where('id', '=', id).execute();
    return rows[0]?.approved ?? 'deleted';
  };
  return { ...given, id, approve, spam, remove, version, state };
}

test('each link does what the queue does, and only one of them, once', async () => {
  for (const action of ['approve', 'spam', 'remove'] as const) {
    const given = await mailedComment();
    const { blog, version, state } = given;
    for (const link of [given.approve, given.spam, given.remove])
      expect(await moderationAt(blog, link)).toMatchObject({ state: 'ask', comment: { isAsMailed: true } });
    expect(await state()).toBe(0);
    expect(await moderateByMail(blog, given[action], version)).toMatchObject({ state: 'done' });
    expect(await state()).toBe(action === 'approve' ? 1 : 'deleted');
    for (const link of [given.approve, given.spam, given.remove]) {
      expect(await moderationAt(blog, link)).toBeNull();
      expect(await moderateByMail(blog, link, version)).toBeNull();
    }
    const { entries } = await activityLog(blog, { kind: 'comment' }, { limit: 1, offset: 0 });
    const verb = { approve: 'Approved', spam: 'Deleted as spam', remove: 'Deleted' }[action];
    expect(entries[0]?.what).toBe(`${verb} a comment on the post "A walk", by a link in a mail`);
    const samples = await blog.db.selectFrom('spam_totals').select(['fine', 'spam']).executeTakeFirst();
    const expected = {
      approve: { fine: 1, spam: 0 },
      spam: { fine: 0, spam: 1 },
      remove: { fine: 0, spam: 0 },
    };
    expect(samples).toEqual(expected[action]);
    if (action !== 'approve') {
      await restoreComments(blog, [given.id]);
      expect(await state()).toBe(0);
    }
  }
});

test('a changed text is shown and asked about again', async () => {
  const { blog, id, approve, version, state } = await mailedComment();
  await editComment(blog, id, 'A terrible walk.');
  expect(await moderateByMail(blog, approve, version)).toMatchObject({ state: 'changed' });
  expect(await state()).toBe(0);
  const now = await moderationAt(blog, approve);
  expect(now).toMatchObject({
    state: 'ask',
    comment: { comment_text: 'A terrible walk.', isAsMailed: false },
  });
  expect(await moderateByMail(blog, approve, now?.comment?.version ?? '')).toMatchObject({ state: 'done' });
  expect(await state()).toBe(1);
});

test('links about comments that were moderated meanwhile change nothing', async () => {
  const { blog, id, remove, approve, version, state } = await mailedComment();
  await approveComments(blog, [id], true);
  expect(await moderationAt(blog, remove)).toMatchObject({ state: 'approved' });
  expect(await moderateByMail(blog, remove, version)).toMatchObject({ state: 'approved' });
  expect(await state()).toBe(1);
  await removeComments(blog, [id]);
  expect(await moderationAt(blog, approve)).toEqual({ action: 'approve', state: 'gone', comment: null });
  expect(await moderateByMail(blog, approve, version)).toMatchObject({ state: 'gone' });
  expect(await state()).toBe('deleted');
});

test('links expire after a week, with another address, and without mail', async () => {
  const { blog, change, approve, version, state } = await mailedComment();
  await change({ owner_address: 'else@example.org' });
  expect(await moderateByMail(blog, approve, version)).toBeNull();
  await change({ owner_address: 'Owner@example.org' });
  expect(await moderationAt(blog, approve)).not.toBeNull();
  for (const wrong of ['', approve.slice(0, -1), approve.replace('approve', 'unapprove'), `${approve}x`])
    expect(await moderationAt(blog, wrong)).toBeNull();
  blog.mail = null;
  expect(await moderationAt(blog, approve)).toBeNull();
  blog.mail = { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: null };
  blog.wait(7 * day);
  expect(await moderateByMail(blog, approve, version)).toBeNull();
  expect(await state()).toBe(0);
});

test('remarks of invited readers on a post are mailed once a day, unless mail about comments is off', async () => {
  const { blog, postId, change, mails } = await blogWithMail();
  await blog.db.updateTable('posts').set({ active: 0 }).where('id', '=', postId).execute();
  const { url } = await sharePreview(blog, admin, postId, { days: 7, remarks: true });
  let sent = 0;
  const remark = () =>
    addRemark(blog, url.split('/preview/')[1] ?? '', { ...noRemark, remark: `Fine ${++sent}` }, '192.0.2.1');
  await remark();
  await remark();
  expect(await mails()).toMatchObject([{ subject: 'A reader commented on your draft "A walk"' }]);
  blog.wait(day);
  await change({ comment_notice: 'off' });
  await remark();
  expect(await mails()).toHaveLength(1);
  await change({});
  await remark();
  expect(await mails()).toHaveLength(2);
});
const noRemark = { name: '', paragraph: '', quote: '', wording: '' };
