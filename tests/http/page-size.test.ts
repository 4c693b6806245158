import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { startSite, type TestSite } from '../support/site.ts';

/**
 * Compares the size of a page with that of its content, which is all that a reader without JavaScript sees. The markers
 * and props of islands may add at most a tenth.
 */
let server: TestSite;
let owner: Client;

beforeAll(async () => {
  server = await startSite();
  owner = new Client(server.url);
  await owner.login();
});
afterAll(() => server.dispose());

const compressed = (html: string): number =>
  brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
const withoutData = (html: string): string => html.replaceAll(/<div class="island"[^>]*>/g, '<div>');

const words =
  'harbour lantern gravel thimble orchard whistle ferry marble saddle pepper window copper basket thunder velvet anchor'.split(
    ' ',
  );
const sentence = (start: number): string =>
  Array.from({ length: 14 }, (_, at) => words[(start * 5 + at * (1 + (start % 7))) % words.length]).join(' ');
const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<p>${sentence(at)}, number ${at * at}.</p>`).join('');

test.each([
  ['a short post', 1, 0],
  ['a usual post', 12, 4],
  ['a long post', 80, 0],
  ['a post with many comments', 12, 60],
])('%s adds less than a tenth to its content', async (title, count, comments) => {
  const { body } = await owner.post<{ id: number; post_title_web: string }>('/webapi/api/posts', {
    post_title: title,
    post_content: paragraphs(count),
    active: true,
  });
  for (let at = 0; at < comments; at++)
    await owner.post(`/webapi/api/posts/comment/${body.id}`, { comment_text: `${sentence(at + 3)} ${at}` });
  const page = await (await fetch(`${server.url}/post/${body.post_title_web}`)).text();
  expect(withoutData(page).length).toBeLessThan(page.length);
  expect(compressed(page) / compressed(withoutData(page))).toBeLessThan(1.1);
});
