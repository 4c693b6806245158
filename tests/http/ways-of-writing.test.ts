import type { Client as Assistant } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markdownToHtml } from '../../src/content/markdown/to-html.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { assistantOf, callAs, newToken, switchOn } from '../support/apps.ts';
import { isDeep, onEachDatabase } from '../support/databases.ts';

const documents = isDeep ? 200 : 20;

/** What a person types, in Markdown. */
type Document = { title: string; markdown: string; description: string; names: string[] };

const words = fc.lorem({ maxCount: 6 });
const inline = fc.oneof(
  words,
  fc.constantFrom(
    '*emphasis*',
    '**bold** and `code`',
    '[a link](https://example.org/?a=1&b=2)',
    'Straße — “quoted” 雪 😀',
    '5 < 6 & 7 > 4',
    '<b onclick="alert(1)">raw</b> <script>alert(1)</script>',
    '[no link](javascript:alert(1))',
    '~~gone~~',
    'a \\* star',
  ),
);
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const block = fc.oneof(
  { weight: 4, arbitrary: line },
  { weight: 1, arbitrary: line.map((text) => `## ${text}`) },
  { weight: 1, arbitrary: line.map((text) => `> ${text}`) },
  {
    weight: 1,
    arbitrary: fc.array(line, { minLength: 1, maxLength: 4 }).map((items) => `- ${items.join('\n- ')}`),
  },
  {
    weight: 1,
    arbitrary: fc.array(line, { minLength: 2, maxLength: 3 }).map((items) => `1. ${items.join('\n2. ')}`),
  },
  { weight: 1, arbitrary: fc.constant('```js\nconst a = 1 < 2;\n```') },
  { weight: 1, arbitrary: fc.constant('| a | b |\n|---|---|\n| 1 | *2* |') },
  { weight: 1, arbitrary: fc.constant('---') },
);
const document: fc.Arbitrary<Document> = fc.record({
  title: line.map((text) => text.replace(/<[^>]*>/g, '').slice(0, 200)),
  markdown: fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join('\n\n')),
  description: fc.oneof(fc.constant(''), words),
  names: fc.subarray(['Travel', 'tea', 'long walks', 'Snow']),
});

type Way = {
  draft(given: Document): Promise<number>;
  append(id: number, given: Document): Promise<unknown>;
  publish(id: number): Promise<unknown>;
};
/** What is written in a second step. */
const ending = '\n\nThe *end*.';

