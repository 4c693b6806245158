import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { firstAdministrator } from '../../src/core/accounts/sign-in/first-administrator.ts';
import { addComment, editComment } from '../../src/core/comments/comments.ts';
import { deleteExpiredComments, restoreComments } from '../../src/core/comments/moderation.ts';
import { newDraft } from '../../src/core/posts/api/writing.ts';
import { emptyBin } from '../../src/core/posts/bin/bin.ts';
import { restoreItems } from '../../src/core/posts/bin/restore.ts';
import { changePost, createPost } from '../../src/core/posts/write-posts.ts';
import { draftById, keepDraft } from '../../src/core/writing/drafts.ts';
import {
  createImport,
  importItems,
  importOf,
  startImport,
  undoImport,
} from '../../src/features/import/imports.ts';
import type { CommentItem, PostItem, SourceItem } from '../../src/features/import/items.ts';
import { importJob } from '../../src/features/import/run-import.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { siteTables } from '../../src/platform/db/catalog.ts';
import { dialectOf } from '../../src/platform/db/dialect.ts';
import { checksumOf } from '../../src/platform/db/table-rows.ts';
import type { JobKinds } from '../../src/platform/jobs/kinds.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { generatedBlog, itemLines, writeLines } from '../support/item-lines.ts';
import { admin } from '../support/memory-blog.ts';
import { adminPassword } from '../support/server.ts';

const kinds: JobKinds = {
  ...jobKinds,
  import: { load: async () => importJob(async () => itemLines), group: 'import' },
};
const never = new AbortController().signal;
/** What an import leaves behind on purpose, and what is no content. */
const notContent = new Set(['imports', 'import_items', 'import_created', 'jobs', 'activity', 'attempts']);

