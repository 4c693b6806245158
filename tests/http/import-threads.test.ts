import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { commentPage, postOnPage } from '../../src/core/comments/comment-pages.ts';
import { createImport, importItems, importOf, undoImport } from '../../src/features/import/imports.ts';
import type { CommentItem, PostItem, SourceItem } from '../../src/features/import/items.ts';
import { importJob } from '../../src/features/import/run-import.ts';
import { jobKinds } from '../../src/modules/jobs.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { visitor } from '../../src/platform/http/viewer.ts';
import type { JobKinds } from '../../src/platform/jobs/kinds.ts';
import { runDueJobs } from '../../src/platform/jobs/run-jobs.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { itemLines, writeLines } from '../support/item-lines.ts';
import { admin } from '../support/memory-blog.ts';

const disqusSample = path.join(import.meta.dirname, '../import/samples/disqus.xml');
const never = new AbortController().signal;

const post = (key: string, title: string, ...addresses: string[]): PostItem => ({
  kind: 'post',
  key,
  sourceKind: 'post',
  label: title,
  title,
  html: '<p>Words.</p>',
  date: '2010-04-03T08:00:00.000Z',
  status: 'public',
  addresses,
});
const comment = (key: string, text: string, values: Partial<CommentItem> = {}): CommentItem => ({
  kind: 'comment',
  key,
  sourceKind: 'comment',
  label: text,
  post: { key: 'tea' },
  name: 'Reader',
  text,
  date: '2010-04-03T09:00:00.000Z',
  approved: true,
  source: 'comment',
  ...values,
});

/** As a WordPress blog: posts with their permalinks, threads, a comment that waits, a pingback. */
const blogItems: SourceItem[] = [
  post('tea', 'Tea', 'https://blog.example.org/2010/04/tea/', '/?p=73'),
  comment('w1', 'Question', { url: 'https://reader.example/' }),
  comment('w2', 'Answer', { parent: 'w1', date: '2010-04-05T09:00:00.000Z' }),
  comment('w3', 'Answer to the answer', { parent: 'w2', date: '2010-04-06T09:00:00.000Z' }),
  comment('w4', 'Waits', { parent: 'w1', approved: false }),
  comment('w5', '[…] tea […]', { source: 'pingback', name: 'Another blog', url: 'https://other.example/' }),
  post('coffee', 'Coffee', 'https://blog.example.org/coffee/', 'https://blog.example.org/?p=74'),
];

onEachDatabase('import of threads', (kind) => {
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

  const imported = async (file: string, kinds: JobKinds = jobKinds) => {
    const { id } = await createImport(blog, admin, { path: file, name: path.basename(file) }, false);
    await runDueJobs(blog, never, kinds);
    return importOf(blog, id);
  };
  /** The page of a post: each thread as the texts of its comments. */
  const threads = async (webTitle: string) => {
    const found = await postOnPage(blog, visitor, webTitle);
    const { threads } = await commentPage(blog, found, 1);
    return threads.map(({ comment, replies }) =>
      [comment, ...replies].map(({ comment_text }) => comment_text.split('\n')[0]),
    );
  };
  const stored = () =>
    blog.db
      .selectFrom('comments')
      .select([
        'id',
        'post_id',
        'parent_id',
        'comment_text',
        'source',
        'author_url',
        'date_added',
        'approved',
      ])
      .orderBy('id')
      .execute();

  test('threads of a blog and of Disqus meet on the same posts', async () => {
    const lines = path.join(folder, 'blog.jsonl');
    await writeLines(lines, blogItems);
    const first = await imported(lines, {
      ...jobKinds,
      import: { load: async () => importJob(async () => itemLines), group: 'import' },
    });
    expect(first).toMatchObject({ state: 'done', problems: [] });
    expect(await threads('tea')).toEqual([['Question', 'Answer', 'Answer to the answer']]);
    const tea = await postOnPage(blog, visitor, 'tea');
    expect(tea.comments_approved).toBe(3);
    expect((await commentPage(blog, tea, 1)).mentions).toMatchObject([
      { user_name: 'Another blog', author_url: 'https://other.example/', source: 'pingback' },
    ]);
    const before = await stored();

    const disqus = path.join(folder, 'export.xml');
    await writeFile(disqus, await readFile(disqusSample));
    const second = await imported(disqus);
    expect(second).toMatchObject({ state: 'done', format: 'disqus', problems: [] });
    expect(second.counts).toMatchObject([{ source_kind: 'comment', expected: 10, left_out: 4 }]);
    expect(await threads('tea')).toEqual([
      ['Question', 'Answer', 'Answer to the answer'],
      ['First & best.', 'A reply with in its text', 'Reply to what was deleted'],
    ]);
    // What it replies to waits for approval.
    expect(await threads('coffee')).toEqual([['Before its parent in the file'], ['Never closed']]);
    const { items } = await importItems(blog, second.id, { outcome: 'left-out' }, { limit: 100, offset: 0 });
    expect(items.map(({ label }) => label.split(':')[0])).toEqual(['Cy', 'Spam', 'Hal', 'Ida']);

    const after = await stored();
    const again = await imported(disqus);
    expect(again).toMatchObject({ state: 'done', problems: [] });
    expect(await stored()).toEqual(after);

    await undoImport(blog, second.id);
    await runDueJobs(blog, never, jobKinds);
    expect(await stored()).toEqual(before);
  });
});
