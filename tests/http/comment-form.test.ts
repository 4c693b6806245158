import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueuedComment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** Comments sent without JavaScript, by the form on the page. */
let server: TestSite;
let owner: Client;
let path: string;

beforeAll(async () => {
  server = await startSite();
  owner = new Client(server.url);
  await owner.login();
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'A plain form',
    post_content: '<p>Words.</p>',
    active: true,
  });
  path = `/post/${body.post_title_web}`;
});
afterAll(() => server.dispose());

const submit = async (client: Client, text: string) => {
  const form = new URLSearchParams({ intent: 'comment', comment_text: text, user_name: 'Tern', website: '' });
  const { status, text: html } = await client.post(path, form, { token: false });
  return { status, html };
};
const reasons = async (text: string) => {
  const { body } = await owner.get<QueuedComment[]>('/webapi/api/admin/comments?state=waiting');
  return body.find((comment) => comment.comment_text === text)?.reasons;
};

test('cached pages set no cookie, and the page with the comment form is private', async () => {
  const shared = await new Client(server.url).get(path);
  expect(shared.headers.get('set-cookie')).toBeNull();
  expect(shared.headers.get('cache-control')).toBe('public, no-cache');
  const reader = new Client(server.url);
  const form = await reader.get(`${path}?comment=1`);
  expect(form.headers.get('cache-control')).toBe('private, no-store');
  expect(form.headers.get('etag')).toBeNull();
  const first = reader.cookies.get('visitor');
  expect(first).toMatch(/^[0-9a-f]{36}-[0-9a-z]{8}-[\w-]{16}$/);
  await reader.get(`${path}?comment=1`);
  expect(reader.cookies.get('visitor')).toBe(first);
});

test('a comment sent within seconds is accepted, and the queue gives the time as a reason', async () => {
  const client = new Client(server.url);
  await client.get(`${path}?comment=1`);
  expect((await submit(client, 'Pasted in a moment')).status).toBe(303);
  expect(await reasons('Pasted in a moment')).toEqual([
    expect.stringMatching(/^sent [012] seconds? after the page was opened$/),
  ]);
  const { now } = server.blog;
  server.blog.now = () => new Date(now().getTime() + 4000);
  expect((await submit(client, 'Typed at leisure')).status).toBe(303);
  server.blog.now = now;
  expect(await reasons('Typed at leisure')).toEqual([]);

  expect((await submit(new Client(server.url), 'By a machine, perhaps')).status).toBe(303);
  expect(await reasons('By a machine, perhaps')).toEqual(['sent without opening the page']);
});

test('a form that is sent twice is one comment, and each opened form another one', async () => {
  const reader = new Client(server.url);
  const open = async () => {
    const { text } = await reader.get(`${path}?comment=1`);
    return /name="form_id" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };
  const send = (form_id: string, text: string) =>
    reader.post(
      path,
      new URLSearchParams({ intent: 'comment', comment_text: text, user_name: '', website: '', form_id }),
      { token: false },
    );
  const stored = async (text: string) => {
    const { body } = await owner.get<QueuedComment[]>('/webapi/api/admin/comments?state=waiting');
    return body.filter((comment) => comment.comment_text === text).length;
  };
  const id = await open();
  expect(id).not.toBe('');
  const answers = await Promise.all([send(id, 'Clicked twice'), send(id, 'Clicked twice')]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await stored('Clicked twice')).toBe(1);
  const refused = await send(id, 'Went back and wrote more');
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Went back and wrote more</textarea>');
  const again = /name="form_id" value="([^"]+)"/.exec(refused.text)?.[1] ?? '';
  expect((await send(again, 'Went back and wrote more')).status).toBe(303);
  expect(await stored('Went back and wrote more')).toBe(1);
});

test('a rate limited comment is answered with 429, and the form keeps the text', async () => {
  const reader = new Client(server.url);
  let answer = await submit(reader, 'Once more');
  for (let count = 0; count < 12 && answer.status !== 429; count++)
    answer = await submit(reader, 'Once more');
  expect(answer.status).toBe(429);
  expect(answer.html).toContain('sent a lot of comments in the last few minutes.');
  expect(answer.html).toMatch(/<textarea[^>]*>Once more<\/textarea>/);
});
