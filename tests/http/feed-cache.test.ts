import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

let server: TestSite;
let owner: Client;
let post: Post;

beforeAll(async () => {
  server = await startSite();
  owner = new Client(server.url);
  await owner.login();
  const created = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'Waves',
    post_content: '<p>Up and down.</p>',
    active: true,
  });
  post = created.body;
  const category = await owner.post<{ id: number }>('/webapi/api/admin/cat', { category_path: 'coast' });
  await owner.put(`/webapi/api/admin/cat/${post.id}/${category.body.id}`);
  await owner.post(`/webapi/api/tag/${post.id}/sea`);
});
afterAll(() => server.dispose());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const read = (path: string, accept: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept, ...headers } });
const vary = (response: Response) => (response.headers.get('vary') ?? '').split(/\s*,\s*/).sort();

test.each(['/feed.xml', '/tag/sea/feed.xml', '/filter/coast/feed.xml'])(
  '%s is cached as a page for browsers and as a feed for feed readers',
  async (path) => {
    for (let round = 0; round < 3; round++) {
      for (const [accept, type] of [
        [browser, 'text/html; charset=utf-8'],
        ['*/*', 'application/rss+xml; charset=utf-8'],
        ['application/rss+xml', 'application/rss+xml; charset=utf-8'],
        ['text/html', 'text/html; charset=utf-8'],
      ] as const) {
        const response = await read(path, accept);
        expect([response.status, response.headers.get('content-type')], accept).toEqual([200, type]);
        expect(vary(response), accept).toEqual(['accept', 'accept-encoding']);
        expect(await response.text()).toContain('Waves');
        // The ETag of one representation must not match the other.
        const etag = response.headers.get('etag') ?? '';
        const again = await read(path, accept, { 'if-none-match': etag });
        expect([again.status, vary(again)], accept).toEqual([304, ['accept', 'accept-encoding']]);
        const other = await read(path, type.startsWith('text') ? '*/*' : browser, { 'if-none-match': etag });
        expect(other.status, accept).toBe(200);
      }
    }
  },
);

test('both representations show a change at once', async () => {
  for (const accept of [browser, '*/*']) await (await read('/feed.xml', accept)).text();
  await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'Tides' });
  for (const accept of [browser, '*/*', browser, '*/*'])
    expect(await (await read('/feed.xml', accept)).text(), accept).toContain('Tides');
  await owner.put(`/webapi/api/posts/${post.id}`, { post_title: 'Waves' });
});
