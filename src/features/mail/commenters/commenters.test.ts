import { expect, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../../tests/support/memory-blog.ts';
import {
  addComment,
  approveComment,
  approveComments,
  editComment,
  removeComment,
  removeComments,
} from '../../../core/comments/comments.ts';
import { answerComment, deleteExpiredComments, restoreComments } from '../../../core/comments/moderation.ts';
import { blockWord, setAuthorOf } from '../../../core/comments/people.ts';
import { restorePost } from '../../../core/posts/bin/restore.ts';
import { createPost, removePost, setStatus } from '../../../core/posts/write-posts.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { receiveComment } from '../../conversation/received.ts';
import type { MailContent } from '../message/content.ts';
import { runAskCommenters } from './ask-commenters.ts';
import { confirmCommenter, deleteExpiredCommenters, isConfirmable, stopCommenter } from './commenters.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const ada = 'ada@example.org';
/** Opens the page first, as people do: a comment that is sent without it is suspicious. */
const text = 'A fine walk by the sea, and a fine text about it.';

async function setUp() {
  const blog: MemoryBlog = {
    ...(await memoryBlog()),
    mail: { smtpUrl: 'smtp://127.0.0.1:25', imapUrl: null },
  };
  const { id: postId } = await createPost(blog, { post_title: 'By the sea', active: true });
  await blog.db.insertInto('profiles').values({ user_id: 1 }).execute();
  let visitors = 0;
  let said = 0;
  const verbs = [
    'swam',
    'walked',
    'rested',
    'sang',
    'read',
    'slept',
    'wrote',
    'cooked',
    'danced',
    'talked',
    'sat',
  ];
  const say = async (
    notify_address: string | null,
    {
      parent = null,
      ip = `192.0.2.${++visitors}`,
      browser,
      words = `${text} We ${verbs[said++ % verbs.length]} there for hours.`,
      isBot = false,
    }: { parent?: number | null; ip?: string; browser?: string; words?: string; isBot?: boolean } = {},
  ) => {
    const sender = {
      address: ip,
      since: isBot ? null : blog.now().getTime() - hour,
      ...(browser !== undefined && { browser }),
    };
    const input = { comment_text: words, user_name: 'Grace', parent_id: parent, notify_address };
    return addComment(blog, visitor, postId, input, sender);
  };
  const ask = () =>
    runAskCommenters(
      blog,
      { id: 1, kind: 'ask-commenters', payload: {} },
      { signal: new AbortController().signal, progress: () => {}, fence: async () => {} },
    );
  const mails = async () => {
    const rows = await blog.db.selectFrom('mails').selectAll().orderBy('id').execute();
    return rows.map(({ content, ...row }) => ({
      ...row,
      ...((content === null ? {} : JSON.parse(content)) as Partial<MailContent>),
    }));
  };
  const sent = () => blog.db.updateTable('mails').set({ state: 'sent' }).execute();
  const subjects = async () => (await mails()).map(({ address, subject }) => `${address}: ${subject}`);
  const tokenOf = async (address: string) => {
    const found = (await mails()).findLast(
      (mail) => mail.address === address && mail.text?.includes('/confirm/'),
    );
    return /\/mail\/comments\/confirm\/([\w-]+)/.exec(found?.text ?? '')?.[1] ?? '';
  };
  const confirm = async (address: string) => {
    await ask();
    return confirmCommenter(blog, await tokenOf(address));
  };
  /** A comment of a confirmed address, without the mails until then. */
  const followed = async (address = ada, options: Parameters<typeof say>[1] = {}) => {
    const comment = await say(address, options);
    await approveComment(blog, comment.id, true);
    await confirm(address);
    await blog.db.deleteFrom('mails').execute();
    return comment;
  };
  const rows = () => blog.db.selectFrom('commenters').selectAll().orderBy('id').execute();
  return { blog, postId, say, ask, sent, mails, subjects, tokenOf, confirm, followed, rows };
}

const confirmation = 'Please confirm your email address for Not Terrible';

test('an address is confirmed once, by a link that works once', async () => {
  const { blog, say, ask, subjects, tokenOf, rows, mails } = await setUp();
  await say('Ada@Example.org');
  await ask();
  expect(await subjects()).toEqual([`Ada@example.org: ${confirmation}`]);
  const [mail] = await mails();
  expect(mail?.text).not.toContain('fine walk');
  expect(mail?.text).not.toContain('Grace');
  const token = await tokenOf('Ada@example.org');
  expect(await isConfirmable(blog, token)).toBe(true);
  expect((await rows())[0]?.date_confirmed).toBeNull();
  expect(await confirmCommenter(blog, token)).toBe(true);
  expect(await confirmCommenter(blog, token)).toBe(false);
  expect(await isConfirmable(blog, token)).toBe(false);
  await say('ada@EXAMPLE.org');
  await ask();
  expect(await subjects()).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('a confirmation is asked for once, however many comments wait for it', async () => {
  const { say, ask, subjects } = await setUp();
  await say(ada);
  await say(ada);
  await ask();
  await say(ada);
  await ask();
  expect(await subjects()).toHaveLength(1);
});

test('before the confirmation nothing else is sent', async () => {
  const { blog, say, ask, subjects } = await setUp();
  const { id } = await say(ada);
  await ask();
  await approveComment(blog, id, true);
  await answerComment(blog, admin, id, { comment_text: 'Thank you!' });
  await ask();
  expect(await subjects()).toHaveLength(1);
});

test('a suspicious comment sends nothing until the owner approves it', async () => {
  const { blog, say, ask, subjects } = await setUp();
  const { id } = await say(ada, {
    isBot: true,
    words: 'Cheap pills https://pills.example https://pills.example',
  });
  await ask();
  expect(await subjects()).toEqual([]);
  await approveComment(blog, id, true);
  await ask();
  expect(await subjects()).toEqual([`${ada}: ${confirmation}`]);
});

test('a blocked comment stores no address', async () => {
  const { blog, say, ask, rows } = await setUp();
  await blockWord(blog, 'pills');
  await say(ada, { words: 'Very cheap pills for all of you.' });
  await ask();
  expect(await rows()).toEqual([]);
});

test('many addresses from one visitor wait for the approval of their comments', async () => {
  const { blog, say, ask, subjects } = await setUp();
  const comments = [];
  for (let n = 0; n < 7; n++) comments.push(await say(`victim${n}@host${n}.example`, { ip: '192.0.2.200' }));
  await ask();
  expect(await subjects()).toHaveLength(5);
  await approveComments(
    blog,
    comments.map(({ id }) => id),
    true,
  );
  await ask();
  expect(await subjects()).toHaveLength(7);
});

test('one address is asked three times a day at most', async () => {
  const { blog, say, ask, sent, mails, rows } = await setUp();
  for (let n = 0; n < 5; n++) {
    const { id } = await say(ada);
    await ask();
    await sent();
    await removeComment(blog, id);
    blog.wait(hour);
    await blog.db.deleteFrom('deleted_comments').execute();
    await deleteExpiredCommenters(blog);
    expect(await rows()).toEqual([]);
  }
  expect(await mails()).toHaveLength(3);
});

test('an invalid address is refused, unless the site offers no mail', async () => {
  const { blog, say, rows } = await setUp();
  for (const typed of ['', 'ada', 'ada@example', `ada@example.org\r\nBcc: eve@example.net`, ' '.repeat(1000)])
    await expect(say(typed)).rejects.toThrow('Please enter a valid email address');
  expect(await blog.db.selectFrom('comments').selectAll().execute()).toEqual([]);
  await writeSetting(blog.db, 'mail', JSON.stringify({ commenter_mail: false }));
  await say('ada');
  await say(ada);
  await writeSetting(blog.db, 'mail', '{}');
  blog.mail = null;
  await say('ada');
  await say(ada);
  expect(await rows()).toEqual([]);
});

test('an approval is notified once, and only after waiting', async () => {
  const { blog, say, ask, followed, mails, subjects } = await setUp();
  const { id } = await followed(ada, { browser: 'one' });
  const second = await say(ada);
  await approveComments(blog, [id, second.id], true);
  await ask();
  expect(await subjects()).toEqual([`${ada}: Your comment on “By the sea” was approved`]);
  const [mail] = await mails();
  expect(mail?.text).toContain(
    `https://blog.example.org/post/by-the-sea?comment-id=${second.id}#comment-${second.id}`,
  );
  expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/blog\.example\.org\/mail\/comments\/1-[\w-]{43}\/stop$/);
  await approveComment(blog, second.id, false);
  await approveComment(blog, second.id, true);
  await editComment(blog, second.id, 'Another text altogether.');
  await setAuthorOf(blog, id, 'trusted');
  const third = await say(ada, { browser: 'one' });
  expect(third.approved).toBe(true);
  await approveComment(blog, third.id, false);
  await approveComment(blog, third.id, true);
  expect(await subjects()).toHaveLength(1);
});

test('replies cause one mail each, at any depth', async () => {
  const { blog, say, followed, subjects, mails } = await setUp();
  const { id } = await followed();
  const reply = await say(null, { parent: id });
  expect(await subjects()).toEqual([]);
  await approveComment(blog, reply.id, true);
  expect(await subjects()).toEqual([`${ada}: Grace replied below your comment on “By the sea”`]);
  expect((await mails())[0]?.text).toContain(`> ${text}`);
  await approveComment(blog, reply.id, false);
  await approveComment(blog, reply.id, true);
  await removeComments(blog, [reply.id], 'unwanted');
  await restoreComments(blog, [reply.id]);
  await approveComment(blog, reply.id, false);
  await approveComment(blog, reply.id, true);
  expect(await subjects()).toHaveLength(1);
  await answerComment(blog, admin, reply.id, { comment_text: 'Thank you both!' });
  expect((await subjects()).slice(1)).toEqual([`${ada}: Admin replied below your comment on “By the sea”`]);
});

test('no mail about own replies, by address or by browser', async () => {
  const { blog, say, followed, subjects, ask } = await setUp();
  const { id } = await followed(ada, { browser: 'one' });
  const byAddress = await say(ada, { parent: id });
  const byBrowser = await say(null, { parent: id, browser: 'one' });
  await blog.db.updateTable('comments').set({ date_told: null }).execute();
  await approveComments(blog, [byBrowser.id], true);
  expect(await subjects()).toEqual([]);
  await approveComments(blog, [byAddress.id], true);
  await ask();
  expect(await subjects()).toEqual([`${ada}: Your comment on “By the sea” was approved`]);
});

test('a comment that is approved with an answer causes one mail', async () => {
  const { blog, say, followed, subjects } = await setUp();
  await followed();
  const { id } = await say(ada);
  await answerComment(blog, admin, id, { comment_text: 'Thank you!', approve: true });
  expect(await subjects()).toEqual([`${ada}: Admin replied below your comment on “By the sea”`]);
});

test('many replies at once are one mail, which quotes some', async () => {
  const { blog, say, followed, mails } = await setUp();
  const { id } = await followed();
  const replies = [];
  for (let n = 0; n < 9; n++) replies.push((await say(null, { parent: id })).id);
  await approveComments(blog, replies, true);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('9 replies below your comment on “By the sea”');
  expect(mail?.text?.split('Grace:')).toHaveLength(6);
  expect(mail?.text).toContain('And 4 more.');
});

test('a reply from another server causes a mail when it is approved', async () => {
  const { blog, postId, followed, subjects } = await setUp();
  const { id } = await followed();
  await receiveComment(blog, {
    postId,
    source: 'webmention',
    originId: 'https://other.example/note',
    originUrl: 'https://other.example/note',
    parentOriginId: null,
    parentId: id,
    person: 'https://other.example/',
    authorName: 'Eve\r\nBcc: all@example.org',
    authorUrl: null,
    text: 'I walked there, too.',
    date: '2026-02-28T10:00:00.000Z',
  });
  expect(await subjects()).toEqual([]);
  const { id: received } = await blog.db
    .selectFrom('comments')
    .select('id')
    .where('source', '=', 'webmention')
    .executeTakeFirstOrThrow();
  await approveComment(blog, received, true);
  expect(await subjects()).toEqual([
    expect.stringMatching(/^ada@example\.org: Eve Bcc: all@example\.org replied below/),
  ]);
});

test('a reply below a comment that is hidden, or on a post that is hidden, causes no mail', async () => {
  const { blog, postId, say, followed, subjects } = await setUp();
  const { id } = await followed();
  const reply = await say(null, { parent: id });
  await approveComment(blog, id, false);
  await approveComment(blog, reply.id, true);
  await approveComment(blog, id, true);
  const other = await say(null, { parent: id });
  await setStatus(blog, postId, false);
  await approveComment(blog, other.id, true);
  expect(await subjects()).toEqual([]);
});

test('followers survive the undo of a deletion, and addresses live no longer than comments', async () => {
  const { blog, say, followed, subjects, rows } = await setUp();
  const { id } = await followed();
  await removeComment(blog, id);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toHaveLength(1);
  await restoreComments(blog, [id]);
  const reply = await say(null, { parent: id });
  await approveComment(blog, reply.id, true);
  expect(await subjects()).toHaveLength(1);
  await removeComment(blog, id);
  blog.wait(day + hour);
  await deleteExpiredComments(blog);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toEqual([]);
});

test('a post that goes to the bin loses its followers', async () => {
  const { blog, postId, followed, rows } = await setUp();
  await followed();
  await removePost(blog, postId);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toEqual([]);
  await restorePost(blog, postId);
});

test('unconfirmed addresses are forgotten after 48 hours, those that wait for approval after 30 days', async () => {
  const { blog, say, ask, rows, tokenOf } = await setUp();
  await say(ada);
  await say('eve@example.org', {
    isBot: true,
    words: 'Cheap pills https://pills.example https://pills.example',
  });
  await ask();
  const token = await tokenOf(ada);
  blog.wait(47 * hour);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toHaveLength(2);
  blog.wait(2 * hour);
  expect(await confirmCommenter(blog, token)).toBe(false);
  await deleteExpiredCommenters(blog);
  expect((await rows()).map(({ address }) => address)).toEqual(['eve@example.org']);
  blog.wait(30 * day);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toEqual([]);
});

test('an address that expired is asked again at once with the next comment', async () => {
  const { blog, say, ask, sent, mails } = await setUp();
  await say(ada);
  await ask();
  await sent();
  blog.wait(49 * hour);
  await say(ada);
  await ask();
  expect((await mails()).map(({ state, address }) => [state, address])).toEqual([
    ['sent', ''],
    ['waiting', ada],
  ]);
});

test('stopping deletes the address from every table', async () => {
  const { blog, say, followed, mails, rows } = await setUp();
  const { id } = await followed();
  const reply = await say(null, { parent: id });
  const waiting = await say(null, { parent: id });
  await approveComment(blog, reply.id, true);
  await blog.db
    .updateTable('mails')
    .set({ state: 'sent', response: `250 <${ada}> accepted` })
    .execute();
  await approveComment(blog, waiting.id, true);
  const [mail] = await mails();
  const signed = /comments\/([^/]+)\/stop/.exec(mail?.unsubscribeUrl ?? '')?.[1] ?? '';
  expect(await stopCommenter(blog, `${signed.slice(0, -1)}!`)).toBe(false);
  expect(await stopCommenter(blog, signed)).toBe(true);
  expect(await stopCommenter(blog, signed)).toBe(true);
  expect(await rows()).toEqual([]);
  expect(await blog.db.selectFrom('comment_followers').selectAll().execute()).toEqual([]);
  expect((await mails()).map(({ state, address }) => [state, address])).toEqual([['sent', '']]);
  expect(JSON.stringify(await mails())).not.toContain('ada@');
});

test('a confirmation that was not sent in time is not sent later', async () => {
  const { blog, say, ask, mails, rows } = await setUp();
  await say(ada);
  blog.wait(48 * hour + 1);
  await ask();
  expect(await mails()).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('an address whose confirmation could not be sent is forgotten after 48 hours, too', async () => {
  const { blog, say, ask, rows } = await setUp();
  await say(ada);
  blog.mail = null;
  await ask();
  blog.wait(48 * hour + 1);
  await deleteExpiredCommenters(blog);
  expect(await rows()).toEqual([]);
});
