import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueuedComment } from '../../src/contract/comments.ts';
import type { Post } from '../../src/contract/posts.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Comments of people without scripts, through the form of the page. */
let server: RunningServer;
let owner: Client;
let address: string;

beforeAll(async () => {
  server = await startServer();
  owner = new Client(server.url);
  await owner.login();
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'A plain form',
    post_content: '<p>Words.</p>',
    active: true,
  });
  address = `/post/${body.post_title_web}`;
});
afterAll(() => server.dispose());

const sent = async (client: Client, text: string) => {
  const form = new URLSearchParams({ intent: 'comment', comment_text: text, user_name: 'Tern', website: '' });
  const { status, text: html } = await client.post(address, form, { token: false });
  return { status, html };
};
const reasons = async (text: string) => {
  const { body } = await owner.get<QueuedComment[]>('/webapi/api/admin/comments?state=waiting');
  return body.find((comment) => comment.comment_text === text)?.reasons;
};

test('pages that everybody shares give no cookie; the page with the form is made for one reader', async () => {
  const shared = await new Client(server.url).get(address);
  expect(shared.headers.get('set-cookie')).toBeNull();
  expect(shared.headers.get('cache-control')).toBe('public, no-cache');
  const reader = new Client(server.url);
  const form = await reader.get(`${address}?comment=1`);
  expect(form.headers.get('cache-control')).toBe('private, no-store');
  expect(form.headers.get('etag')).toBeNull();
  const first = reader.cookies.get('visitor');
  expect(first).toMatch(/^[0-9a-f]{36}-[0-9a-z]{8}-[\w-]{16}$/);
  await reader.get(`${address}?comment=1`);
  expect(reader.cookies.get('visitor')).toBe(first);
});

test('haste is told from patience, and never refused', async () => {
  const hasty = new Client(server.url);
  await hasty.get(`${address}?comment=1`);
  expect((await sent(hasty, 'Pasted in a moment')).status).toBe(303);
  expect(await reasons('Pasted in a moment')).toEqual([
    expect.stringMatching(/^sent [012] seconds? after the page was opened$/),
  ]);
  const came = Number.parseInt(hasty.cookies.get('visitor')?.split('-')[1] ?? '', 36);
  await expect.poll(() => Date.now() - came, { timeout: 10_000 }).toBeGreaterThan(3000);
  expect((await sent(hasty, 'Written with care')).status).toBe(303);
  expect(await reasons('Written with care')).toEqual([]);

  expect((await sent(new Client(server.url), 'By a machine, perhaps')).status).toBe(303);
  expect(await reasons('By a machine, perhaps')).toEqual(['sent without opening the page']);
});

test('above the limit the person gets the text back', async () => {
  const reader = new Client(server.url);
  let answer = await sent(reader, 'Once more');
  for (let count = 0; count < 12 && answer.status !== 429; count++) answer = await sent(reader, 'Once more');
  expect(answer.status).toBe(429);
  expect(answer.html).toContain('sent a lot of comments in the last few minutes.');
  expect(answer.html).toMatch(/<textarea[^>]*>Once more<\/textarea>/);
});