onEachDatabase('ways of writing', (kind) => {
  let site: ApiSite;
  let assistant: Assistant;
  let ways: Record<string, Way>;

  beforeAll(async () => {
    site = await apiSite(kind);
    await switchOn(site);
    const { body: travel } = await site.admin.post<{ id: number }>('/webapi/api/admin/cat', {
      category_path: 'travel',
      title: 'Travel',
    });
    const token = await newToken(site, 'read', 'draft', 'publish');
    assistant = await assistantOf(site, 'read', 'draft', 'publish');
    const fields = ({ title, markdown, description, names }: Document) => ({
      post_title: title,
      post_content: markdownToHtml(markdown).html,
      meta_description: description,
      category_id: names.includes('Travel') ? travel.id : null,
      tags: names.filter((name) => name !== 'Travel').map((name) => name.toLowerCase().replace(' ', '')),
    });
    const longer = ({ markdown }: Document) => ({ post_content: markdownToHtml(markdown + ending).html });
    const use = async (name: string, given: Record<string, unknown>): Promise<{ id: number }> => {
      const { isError, content } = await assistant.callTool({ name, arguments: given });
      const [{ text = '' } = {}] = content as { text?: string }[];
      if (isError) throw new Error(text);
      return JSON.parse(text);
    };
    const micropub = async (body: object) => {
      const { status, headers } = await callAs(site, token, 'POST', '/micropub', body);
      expect(status).toBeLessThan(300);
      return headers.get('location') ?? '';
    };
    const update = async (id: number, replace: object) => {
      const { body } = await site.admin.get<Post>(`/webapi/api/posts/${id}/direct`);
      const url = `${site.blog.siteUrl()}/post/${body.post_title_web}`;
      return micropub({ action: 'update', url, replace });
    };
    const titleAt = (url: string) => decodeURIComponent(new URL(url).pathname).replace('/post/', '');
    let written = 0;
    ways = {
      form: {
        draft: async (given) => (await site.createPost({ ...fields(given), active: false })).id,
        append: (id, given) => site.admin.put(`/webapi/api/posts/${id}`, longer(given)),
        publish: (id) => site.admin.put(`/webapi/api/posts/${id}`, { active: true }),
      },
      api: {
        draft: async (given) => {
          const { body } = await callAs<Post>(site, token, 'POST', '/webapi/api/posts', fields(given));
          return body.id;
        },
        append: (id, given) => callAs(site, token, 'PUT', `/webapi/api/posts/${id}`, longer(given)),
        publish: (id) => callAs(site, token, 'PUT', `/webapi/api/posts/${id}`, { active: true }),
      },
      micropub: {
        draft: async ({ title, markdown, description, names }) => {
          // Apps send Markdown as plain text, or HTML.
          const content = written++ % 2 ? markdown : { html: markdownToHtml(markdown).html };
          const properties = {
            name: [title],
            content: [content],
            summary: [description],
            category: names,
            'post-status': ['draft'],
          };
          const url = await micropub({ type: ['h-entry'], properties });
          const { body } = await site.admin.get<Post>(`/webapi/api/posts/${titleAt(url)}/directByTitle`);
          return body.id;
        },
        append: (id, given) => update(id, { content: [{ html: longer(given).post_content }] }),
        publish: (id) => update(id, { 'post-status': ['published'] }),
      },
      mcp: {
        draft: async ({ title, markdown, description, names }) =>
          (
            await use('create_draft', {
              title,
              content_markdown: markdown,
              description,
              categories: names,
            })
          ).id,
        append: async (id, { markdown }) => {
          const { body } = await site.admin.get<Post>(`/webapi/api/posts/${id}/direct`);
          await use('change_draft', { id, version: body.version, content_markdown: markdown + ending });
        },
        publish: (id) => use('publish_post', { id }),
      },
    };
  });
  afterAll(async () => {
    await assistant.close();
    await site.dispose();
  });

  /** What is stored of a post, without what differs between two posts of the same text: ids, times, URLs and who wrote it. */
  async function stored(id: number) {
    const { db } = site.blog;
    const differing = new Set([
      'id',
      'post_id',
      'post_title_web',
      // Contains the web title.
      'search_text',
      'post_date',
      'first_active_date',
      'update_date',
      'written_date',
      'written_by',
    ]);
    const plain = (rows: readonly object[]) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !differing.has(name))));
    return {
      posts: plain(await db.selectFrom('posts').selectAll().where('id', '=', id).execute()),
      revisions: plain(await db.selectFrom('revisions').selectAll().where('post_id', '=', id).execute()),
      tags: await db
        .selectFrom('post_tags')
        .select('tag_id')
        .where('post_id', '=', id)
        .orderBy('tag_id')
        .execute(),
      lists: await db
        .selectFrom('listings')
        .select(['kind', 'name'])
        .where('post_id', '=', id)
        .orderBy('kind')
        .orderBy('name')
        .execute(),
    };
  }

  const activitySince = async (last: number) =>
    (
      await site.blog.db
        .selectFrom('activity')
        .select(['id', 'kind', 'what'])
        .where('id', '>', last)
        .orderBy('id')
        .execute()
    ).map(({ kind: of, what }) => [of, what]);
  const lastActivity = async () =>
    Number(
      (
        await site.blog.db
          .selectFrom('activity')
          .select((eb) => eb.fn.max('id').as('id'))
          .executeTakeFirst()
      )?.id,
    );
  const read = async (at: string) => (await fetch(site.url + at)).text();
  const lists = ['/', '/feed.xml', '/archive'];

  test(`${documents} documents are the same post, however they are written`, {
    timeout: 1_200_000,
  }, async () => {
    for (const [number, given] of fc.sample(document, { seed: 45, numRuns: documents }).entries()) {
      const results = [];
      for (const [way, { draft, append, publish }] of Object.entries(ways)) {
        const last = await lastActivity();
        const id = await draft(given);
        await append(id, given);
        const before = await Promise.all(lists.map(read));
        await publish(id);
        const after = await Promise.all(lists.map(read));
        const changed = lists.filter((_, index) => before[index] !== after[index]);
        results.push([way, { ...(await stored(id)), activity: await activitySince(last), changed }] as const);
      }
      const [[, first] = []] = results;
      for (const [way, result] of results) expect([number, way, result]).toEqual([number, way, first]);
      expect(first?.changed).toEqual(lists);
    }
    expect(site.errors).toEqual([]);
  });
});
