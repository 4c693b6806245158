import { expect, test } from 'vitest';
import { memoryBlog } from '../../../../tests/support/memory-blog.ts';
import { insertUser } from '../../../core/accounts/store/users.ts';
import { addComment } from '../../../core/comments/comments.ts';
import { createPost } from '../../../core/posts/write-posts.ts';
import { writeSetting } from '../../../platform/db/settings.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { visitor } from '../../../platform/http/viewer.ts';
import { mailDueNotices } from '../notices/run-comment-notices.ts';
import { messageId } from '../queue/queue.ts';
import { mailSetting } from '../settings.ts';
import { insertMail } from '../store/mails.ts';
import { answerIn, receiveAnswer } from './answers.ts';

const reader = 'reader@example.net';

async function mailed() {
  const blog = await memoryBlog();
  const post = await createPost(blog, { post_title: 'A walk', active: true });
  const now = blog.now().toISOString();
  const { id: newsletter_id } = await blog.db
    .insertInto('newsletters')
    .values({ post_id: post.id, subject: 'A walk', preheader: '', content: '{}', date_added: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const message_id = messageId(blog, 'post 1', reader);
  await insertMail(blog.db, {
    priority: 1,
    kind: 'newsletter',
    address: reader,
    address_key: reader,
    subscriber_id: null,
    newsletter_id,
    message_id,
    content: null,
    state: 'sent',
    next_run: null,
    date_added: now,
    date_settled: now,
  });
  const answer = (
    headers: string,
    text = 'What a fine walk!\r\n\r\nOn Monday, Blog wrote:\r\n> A walk\r\n',
  ) =>
    receiveAnswer(
      blog,
      Buffer.from(`${headers}\r\nMessage-ID: <1@example.net>\r\nContent-Type: text/plain\r\n\r\n${text}`),
    );
  const comments = () =>
    blog.db.selectFrom('comments').select(['post_id', 'user_name', 'comment_text', 'approved']).execute();
  return { post, message_id, answer, comments };
}

test('an answer of the recipient is a comment that waits, once', async () => {
  const { post, message_id, answer, comments } = await mailed();
  const headers = `From: Ada <Reader@example.net>\r\nIn-Reply-To: ${message_id}`;
  expect(await answer(headers)).toBe(true);
  expect(await answer(headers)).toBe(true);
  expect(await comments()).toEqual([
    { post_id: post.id, user_name: 'Ada', comment_text: 'What a fine walk!', approved: 0 },
  ]);
});

test.each([
  ['of another sender', (id: string) => `From: eve@example.net\r\nIn-Reply-To: ${id}`],
  ['to another mail', () => `From: ${reader}\r\nIn-Reply-To: <x@example.org>`],
  ['of a program', (id: string) => `From: ${reader}\r\nIn-Reply-To: ${id}\r\nAuto-Submitted: auto-replied`],
])('a message %s is left alone', async (_, headers) => {
  const { message_id, answer, comments } = await mailed();
  expect(await answer(headers(message_id))).toBe(false);
  expect(await comments()).toEqual([]);
});

async function noticed() {
  const blog = Object.assign(await memoryBlog(), {
    mail: { smtpUrl: 'smtp://127.0.0.1:1', imapUrl: 'imap://127.0.0.1:1' },
  });
  await writeSetting(blog.db, mailSetting, JSON.stringify({ owner_address: 'owner@example.org' }));
  await insertUser(blog.db, {
    username: 'owner',
    password_hash: '',
    weak_password: 0,
    date_added: blog.now().toISOString(),
  });
  const { id: postId } = await createPost(blog, { post_title: 'A walk', active: true });
  const sender = { address: '192.0.2.7', since: blog.now().getTime() - 60_000 };
  const said = await addComment(blog, visitor, postId, { comment_text: 'Where was it?' }, sender);
  await inTransaction(blog.db, (tx) => mailDueNotices(blog, tx));
  const { message_id } = await blog.db.selectFrom('mails').select('message_id').executeTakeFirstOrThrow();
  const answer = (from: string, text = 'At the sea.\r\n> Where was it?') =>
    receiveAnswer(
      blog,
      Buffer.from(`From: ${from}\r\nIn-Reply-To: ${message_id}\r\nMessage-ID: <2@x>\r\n\r\n${text}\r\n`),
    );
  const comments = () =>
    blog.db.selectFrom('comments').select(['parent_id', 'comment_text', 'approved']).orderBy('id').execute();
  return { blog, said, answer, comments };
}

test('the answer of the owner approves the comment and is below it, once', async () => {
  const { said, answer, comments } = await noticed();
  expect(await answer('Eve <eve@example.org>')).toBe(false);
  expect(await answer('owner@example.org', '> nothing but a quote')).toBe(false);
  expect(await comments()).toMatchObject([{ approved: 0 }]);
  expect(await answer('Me <Owner@example.org>')).toBe(true);
  expect(await answer('Me <Owner@example.org>')).toBe(true);
  expect(await comments()).toEqual([
    { parent_id: null, comment_text: 'Where was it?', approved: 1 },
    { parent_id: said.id, comment_text: 'At the sea.', approved: 1 },
  ]);
});

test('the answer to a comment whose text was changed since is left alone', async () => {
  const { blog, answer, comments } = await noticed();
  await blog.db.updateTable('comments').set({ comment_text: 'Buy this' }).execute();
  expect(await answer('owner@example.org')).toBe(false);
  expect(await comments()).toMatchObject([{ approved: 0 }]);
});

test.each([
  ['Yes!\n\n> quoted', 'Yes!'],
  ['Yes!\n-- \nAda', 'Yes!'],
  ['Ja.\n\nAm Mo., 1. März schrieb Blog:\n\n> Text', 'Ja.'],
  ['Oui.\n\nLe lundi, Blog\n<blog@example.org> a écrit :\n> Texte', 'Oui.'],
  ['Hi\n-----Original Message-----\nFrom: Blog', 'Hi'],
  ['Three things: one, two:\nthree', 'Three things: one, two:\nthree'],
])('what was written in %j', (text, written) => {
  expect(answerIn(text)).toBe(written);
});
