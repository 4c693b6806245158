import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Comment } from '../../src/core/comments/api/comments.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { createImport, importOf } from '../../src/features/import/imports.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import { redirectsTag } from '../../src/platform/http/cache/reads.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { type ApiSite, apiSite } from '../support/api-site.ts';
import { onEachDatabase } from '../support/databases.ts';
import { samples } from '../support/import-sample.ts';
import { admin } from '../support/memory-blog.ts';

onEachDatabase('an import of WordPress', (kind) => {
  let site: ApiSite;
  let id = 0;
  beforeAll(async () => {
    site = await apiSite(kind);
    id = await imported('wordpress/version-1.2.xml');
  });
  afterAll(() => site.dispose());

  const imported = async (name: string) => {
    const file = { path: path.join(samples, name), name: path.basename(name) };
    const created = await createImport(site.blog, admin, file, false);
    // The server may have begun it by itself.
    await vi.waitFor(
      async () => {
        await runDueJobs(site.blog, new AbortController().signal, jobKinds);
        expect((await importOf(site.blog, created.id)).state).toBe('done');
      },
      { timeout: 60_000, interval: 200 },
    );
    site.blog.changed({ touches: [redirectsTag] });
    return created.id;
  };
  const answer = async (address: string) => {
    const response = await fetch(site.url + address, { redirect: 'manual' });
    await response.arrayBuffer();
    return `${response.status} ${response.headers.get('location') ?? ''}`.trim();
  };

  test('accounts for every item, and the counts match', async () => {
    const { state, counts, problems } = await importOf(site.blog, id);
    expect({ state, problems }).toEqual({ state: 'done', problems: [] });
    const compared = counts.filter(({ expected }) => expected !== null);
    expect(compared.map(({ source_kind }) => source_kind).toSorted()).toEqual(
      'attachment author category comment nav_menu_item page post revision tag talk term wp_block'.split(' '),
    );
    for (const { source_kind, imported: whole, remark, left_out, expected } of compared)
      expect({ source_kind, sum: whole + remark + left_out }).toEqual({ source_kind, sum: expected });
  });

  test('brings posts with categories, tags, comments and threads', async () => {
    const { body } = await site.admin.get<Post>('/webapi/api/posts/tea/directByTitle');
    expect(body).toMatchObject({
      post_title: 'Tea & cake',
      post_date: '2010-04-03T10:00:00.000Z',
      active: 1,
    });
    expect(body.tags.map((tag) => tag.display_name)).toEqual(['C++']);
    expect(body.post_content).toContain('<p>One<br>');
    const { body: comments } = await site.admin.get<Comment[]>(`/webapi/api/posts/comment/all/${body.id}`);
    const names = new Map(comments.map((comment) => [comment.id, comment.comment_text]));
    expect(
      comments.map((one) => [
        one.comment_text.slice(0, 6),
        names.get(one.parent_id ?? 0),
        one.source,
        one.approved,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['A link', undefined, 'import', true],
        ['Thanks', 'A link (https://example.org/x) & more.\n\nSecond', 'import', true],
        ['Reply ', 'Thanks', 'import', true],
        ['[...] ', undefined, 'pingback', true],
        ['May I?', undefined, 'import', false],
      ]),
    );
    expect(comments).toHaveLength(6);
  });

  test.each([
    ['/2010/04/03/tea/', '301 /post/tea'],
    ['/2010/04/03/tea', '301 /post/tea'],
    ['/?p=101', '301 /post/tea'],
    ['/?page_id=103', '301 /about/team'],
    ['/category/travel/', '301 /filter/travel'],
    ['/?cat=3', '301 /filter/travel'],
    ['/category/travel/feed/', '301 /filter/travel/feed.xml'],
    ['/feed/', '301 /feed.xml'],
    ['/?feed=rss2', '301 /feed.xml'],
    ['/comments/feed/', '410'],
  ])('%s answers %s', async (address, expected) => {
    expect(await answer(address)).toBe(expected);
  });

  test('a second import changes nothing', async () => {
    const before = (await site.admin.get<Post[]>('/webapi/api/admin/posts')).body.length;
    await imported('wordpress/version-1.2.xml');
    expect((await site.admin.get<Post[]>('/webapi/api/admin/posts')).body).toHaveLength(before);
  });

  test('files that are not well-formed and those of Squarespace arrive too', async () => {
    await imported('wordpress/malformed-1.0.xml');
    await imported('squarespace.xml');
    expect(await answer('/blog/?p=9')).toMatch(/^301 \/post\//);
    expect(await answer('/blog/feed/')).toBe('301 /feed.xml');
    expect(await answer('/journal/a-visit')).toBe('301 /post/a-visit');
  });
});
