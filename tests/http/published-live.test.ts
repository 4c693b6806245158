import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPost } from '../../src/core/posts/write-posts.ts';
import { Client } from '../support/client.ts';
import { startWithJobsHere } from '../support/jobs-here.ts';
import { publishedFolder } from '../support/published-site.ts';
import { startSite, type TestSite } from '../support/site.ts';

let published: Awaited<ReturnType<typeof publishedFolder>>;
let site: TestSite;
let id: number;

beforeAll(async () => {
  published = await publishedFolder();
  site = await startSite({ env: published.env, start: startWithJobsHere });
  ({ id } = await createPost(site.blog, {
    post_title: 'Tea',
    post_content: '<p>About leaves.</p>',
    active: true,
  }));
  const isPublished = () =>
    expect(published.has('post/tea/index.html') && published.has('search/index.html')).toBe(true);
  await vi.waitFor(isPublished, { timeout: 60_000, interval: 100 });
}, 120_000);
afterAll(async () => {
  await site?.dispose();
  await published?.dispose();
});

/** What a browser sends for a page of this origin. */
const from = (origin: string, more: Record<string, string> = {}) => ({
  origin,
  'sec-fetch-site': 'same-site',
  ...more,
});
const send = (path: string, init: RequestInit) =>
  fetch(published.live + path, { redirect: 'manual', ...init });
const sendForm = (fields: Record<string, string>, headers: Record<string, string>) =>
  send('/post/tea', { method: 'POST', headers, body: new URLSearchParams(fields) });
const sendVote = (headers: Record<string, string>) =>
  send(`/webapi/api/vote/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"voteVal":1}',
  });
const counts = async () => (await send(`/webapi/api/counts?ids=${id},999`, {})).json();

test('a published page sends its forms to the server, and has what they say afterwards', async () => {
  const page = await published.read('/post/tea/');
  expect(page).toContain(`data-live="${published.live}"`);
  const actions = [...page.matchAll(/ action="([^"]*)"/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(1);
  for (const action of actions) expect(action).toMatch(new RegExp(`^${published.live}/`));
  for (const result of ['vote-counted', 'voted-before', 'comment-waiting', 'comment-published'])
    expect(page).toContain(`id="${result}"`);
  expect(await published.read('/search/')).toContain(`action="${published.live}/search"`);
});

test('forms without JavaScript lead back to the published page', async () => {
  const vote = await sendForm({ intent: 'vote' }, from(published.url));
  expect([vote.status, vote.headers.get('location')]).toEqual([
    303,
    `${published.url}/post/tea#vote-counted`,
  ]);
  const again = await sendForm({ intent: 'vote' }, from(published.url));
  expect(again.headers.get('location')).toBe(`${published.url}/post/tea#voted-before`);
  const text = 'A comment from a published page.';
  const comment = await sendForm({ intent: 'comment', comment_text: text }, from(published.url));
  expect([comment.status, comment.headers.get('location')]).toEqual([
    303,
    `${published.url}/post/tea#comment-waiting`,
  ]);
  const short = await sendForm({ intent: 'comment', comment_text: 'x' }, from(published.url));
  expect(short.status).toBe(422);
  // The form of the answer is sent to the server and leads elsewhere, which browsers only allow where this does.
  expect(short.headers.get('content-security-policy')).toContain(`form-action 'self' ${published.url};`);
});

test('only the origin of the published pages may call, and cookies of a call are ignored', async () => {
  const owner = new Client(published.live);
  await owner.login();
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await sendVote(from(published.url, { cookie }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(published.url);
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  const queue = await send('/webapi/api/admin/comments?state=waiting', {
    headers: from(published.url, { cookie }),
  });
  expect(queue.status).toBe(401);
  // With the session of the owner it would be published at once.
  const comment = await sendForm(
    { intent: 'comment', comment_text: 'Not by the owner, whatever the browser has.' },
    from(published.url, { cookie }),
  );
  expect(comment.headers.get('location')).toBe(`${published.url}/post/tea#comment-waiting`);
  expect(comment.headers.getSetCookie()).toEqual([]);
  for (const other of ['https://elsewhere.example.org', 'null', `${published.url}0`]) {
    const refused = await sendVote(from(other));
    expect([other, refused.status]).toEqual([other, 403]);
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    expect((await sendForm({ intent: 'vote' }, from(other))).status).toBe(403);
  }
  const preflight = (origin: string) =>
    send(`/webapi/api/vote/${id}`, {
      method: 'OPTIONS',
      headers: from(origin, { 'access-control-request-method': 'POST' }),
    });
  const allowed = await preflight(published.url);
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, published.url]);
  expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type');
  expect((await preflight('https://elsewhere.example.org')).headers.get('access-control-allow-origin')).toBe(
    null,
  );
});

test('numbers are those of public posts', async () => {
  const hidden = await createPost(site.blog, { post_title: 'Draft', active: false });
  expect(await counts()).toEqual([{ id, vote_count: 1, comments_approved: 0 }]);
  const one = await send(`/webapi/api/counts?ids=${id}`, { headers: from(published.url) });
  expect(one.headers.get('access-control-allow-origin')).toBe(published.url);
  expect(await (await send(`/webapi/api/counts?ids=${hidden.id}`, {})).json()).toEqual([]);
  expect((await send('/webapi/api/counts?ids=1;2', {})).status).toBe(400);
});

test('readers find forms and searches at the server, and everything else at the published site', async () => {
  expect(await (await send('/search?q=leaves', {})).text()).toContain('href="/post/tea"');
  expect((await send('/post/tea?comment=1', {})).status).toBe(200);
  for (let time = 0; time < 2; time++) {
    const page = await send('/post/tea', {});
    expect([page.status, page.headers.get('location')]).toEqual([302, `${published.url}/post/tea`]);
  }
});
