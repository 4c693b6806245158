import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { SharedPreview } from '../../src/core/posts/api/writing.ts';
import type { OwnRemark } from '../../src/core/writing/api.ts';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

let server: TestSite;
let token: string;
let signedIn: Client;
beforeAll(async () => {
  server = await startSite({ env: { LOG_LEVEL: 'info' } });
  const owner = new Client(server.url);
  await owner.login();
  signedIn = owner;
  const { body: post } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'Almost',
    post_content: '<p>Nearly there.</p>',
  });
  const shared = await owner.post<SharedPreview>(`/webapi/api/admin/posts/${post.id}/previews`, {});
  token = shared.body.url.split('/preview/')[1] ?? '';
});
afterAll(() => server.dispose());

test('a preview page is neither cached nor indexed, whether it exists or not', async () => {
  for (const [path, status] of [
    [`/preview/${token}`, 200],
    [`/preview/${'x'.repeat(43)}`, 404],
  ] as const) {
    const answer = await fetch(server.url + path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(answer.headers.get('etag')).toBeNull();
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html.includes('Nearly there.')).toBe(status === 200);
    expect(html).not.toContain('/post/almost');
  }
});

test('the log does not contain the token of a preview link', async () => {
  await fetch(`${server.url}/webapi/api/previews/${token}`);
  await fetch(`${server.url}/preview/${token}/`, { redirect: 'manual' });
  await expect.poll(() => server.output()).toContain('/preview/…');
  await expect.poll(() => server.output()).toContain('/webapi/api/previews/…');
  expect(server.output()).not.toContain(token);
});

describe('remarks under a preview link', () => {
  const share = async (id: number, remarks: boolean) => {
    const path = `/webapi/api/admin/posts/${id}/previews`;
    const { body } = await signedIn.post<SharedPreview>(path, { remarks });
    return { ...body, path: `/preview/${body.url.split('/preview/')[1]}` };
  };
  const newPost = async () =>
    (
      await signedIn.post<Post>('/webapi/api/posts', {
        post_title: `Asked ${crypto.randomUUID()}`,
        post_content: '<p>The <em>train</em> leaves at nine.</p><p>Tea is served.</p>',
      })
    ).body;
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: server.url, ...headers },
      redirect: 'manual',
    });
  const remarksOf = async (id: number) =>
    (await signedIn.get<OwnRemark[]>(`/webapi/api/admin/posts/${id}/remarks`)).body;
  const html = async (path: string) => (await fetch(server.url + path)).text();

  test('are sent by a form for a paragraph or a passage, answered under the link, and nowhere else', async () => {
    const post = await newPost();
    const [link, other] = [await share(post.id, true), await share(post.id, true)];
    const [, key = ''] = (await html(link.path)).match(/<option value="([\w-]+)">2\. /) ?? [];
    const sent = await send(link.path, { name: '<b>Ann</b>', paragraph: key, wording: 'Tea & cake.' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${link.path}?sent=1#remarks`]);
    const twice = { quote: 'leaves at nine', remark: '<script>alert(1)</script>' };
    await Promise.all([send(link.path, twice), send(link.path, twice)]);
    const [first, second, third] = await remarksOf(post.id);
    expect(third).toBeUndefined();
    expect(first).toMatchObject({ name: '<b>Ann</b>', paragraph: 'Tea is served.', proposal: 'Tea & cake.' });
    expect(second).toMatchObject({ paragraph: 'The train leaves at nine.', quote: 'leaves at nine' });
    const path = `/webapi/api/admin/posts/${post.id}/remarks/${first?.id}`;
    await signedIn.put(path, { answer: 'Good idea', resolved: true });
    const page = await html(link.path);
    for (const part of ['&lt;b&gt;Ann&lt;/b&gt;', '&lt;script&gt;alert', 'Good idea'])
      expect(page).toContain(part);
    expect(page).not.toContain('<b>Ann');
    expect(await html(other.path)).not.toContain('Good idea');
    const elsewhere = `/webapi/api/admin/posts/${(await newPost()).id}/remarks/${first?.id}`;
    expect((await signedIn.put(elsewhere, { answer: 'x', resolved: false })).status).toBe(404);
  });

  test('are refused without a valid link, from other sites, and when they are empty or too long', async () => {
    const post = await newPost();
    const [link, silent, ended] = [
      await share(post.id, true),
      await share(post.id, false),
      await share(post.id, true),
    ];
    await signedIn.delete(`/webapi/api/admin/posts/${post.id}/previews/${ended.id}`);
    const statuses = async (path: string, fields: Record<string, string>) =>
      (await send(path, fields)).status;
    const remark = 'A fair remark';
    expect(await statuses(`/preview/${'x'.repeat(43)}`, { remark })).toBe(404);
    expect(await statuses(silent.path, { remark })).toBe(404);
    expect(await statuses(ended.path, { remark })).toBe(404);
    expect(await html(silent.path)).not.toContain('id="remarks"');
    expect((await send(link.path, { remark }, { origin: 'https://other.example.org' })).status).toBe(403);
    const empty = await send(link.path, { remark: ' '.repeat(15_000) });
    expect(empty.status).toBe(422);
    // Where the page opens: on a phone the end of the form is far below.
    expect(await empty.text()).toMatch(/role="alert">[^<]+<.*class="comment-form/s);
    expect(await statuses(link.path, { remark: 'x'.repeat(100_000) })).toBe(413);
    expect(await statuses(link.path, { remark: 'x'.repeat(3001) })).toBe(422);
    expect(await statuses(link.path, { remark, name: 'x'.repeat(51) })).toBe(422);
    expect(await statuses(link.path, { wording: 'The train leaves at nine.', quote: 'no such words' })).toBe(
      303,
    );
    expect(await remarksOf(post.id)).toMatchObject([{ paragraph: '', remark: 'The train leaves at nine.' }]);
    expect((await fetch(`${server.url}/webapi/api/admin/posts/${post.id}/remarks`)).status).toBe(401);
    await signedIn.put(`/webapi/api/posts/status/${post.id}/1`, {});
    expect(await statuses(link.path, { remark })).toBe(404);
  });

  test('have the rate limit of comments', async () => {
    const link = await share((await newPost()).id, true);
    const answers: number[] = [];
    for (let sent = 0; sent < 12; sent++)
      answers.push((await send(link.path, { remark: `No ${sent}` })).status);
    expect(answers.at(-1)).toBe(429);
  });
});
