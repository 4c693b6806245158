import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { admin, type MemoryBlog, memoryBlog } from '../../../tests/support/memory-blog.ts';
import { adminPassword } from '../../../tests/support/server.ts';
import { firstAdministrator } from '../../core/accounts/sign-in/first-administrator.ts';
import { allProfiles } from '../../core/accounts/store/profiles.ts';
import { embedsByUrl } from '../../core/images/store/embeds.ts';
import { emptyBin } from '../../core/posts/bin/bin.ts';
import { changePost } from '../../core/posts/write-posts.ts';
import { jobKinds } from '../../modules/jobs.ts';
import { runDueJobs } from '../../platform/jobs/run-jobs.ts';
import type { ImportChoices } from './api.ts';
import { createImport, importItems, importOf, undoImport } from './imports.ts';

const never = new AbortController().signal;
const png = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();

/** A blog, and a folder with these files that it imports. */
async function imported(files: Record<string, string | Buffer>, choices: Partial<ImportChoices> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = path.join(folder, 'old-blog');
  const write = async (changed: typeof files) => {
    for (const [name, content] of Object.entries(changed)) {
      await mkdir(path.dirname(path.join(source, name)), { recursive: true });
      await writeFile(path.join(source, name), content);
    }
  };
  await write(files);
  const blog: MemoryBlog = { ...(await memoryBlog()), uploadFolder: path.join(folder, 'uploads') };
  if (choices.me) await firstAdministrator(blog, 'admin', adminPassword);
  const run = async () => {
    const { id } = await createImport(blog, admin, { path: source, name: 'old-blog' }, false, choices);
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
    write,
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

test('a later import brings what is new, updates what only imports wrote, and names what was edited here', async () => {
  const post = (n: number, html: string, more = {}) => ({
    ...ghostPost,
    id: `p${n}`,
    uuid: `u${n}`,
    title: `Post ${n}`,
    slug: `post-${n}`,
    html,
    ...more,
  });
  const comment = (n: number) => ({
    id: `c${n}`,
    post_id: 'p1',
    html: `<p>Answer ${n}</p>`,
    status: 'published',
    created_at: '2023-02-03T00:00:00.000Z',
  });
  const { blog, id, posts, run, write } = await imported({
    'blog.ghost.json': ghost({
      posts: [post(1, '<p>One</p>'), post(2, '<p>Two</p>'), post(3, '<p>Three</p>')],
      comments: [comment(1)],
    }),
  });
  const [, second] = posts;
  await changePost(blog, second?.id ?? 0, { post_content: '<p>Mine</p>' });
  await write({
    'blog.ghost.json': ghost({
      posts: [
        post(1, '<p>One, better</p>', { title: 'First' }),
        post(2, '<p>Two, better</p>'),
        post(3, '<p>Three</p>', { updated_at: '2024-01-01T00:00:00.000Z' }),
        post(4, '<p>Four <a href="/post-1/">first</a></p>'),
      ],
      comments: [comment(1), comment(2)],
    }),
  });
  const later = await run();
  const { items } = await importItems(blog, later, {}, { limit: 50, offset: 0 });
  const reported = items.filter(({ source_kind }) => ['post', 'comment'].includes(source_kind));
  expect(reported.map(({ label, outcome, reasons }) => [label, outcome, reasons[0]])).toEqual([
    ['First', 'imported', expect.stringContaining('its text here is new')],
    ['Post 2', 'left-out', expect.stringContaining('but also here')],
    ['Post 3', 'left-out', 'It was imported before.'],
    ['Post 4', 'imported', undefined],
    ['Anonymous: Answer 1', 'left-out', 'It was imported before.'],
    ['Anonymous: Answer 2', 'imported', undefined],
  ]);
  expect((await importOf(blog, later)).written).toContainEqual({ kind: 'update', count: 1 });
  const texts = () =>
    blog.db.selectFrom('posts').select(['post_title', 'post_content']).orderBy('id').execute();
  expect(await texts()).toEqual([
    { post_title: 'First', post_content: '<p>One, better</p>' },
    { post_title: 'Post 2', post_content: '<p>Mine</p>' },
    { post_title: 'Post 3', post_content: '<p>Three</p>' },
    { post_title: 'Post 4', post_content: '<p>Four <a href="/post/post-1">first</a></p>' },
  ]);
  const revisions = await blog.db.selectFrom('revisions').select('post_content').execute();
  expect(revisions.map(({ post_content }) => post_content)).toContain('<p>One</p>');

  // Once more: the updated post is known as it is now.
  const again = await run();
  const { total } = await importItems(
    blog,
    again,
    { kind: 'post', outcome: 'imported' },
    { limit: 1, offset: 0 },
  );
  expect(total).toBe(0);
  await undoImport(blog, later);
  await runDueJobs(blog, never, jobKinds);
  expect((await texts()).map(({ post_title }) => post_title)).toEqual(['First', 'Post 2', 'Post 3']);
  await undoImport(blog, id);
  await runDueJobs(blog, never, jobKinds);
  expect((await texts()).map(({ post_title }) => post_title)).toEqual(['Post 2']);
});

test('the owner says what the source leaves open: the time zone, and who is the author', async () => {
  const { blog, posts } = await imported(
    { 'content/a.md': '---\ntitle: A\ndate: 2023-07-02 10:00:00\nauthor: Ada\n---\nWords\n' },
    { time_zone: 'Europe/Vienna', me: 'Ada' },
  );
  const [profile, ...others] = (await allProfiles(blog.db)).profiles;
  expect([profile?.username, others]).toEqual(['admin', []]);
  expect(posts).toMatchObject([{ post_date: '2023-07-02T08:00:00.000Z', author_id: profile?.user_id }]);
});
