import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { allProfiles } from '../../core/accounts/store/profiles.ts';
import { embedsByUrl } from '../../core/images/store/embeds.ts';
import { emptyBin } from '../../core/posts/bin/bin.ts';
import { jobKinds } from '../../modules/jobs.ts';
import { runDueJobs } from '../../platform/jobs/run-jobs.ts';
import { createImport, importItems, importOf, undoImport } from './imports.ts';

const never = new AbortController().signal;
const png = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();

/** A blog, and a folder with these files that it imports. */
async function imported(files: Record<string, string | Buffer>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = path.join(folder, 'old-blog');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(source, name)), { recursive: true });
    await writeFile(path.join(source, name), content);
  }
  const blog: MemoryBlog = { ...(await memoryBlog()), uploadFolder: path.join(folder, 'uploads') };
  const run = async () => {
    const { id } = await createImport(blog, admin, { path: source, name: 'old-blog' }, false);
    await runDueJobs(blog, never, jobKinds);
    return id;
  };
  const id = await run();
  const { items } = await importItems(blog, id, {}, { limit: 200, offset: 0 });
  const posts = await blog.db.selectFrom('posts').selectAll().orderBy('id').execute();
  return {
    blog,
    id,
    run,
    posts,
    record: await importOf(blog, id),
    of: (kind: string) => items.filter((item) => item.source_kind === kind),
  };
}

const bear = (content: string): string =>
  `uid,title,slug,published date,publish,is page,content\na1,Walk,walk,2023-01-02 10:00:00+00:00,True,False,"${content}"\n`;

test('images of the archive are found by the end of their URL, and those that no post shows are in the library', async () => {
  const { blog, id, posts, record, of, run } = await imported({
    'posts.csv': bear('![Sea](https://cdn.example.net/files/walk-by-the-sea.png)'),
    'images/walk-by-the-sea.png': await png('#123'),
    'images/never-shown.png': await png('#456'),
    'images/broken-one.png': Buffer.from('no image'),
  });
  expect(record).toMatchObject({ state: 'done', problems: [], images: { waiting: 0, lost: 0 } });
  const [walk, library] = posts;
  expect(walk?.post_content).toMatch(/<img src="\/[^"]+\.webp" alt="Sea">/);
  expect(library).toMatchObject({ post_title: 'Images of old-blog that no post shows', active: 0 });
  const [shown] = /\/[^"]+\.webp/.exec(walk?.post_content ?? '') ?? [];
  expect(of('image').map(({ label, outcome, reasons }) => [label, outcome, reasons])).toEqual([
    [
      'images/broken-one.png',
      'left-out',
      [expect.stringContaining('images/broken-one.png could not be stored')],
    ],
    [
      'images/never-shown.png',
      'imported',
      ['No imported post shows it, so it is only in the library of images.'],
    ],
    ['images/walk-by-the-sea.png', 'imported', [`It is the image ${shown} of “Walk”.`]],
  ]);
  const images = await blog.db.selectFrom('images').select(['post_id', 'main_image']).orderBy('id').execute();
  expect(images).toEqual([
    { post_id: walk?.id, main_image: 0 },
    { post_id: library?.id, main_image: 0 },
  ]);
  await run();
  expect(await blog.db.selectFrom('posts').select('id').execute()).toHaveLength(2);
  await undoImport(blog, id);
  await runDueJobs(blog, never, jobKinds);
  expect(await blog.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

test('an image that cannot be decoded leaves no dead path in its post', async () => {
  const { posts, of } = await imported({
    'posts.csv': bear('Before ![Sea](/images/broken-one.png) after.'),
    'images/broken-one.png': Buffer.from('no image'),
  });
  expect(posts[0]?.post_content).toBe('<p>Before  after.</p>');
  expect(of('post')[0]?.reasons.join()).toContain('images/broken-one.png could not be stored');
});

const ghost = (tables: Record<string, unknown[]>): string =>
  JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: tables }] });
const ghostPost = {
  id: 'p1',
  uuid: 'u1',
  title: 'Links',
  slug: 'links',
  status: 'published',
  visibility: 'public',
  type: 'post',
  published_at: '2023-01-02T03:04:05.000Z',
};

test('photos of authors arrive, and what was known of embedded pages; an undo removes both', async () => {
  const url = 'https://gone.example.net/page';
  const { blog, id, posts } = await imported({
    'blog.ghost.json': ghost({
      users: [
        {
          id: '1',
          name: 'Ada',
          slug: 'ada',
          profile_image: '__GHOST_URL__/content/images/2023/ada-face.png',
        },
      ],
      posts: [
        {
          ...ghostPost,
          html: `<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="${url}"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A title</div><div class="kg-bookmark-description">What it is about</div><div class="kg-bookmark-metadata"><span class="kg-bookmark-author">Bo</span><span class="kg-bookmark-publisher">Gone</span></div></div><div class="kg-bookmark-thumbnail"><img src="__GHOST_URL__/content/images/thumbnail/page-thumb.png"></div></a></figure>`,
        },
      ],
    }),
    'content/images/2023/ada-face.png': await png('#789'),
    'content/images/thumbnail/page-thumb.png': await png('#987'),
  });
  const { profiles } = await allProfiles(blog.db);
  expect(profiles.find(({ display_name }) => display_name === 'Ada')?.photo?.length).toBeGreaterThan(0);
  const [embed] = await embedsByUrl(blog.db, [url]);
  expect(embed).toMatchObject({
    found: { title: 'A title', text: 'What it is about', author: 'Bo', provider: 'Gone' },
    image: { width: 40 },
  });
  expect(posts[0]?.shown_html ?? posts[0]?.post_content).toContain('What it is about');
  await undoImport(blog, id);
  await runDueJobs(blog, never, jobKinds);
  await emptyBin(blog, admin);
  expect(await embedsByUrl(blog.db, [url])).toEqual([]);
  expect(await blog.db.selectFrom('media').select('id').execute()).toEqual([]);
  expect(await blog.db.selectFrom('site_images').select('name').execute()).toEqual([]);
});

test('an undo leaves no versions of comments once the bin is empty', async () => {
  const { blog, id } = await imported({
    'blog.ghost.json': ghost({
      posts: [{ ...ghostPost, html: '<p>Words</p>' }],
      comments: [
        {
          id: 'c1',
          post_id: 'p1',
          html: '<p>Yes</p>',
          status: 'published',
          created_at: '2023-02-03T00:00:00.000Z',
        },
      ],
    }),
  });
  const versions = () => blog.db.selectFrom('comment_versions').select('post_id').execute();
  expect(await versions()).toHaveLength(1);
  await undoImport(blog, id);
  await runDueJobs(blog, never, jobKinds);
  await emptyBin(blog, admin);
  expect(await versions()).toEqual([]);
});

test('a post without a date is a draft', async () => {
  const { posts, of } = await imported({
    'posts.csv': bear('Words').replace('2023-01-02 10:00:00+00:00', ''),
  });
  expect(posts[0]).toMatchObject({ kind: 'post', active: 0, date_given: 0 });
  expect(of('post')[0]?.reasons).toEqual([
    'It has no date, so it is a draft here: give it one and publish it.',
  ]);
});

test('a source without content is a failure', async () => {
  const { record } = await imported({
    'blog.ghost.json': ghost({ users: [{ id: '1', name: 'Ada', slug: 'ada' }] }),
  });
  expect(record).toMatchObject({
    state: 'failed',
    error:
      '"old-blog" was read to its end, but has no posts, pages, comments or images. Check that it is the whole export.',
  });
});
