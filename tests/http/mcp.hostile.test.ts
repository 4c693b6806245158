import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scope, scopes } from '../../src/platform/http/scopes.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { assistantOf, switchOn } from '../support/apps.ts';
import { onEachDatabase } from '../support/databases.ts';

const calls = 500;

onEachDatabase('random calls of two assistants at once', (kind) => {
  let site: ApiSite;
  const open: Client[] = [];
  beforeAll(async () => {
    site = await apiSite(kind);
    await switchOn(site);
  });
  afterAll(async () => {
    for (const client of open) await client.close();
    await site.dispose();
  });

  async function assistant(...granted: Scope[]): Promise<Client> {
    const client = await assistantOf(site, ...granted);
    open.push(client);
    return client;
  }

  test('1,000 calls: each is answered, none fails in the server, and none does what its token may not', {
    timeout: 600_000,
  }, async () => {
    const post = await site.createPost({ post_title: 'Published' });
    const id = fc.oneof(
      fc.constant(post.id),
      fc.constantFrom<unknown>(0, -1, 1e300, 2 ** 31, '1; drop table posts', null, [1], {}),
      fc.integer({ min: 1, max: 40 }),
    );
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom<unknown>(
        '<script>alert(1)</script>',
        '[x](javascript:alert(1))',
        '\u0000\ud800',
        '../../etc/passwd',
        "'; drop table posts; --",
        'x'.repeat(100_000),
        '> '.repeat(5_000),
        '['.repeat(5_000),
        '\u202e',
        7,
        null,
        { toString: 'x' },
      ),
    );
    const words = fc.oneof(
      { weight: 5, arbitrary: fc.lorem({ maxCount: 5 }) },
      { weight: 1, arbitrary: odd },
    );
    /** Mostly a value that is allowed. */
    const mostly = (allowed: fc.Arbitrary<unknown>) =>
      fc.oneof({ weight: 7, arbitrary: allowed }, { weight: 1, arbitrary: odd });
    const given = fc.record(
      {
        id,
        post_id: id,
        ids: mostly(fc.array(id, { maxLength: 5 })),
        version: mostly(fc.integer({ min: -1, max: 5 })),
        title: words,
        content_markdown: words,
        description: words,
        categories: mostly(fc.array(words, { maxLength: 3 })),
        language: mostly(fc.constantFrom('de', 'ar')),
        search: words,
        status: mostly(fc.constantFrom('draft', 'active', 'scheduled')),
        state: mostly(fc.constantFrom('waiting', 'approved', 'spam')),
        action: mostly(fc.constantFrom('approve', 'unapprove', 'spam')),
        limit: mostly(fc.integer({ min: -1, max: 60 })),
        offset: mostly(fc.integer({ min: -1, max: 60 })),
        at: words,
        data_base64: mostly(fc.base64String({ maxLength: 400 })),
        alt: words,
        days: mostly(fc.constantFrom('7', '30')),
      },
      { requiredKeys: ['id', 'version', 'ids', 'action', 'alt', 'data_base64'] },
    );
    const tooMany = fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'post_content', 'active') },
    );
    const writer = await assistant(...scopes.filter((scope) => scope !== 'publish'));
    const { tools } = await writer.listTools();
    const names = tools.map(({ name }) => name);
    /** A tool refuses arguments that it does not know, so most calls have only those that it does. */
    const known = new Map(
      tools.map((tool) => [tool.name, new Set(Object.keys(tool.inputSchema.properties ?? {}))]),
    );
    const argumentsOf = (tool: string, all: Record<string, unknown>, extra: string | null) => ({
      ...Object.fromEntries(Object.entries(all).filter(([key]) => known.get(tool)?.has(key) ?? true)),
      ...(extra !== null && { [extra]: 'x' }),
    });
    const reader = await assistant('read');
    const name = fc.constantFrom(...names, ...names, 'publish_post', '__proto__', '', 'toString');

    const answers = { done: 0, refused: 0 };
    const callAll = async (client: Client, seed: number) => {
      const sample = fc.tuple(name, given, tooMany);
      for (const [tool, all, extra] of fc.sample(sample, { seed, numRuns: calls })) {
        try {
          const { isError } = await client.callTool({
            name: tool,
            arguments: argumentsOf(tool, all, extra),
          });
          answers[isError ? 'refused' : 'done']++;
        } catch {
          // An unknown tool is an error of the protocol.
          answers.refused++;
        }
      }
    };
    await Promise.all([callAll(writer, 1), callAll(reader, 2)]);
    expect(answers.done + answers.refused).toBe(2 * calls);
    expect(answers.done).toBeGreaterThan(100);
    expect(site.errors).toEqual([]);
    const { db } = site.blog;
    const published = await db.selectFrom('posts').select('id').where('active', '=', 1).execute();
    expect(published).toEqual([{ id: post.id }]);
    const { body } = await site.admin.get(`/webapi/api/posts/${post.id}/direct`);
    expect(body).toMatchObject({ post_title: 'Published', version: post.version });
    const stored = await db.selectFrom('posts').select(['post_content', 'post_title']).execute();
    expect(stored.filter(({ post_content }) => /<script|javascript:/i.test(post_content))).toEqual([]);
    expect((await reader.listTools()).tools).toHaveLength(3);
  });
});