onEachDatabase('imports', (kind) => {
  let temporary: TemporaryDatabase;
  let blog: Blog;
  let folder: string;

  beforeEach(async () => {
    temporary = await migratedDatabase(kind);
    folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-source-'));
    const { dataDir, databaseUrl } = temporary.config;
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' });
    ({ blog } = await openBlog(config, createLog('silent')));
  });
  afterEach(async () => {
    await blog.db.destroy();
    await temporary.dispose();
    await rm(folder, { recursive: true });
  });

  const source = async (items: Iterable<SourceItem>, name = 'blog.jsonl') => {
    const file = path.join(folder, name);
    await writeLines(file, items);
    return { path: file, name };
  };
  const run = () => runDueJobs(blog, never, kinds);
  const imported = async (items: Iterable<SourceItem>, isDryRun = false) => {
    const { id } = await createImport(blog, admin, await source(items), isDryRun);
    await run();
    return importOf(blog, id);
  };
  const checksums = async () => {
    const sums: Record<string, string> = {};
    for (const table of await siteTables(blog.db, dialectOf(blog.db)))
      if (!notContent.has(table.name)) sums[table.name] = (await checksumOf(blog.db, table)).sum;
    return sums;
  };
  const count = async (table: 'posts' | 'comments' | 'redirects') =>
    (
      await blog.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const report = async (id: number, filter = {}) =>
    (await importItems(blog, id, filter, { limit: 100, offset: 0 })).items;
  const post = (values: Partial<PostItem> = {}): PostItem => ({
    kind: 'post',
    key: 'p1',
    sourceKind: 'post',
    label: 'Tea',
    title: 'Tea',
    html: '<p>Words.</p>',
    date: '2010-04-03T10:00:00.000Z',
    status: 'public',
    ...values,
  });
  const comment = (values: Partial<CommentItem> = {}): CommentItem => ({
    kind: 'comment',
    key: 'c1',
    sourceKind: 'comment',
    label: 'Lovely',
    post: { key: 'p1' },
    name: 'Reader',
    text: 'Lovely words.',
    date: '2010-04-04T10:00:00.000Z',
    approved: true,
    source: 'comment',
    ...values,
  });
  const stored = () => blog.db.selectFrom('posts').selectAll().orderBy('id').execute();

  test('accounts for every item and compares the sums', async () => {
    const result = await imported(generatedBlog({ posts: 30, comments: 60 }));
    expect(result).toMatchObject({ state: 'done', problems: [], error: null, format: 'item-lines' });
    const by = Object.fromEntries(result.counts.map((each) => [each.source_kind, each]));
    expect(by.post).toMatchObject({ expected: 30, imported: 30, remark: 0, left_out: 0 });
    expect(by.comment).toMatchObject({ expected: 60, imported: 60 });
    expect(by.nav_menu_item).toMatchObject({ expected: 1, left_out: 1 });
    expect(await count('posts')).toBe(30);
    expect(await count('comments')).toBe(60);
    const [first] = await report(result.id, { kind: 'post' });
    expect(first?.url).toBe('/post/post-0');
    const replies = await blog.db
      .selectFrom('comments')
      .select('id')
      .where('parent_id', 'is not', null)
      .execute();
    expect(replies.length).toBeGreaterThan(5);
    const log = await blog.db.selectFrom('activity').select('what').execute();
    expect(log.filter(({ what }) => what.startsWith('Imported'))).toHaveLength(1);
  });

  test('says in the report when the source has more than was read', async () => {
    const reader = { ...itemLines, count: async () => new Map([['post', 3]]) };
    const { id } = await createImport(blog, admin, await source([post()]), false);
    await runDueJobs(blog, never, { import: { load: async () => importJob(async () => reader) } });
    const { problems } = await importOf(blog, id);
    expect(problems).toEqual(['A plain count of the source finds 3 of "post", but the import has read 1.']);
  });

  test('importing the same source again changes nothing, and a later one adds what is new', async () => {
    await imported(generatedBlog({ posts: 10, comments: 20 }));
    const before = await checksums();
    const again = await imported(generatedBlog({ posts: 10, comments: 20 }));
    expect(again).toMatchObject({ state: 'done', problems: [] });
    expect(await checksums()).toEqual(before);
    expect(await report(again.id, { kind: 'post', outcome: 'imported' })).toEqual([]);

    await imported(generatedBlog({ posts: 12, comments: 24 }));
    expect(await count('posts')).toBe(12);
    expect(await count('comments')).toBe(24);
  });

  test('undo leaves every table as it was once the bin is emptied', async () => {
    const own = await createPost(blog, {
      post_title: 'Own',
      post_content: '<p>Mine.</p>',
      active: true,
      tags: ['tea'],
    });
    const { id: tag_id } = await blog.db
      .insertInto('tags')
      .values({ tag_name: 'c', display_name: 'C++', name_key: 'c++' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await blog.db.insertInto('post_tags').values({ post_id: own.id, tag_id }).execute();
    const before = await checksums();
    const { id } = await imported([
      ...generatedBlog({ posts: 25, comments: 50 }),
      comment({ key: 'foreign', post: { address: `/post/${own.post_title_web}` } }),
      post({ key: 'de', label: 'de', language: 'de', translations: 'x', tags: [{ name: 'Tea' }] }),
      post({ key: 'fr', label: 'fr', language: 'fr', translations: 'x' }),
    ]);
    expect(await checksums()).not.toEqual(before);
    expect((await undoImport(blog, id)).state).toBe('undoing');
    await run();
    expect(await importOf(blog, id)).toMatchObject({ state: 'undone', can_undo: false });
    expect(await count('posts')).toBe(1);
    await emptyBin(blog, admin);
    await deleteExpiredComments({ ...blog, now: () => new Date(Date.now() + 2 * 24 * 60 * 60 * 1000) });
    expect(await checksums()).toEqual(before);
    // Undone means unknown: the same source can be imported again.
    await imported(generatedBlog({ posts: 5, comments: 5 }));
    expect(await count('posts')).toBe(6);
  });

  test('what an undo has removed can be imported again, or restored from the bin', async () => {
    const items = [post({ addresses: ['/old/'], tags: [{ name: 'Tea' }] }), comment()];
    const first = await imported(items);
    const [before] = await stored();
    await undoImport(blog, first.id);
    await run();
    expect([await count('posts'), await count('comments'), await count('redirects')]).toEqual([0, 0, 0]);
    // Its URL is not held by the post in the bin.
    const again = await imported(items);
    expect(await stored()).toMatchObject([{ post_title_web: before?.post_title_web }]);
    await undoImport(blog, again.id);
    await run();
    const item = { kind: 'post', id: before?.id ?? 0 } as const;
    expect(await restoreItems(blog, [item])).toMatchObject([{ restored: true, message: '' }]);
    expect(await stored()).toEqual([before]);
    expect(await count('comments')).toBe(1);
  });

  test('undo keeps and lists what was changed or answered since', async () => {
    const { id } = await imported([
      post(),
      post({ key: 'p2', label: 'Two', title: 'Two', addresses: ['/two/'] }),
      post({ key: 'p3', label: 'Three', title: 'Three', addresses: ['/three/'] }),
      comment(),
      comment({ key: 'c2', post: { key: 'p3' } }),
    ]);
    const [one, two] = await stored();
    await changePost(blog, one?.id ?? 0, { post_content: '<p>Better words.</p>' });
    await addComment(
      blog,
      admin,
      two?.id ?? 0,
      { comment_text: 'Thank you all.' } as Parameters<typeof addComment>[3],
      { address: '192.0.2.1', since: undefined },
    );
    await undoImport(blog, id);
    await run();
    expect((await stored()).map(({ post_title }) => post_title)).toEqual(['Tea', 'Two']);
    expect(await count('comments')).toBe(2);
    expect(await report(id)).toMatchObject([
      { label: 'Tea', outcome: 'kept', reasons: ['It was changed since the import.'] },
      { label: 'Two', outcome: 'kept' },
      { label: 'Lovely', outcome: 'kept' },
    ]);
    expect(await blog.db.selectFrom('redirects').select('from_path').execute()).toEqual([
      { from_path: '/two' },
    ]);
  });

  test('undo keeps comments on own posts that were edited; the others can be restored', async () => {
    const own = await createPost(blog, { post_title: 'Own', post_content: '<p>Mine.</p>', active: true });
    const on = { address: `/post/${own.post_title_web}` };
    const { id } = await imported([
      comment({ key: 'c1', label: 'One', post: on }),
      comment({ key: 'c2', label: 'Two', post: on }),
    ]);
    const ids = async () =>
      (await blog.db.selectFrom('comments').select('id').orderBy('id').execute()).map(({ id }) => id);
    const [edited = 0, other = 0] = await ids();
    await editComment(blog, edited, 'In better words.');
    await undoImport(blog, id);
    await run();
    expect(await ids()).toEqual([edited]);
    expect(await report(id)).toMatchObject([
      { label: 'One', outcome: 'kept', reasons: ['It was changed since the import.'] },
    ]);
    expect(await restoreComments(blog, [other])).toMatchObject([{ id: other }]);
    expect(await ids()).toEqual([edited, other]);
  });

  test('undo keeps and lists posts with drafts or images of the owner', async () => {
    const { id } = await imported([post(), post({ key: 'p2', label: 'Two', title: 'Two' })]);
    const [one, two] = await stored();
    const { date_added } = await importOf(blog, id);
    await firstAdministrator(blog, 'admin', adminPassword);
    const text = { post_title: 'Tea', post_content: '<p>Unsaved.</p>', version: 1 };
    await keepDraft(blog, admin, 'unsaved', newDraft.parse({ ...text, post_id: one?.id }));
    await blog.db
      .insertInto('images')
      .values({
        post_id: two?.id ?? 0,
        hash: 'a'.repeat(64),
        variants: '[]',
        width: 1,
        height: 1,
        color: '#fff',
        main_image: 0,
        bytes: 1,
        // While it ran.
        date_added: new Date(Date.parse(date_added) + 1).toISOString(),
      })
      .execute();
    await undoImport(blog, id);
    await run();
    expect(await report(id)).toMatchObject([
      { label: 'Tea', outcome: 'kept', reasons: ['It has unsaved changes.'] },
      { label: 'Two', outcome: 'kept', reasons: ['Images were added to it since the import.'] },
    ]);
    expect(await stored()).toHaveLength(2);
    expect(await draftById(blog, admin, 'unsaved')).toMatchObject({ post_id: one?.id });
  });

  test('a dry run writes no content and has the same report, then imports for real', async () => {
    const before = await checksums();
    const items = () => [
      ...generatedBlog({ posts: 8, comments: 8 }),
      comment({ key: 'lost', label: 'Lost' }),
    ];
    const tried = await imported(items(), true);
    expect(tried).toMatchObject({ state: 'done', dry_run: true, can_undo: false, can_start: true });
    expect(await checksums()).toEqual(before);
    await startImport(blog, tried.id);
    await run();
    const real = await importOf(blog, tried.id);
    expect(real).toMatchObject({ state: 'done', dry_run: false, can_undo: true });
    expect(real.counts).toEqual(tried.counts);
    // Between the end of the import and that of its job nothing else can be done.
    const { job_id } = await blog.db
      .selectFrom('imports')
      .select('job_id')
      .where('id', '=', tried.id)
      .executeTakeFirstOrThrow();
    const unfinished = {
      outcome: null,
      date_finished: null,
      owner: 'a process',
      next_run: '2999-01-01T00:00:00.000Z',
    };
    await blog.db.updateTable('jobs').set(unfinished).where('id', '=', job_id).execute();
    expect(await importOf(blog, tried.id)).toMatchObject({ state: 'running', can_undo: false });
    expect(await count('posts')).toBe(8);
  });

  test('dates, states and web titles', async () => {
    const { id } = await imported([
      post({ slug: 'green-tea', updated: '2011-01-01T00:00:00.000Z' }),
      post({ key: 'p2', label: 'b', slug: 'green-tea' }),
      post({ key: 'p3', label: 'c', title: 'Café', slug: 'Bad Slug!', status: 'private' }),
      post({ key: 'p4', label: 'd', status: 'draft', date: null }),
      post({ key: 'p5', label: 'e', status: 'public', date: '2999-01-01T00:00:00.000Z' }),
      post({ key: 'p6', label: 'f', kind: 'page', sourceKind: 'page', slug: '/legal/privacy' }),
    ]);
    expect(await stored()).toMatchObject([
      {
        post_title_web: 'green-tea',
        active: 1,
        post_date: '2010-04-03T10:00:00.000Z',
        first_active_date: '2010-04-03T10:00:00.000Z',
        update_date: '2011-01-01T00:00:00.000Z',
        date_given: 1,
      },
      { post_title_web: 'green-tea-2' },
      { post_title_web: 'bad-slug', active: 0, first_active_date: null },
      { active: 0, date_given: 0 },
      { active: 0, scheduled_date: '2999-01-01T00:00:00.000Z' },
      { kind: 'page', post_title_web: '/legal/privacy', active: 1 },
    ]);
    const remarks = (await report(id)).map(({ reasons }) => reasons);
    expect(remarks[1]).toEqual([
      'Another post has the web title "green-tea", so this one has "green-tea-2".',
    ]);
    expect(remarks[2]).toEqual([
      'It was private, so it is inactive here.',
      'The web title "Bad Slug!" is not possible here, so it is "bad-slug".',
    ]);
  });

  test('links among imported posts lead to their new URLs, all others stay', async () => {
    await imported([
      {
        kind: 'site',
        key: 's',
        sourceKind: 'site',
        label: 's',
        title: 'Old',
        url: 'https://old.example.org/',
      },
      post({
        html: '<p><a href="https://old.example.org/2010/two/#more">a</a> <a href="/?p=2">b</a> <a href="https://else.example.org/2010/two/">c</a></p>',
      }),
      post({ key: 'p2', label: 'b', slug: 'two', addresses: ['/2010/two/', '/?p=2'] }),
    ]);
    const [first] = await stored();
    const links = [...(first?.post_content ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/post/two#more', '/post/two', 'https://else.example.org/2010/two/']);
  });

  test('a post that is saved while links are rewritten stays as it was saved', async () => {
    const html = '<p><a href="/two/">a</a></p>';
    const items = [
      post({ html }),
      post({ key: 'p3', label: 'Three', title: 'Three', html }),
      post({ key: 'p2', label: 'Two', title: 'Two', addresses: ['/two/'] }),
    ];
    const { id } = await createImport(blog, admin, await source(items), false);
    let isSaved = false;
    // The first transaction after all items changes the links of the first post; the second one was read together with it.
    const fence = async (tx: Blog['db']) => {
      if (isSaved || (await tx.selectFrom('posts').select('id').execute()).length < 3) return;
      isSaved = true;
      await tx
        .updateTable('posts')
        .set((eb) => ({ post_content: '<p>Better words.</p>', version: eb('version', '+', 1) }))
        .where('post_title', '=', 'Three')
        .execute();
    };
    const job = { id: 0, kind: 'import', payload: { import: id } };
    await importJob(async () => itemLines)(blog, job, { signal: never, progress: () => {}, fence });
    expect((await stored()).map(({ post_content }) => post_content)).toEqual([
      '<p><a href="/post/two">a</a></p>',
      '<p>Better words.</p>',
      '<p>Words.</p>',
    ]);
  });

  test('text that the document format cannot hold is named in the report', async () => {
    const { id } = await imported([post({ html: '<p>Seen.</p><button>Unseen words</button><p>End.</p>' })]);
    const [row] = await report(id);
    const [saved] = await stored();
    const isLost = !saved?.post_content.includes('Unseen');
    expect(row?.outcome).toBe(isLost ? 'remark' : 'imported');
  });

  test('comments keep threads, names, URLs and approval; those without a post are left out', async () => {
    const { id } = await imported([
      { kind: 'author', key: 'a', sourceKind: 'author', label: 'Ada', name: 'Ada' },
      post({ author: 'a' }),
      comment(),
      comment({ key: 'c2', label: 'reply', parent: 'c1', url: 'reader.example.org', approved: false }),
      comment({ key: 'c3', label: 'own', author: 'a', name: 'Ada' }),
      comment({ key: 'c4', label: 'fake', name: 'admin' }),
      comment({ key: 'c5', label: 'ping', source: 'pingback' }),
      comment({ key: 'c6', label: 'lost', post: { key: 'unknown' } }),
      comment({ key: 'c7', label: 'empty', text: ' ' }),
    ]);
    const rows = await blog.db.selectFrom('comments').selectAll().orderBy('id').execute();
    const [first, , own] = rows;
    expect(rows).toMatchObject([
      { user_name: 'Reader', parent_id: null, approved: 1, source: 'import' },
      { parent_id: first?.id, author_url: 'https://reader.example.org/', approved: 0 },
      { user_name: 'Admin' },
      { user_name: 'admin (guest)' },
      { source: 'pingback' },
    ]);
    const [saved] = await stored();
    expect(own?.user_id).toBe(saved?.author_id);
    expect(await report(id, { outcome: 'left-out' })).toMatchObject([
      { label: 'lost', reasons: ['The post that it belongs to was not imported.'] },
      { label: 'empty', reasons: ['It has no text.'] },
    ]);
  });

  test('a source that cannot be read fails with a sentence, and what was written can be undone', async () => {
    const before = await checksums();
    const reader = {
      ...itemLines,
      async *read() {
        yield post();
        throw new Error('unexpected end');
      },
    };
    const { id } = await createImport(blog, admin, await source([post()]), false);
    await runDueJobs(blog, never, { import: { load: async () => importJob(async () => reader) } });
    expect(await importOf(blog, id)).toMatchObject({
      state: 'failed',
      error: '"blog.jsonl" could not be read to the end: unexpected end',
      can_undo: true,
    });
    await undoImport(blog, id);
    await run();
    expect(await checksums()).toEqual(before);
  });
});
