import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlToMarkdown } from '../../src/content/markdown/html-to-markdown.ts';
import { markdownToHtml } from '../../src/content/markdown/to-html.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { callAs, newToken, switchOn } from '../support/apps.ts';
import { isDeep, onEachDatabase } from '../support/databases.ts';

const count = isDeep ? 200 : 20;
const words = [
  'tea',
  'boats',
  '*emphasis*',
  '**strong**',
  '`code`',
  '[a link](https://example.org/)',
  'ärger',
  '日本語',
  '&amp;',
  '<b>bold</b>',
];
const word = (seed: number) => words[seed % words.length] ?? '';

/** A document as Markdown, with a block of each kind now and then. */
function markdownOf(index: number): string {
  const sentence = (seed: number) =>
    Array.from({ length: 3 + (seed % 9) }, (_, at) => word(seed * 7 + at * 3)).join(' ');
  const blocks = Array.from({ length: 1 + (index % 5) }, (_, at) => {
    const text = sentence(index + at);
    return (
      [text, `## ${text}`, `> ${text}`, `- ${text}\n- ${sentence(index)}`, '```js\nlet a = 1;\n```'][
        (index + at) % 5
      ] ?? text
    );
  });
  return blocks.join('\n\n');
}

onEachDatabase('the same post', (kind) => {
  let site: ApiSite;
  let token: string;
  let client: Client;
  const invalidated = new Set<string>();

  beforeAll(async () => {
    site = await apiSite(kind);
    const { changed } = site.blog;
    // Cached pages that were invalidated; each post has an id of its own.
    site.blog.changed = (change) => {
      for (const tag of change.touches) invalidated.add(tag.replace(/\d+/g, ''));
      if (change.everyPage) invalidated.add('every page');
      changed(change);
    };
    await switchOn(site);
    token = await newToken(site, 'read', 'draft', 'publish');
    client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${site.url}/mcp`), { requestInit: { headers } }),
    );
  });
  afterAll(async () => {
    await client.close();
    await site.dispose();
  });

  type Written = { title: string; html: string; markdown: string };
  const idAt = async (url: string) =>
    (
      await site.admin.get<Post>(
        `/webapi/api/posts/${new URL(url).pathname.slice('/post/'.length)}/directByTitle`,
      )
    ).body.id;

  /** Each way writes a draft, changes its text and publishes it. */
  const ways: Record<string, (document: Written) => Promise<number>> = {
    async form({ title, html }) {
      const { body } = await site.admin.post<Post>('/webapi/api/posts', {
        post_title: title,
        post_content: '<p>First</p>',
      });
      await site.admin.put(`/webapi/api/posts/${body.id}`, { post_content: html });
      await site.admin.put(`/webapi/api/posts/${body.id}`, { active: true });
      return body.id;
    },
    async api({ title, html }) {
      const call = (method: string, path: string, body: object) =>
        callAs<Post>(site, token, method, `/webapi${path}`, body);
      const { body } = await call('POST', '/api/posts', { post_title: title, post_content: '<p>First</p>' });
      await call('PUT', `/api/posts/${body.id}`, { post_content: html });
      await call('PUT', `/api/posts/${body.id}`, { active: true });
      return body.id;
    },
    async micropub({ title, html }) {
      const send = (body: object) => callAs(site, token, 'POST', '/micropub', body);
      const properties = { name: [title], content: [{ html: '<p>First</p>' }], 'post-status': ['draft'] };
      const url = (await send({ type: ['h-entry'], properties })).headers.get('location') ?? '';
      await send({ action: 'update', url, replace: { content: [{ html }] } });
      await send({ action: 'update', url, replace: { 'post-status': ['published'] } });
      return idAt(url);
    },
    async mcp({ title, markdown }) {
      const call = async (name: string, given: Record<string, unknown>) => {
        const { content } = await client.callTool({ name, arguments: given });
        return JSON.parse((content as { text: string }[])[0]?.text ?? '') as { id: number; version: number };
      };
      const { id, version } = await call('create_draft', { title, content_markdown: 'First' });
      await call('change_draft', { id, version, content_markdown: markdown });
      await call('publish_post', { id });
      return id;
    },
  };

  /** Everything that is stored of a post, without what is its own: ids, dates, and the names of the way. */
  async function storedOf(id: number, way: string) {
    const { db } = site.blog;
    const { search_text, ...row } = await db
      .selectFrom('posts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const revisions = await db
      .selectFrom('revisions')
      .selectAll()
      .where('post_id', '=', id)
      .orderBy('id')
      .execute();
    const activity = await db
      .selectFrom('activity')
      .select(['kind', 'what', 'username'])
      .where('what', 'like', `%${row.post_title}"%`)
      .orderBy('id')
      .execute();
    const text = JSON.stringify(
      { row, revisions, activity, isSearched: search_text.length > 0 },
      (key, value) => (/(^|_)(id|date|group)$/.test(key) ? typeof value : value),
    );
    return text.replaceAll(way, 'WAY').replaceAll(way.toUpperCase(), 'WAY');
  }

  const timeout = count * 3_000;
  test(`${count} documents are the same post, whichever way they are written`, { timeout }, async () => {
    for (let index = 0; index < count; index++) {
      // What the Markdown of a stored text is, so that every way sends the same.
      const markdown = htmlToMarkdown(markdownToHtml(markdownOf(index)).html);
      const { html } = markdownToHtml(markdown);
      const stored: Record<string, string> = {};
      for (const [way, write] of Object.entries(ways)) {
        invalidated.clear();
        const id = await write({ title: `Document ${index} by ${way}`, html, markdown });
        stored[way] = `${[...invalidated].sort()} ${await storedOf(id, way)}`;
      }
      const { form } = stored;
      for (const way of Object.keys(ways)) expect(stored[way], `document ${index} by ${way}`).toBe(form);
    }
  });
});
