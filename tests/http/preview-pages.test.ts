import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { SharedPreview } from '../../src/core/posts/api/writing.ts';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

let server: TestSite;
let token: string;
beforeAll(async () => {
  server = await startSite({ env: { LOG_LEVEL: 'info' } });
  const owner = new Client(server.url);
  await owner.login();
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
