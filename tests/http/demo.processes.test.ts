import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fillDemo } from '../../demo/fill.ts';
import { readDemoPages, readDemoPosts } from '../../demo/posts.ts';
import { readConfig } from '../../src/config.ts';
import { createPost } from '../../src/core/posts/write-posts.ts';
import type { Site } from '../../src/core/site/api/site.ts';
import type { Blog } from '../../src/platform/blog.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { Client } from '../support/client.ts';
import { startS3Server } from '../support/s3-server.ts';
import { commandEnv } from '../support/source-command.ts';

const home = path.resolve(import.meta.dirname, '../..');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A few active posts and a draft, with a single image: enough to show what is created and what is not. */
const demoPosts = readDemoPosts();
const few = [
  ...demoPosts.filter(({ active }) => active).slice(0, 3),
  ...demoPosts.filter(({ active }) => !active),
]
  .slice(0, 4)
  .map((post, index) => ({ ...post, images: post.images.slice(0, index === 0 ? 1 : 0) }));

const open = async (dataDir: string): Promise<Blog> =>
  (await openBlog(readConfig({ DATA_DIR: dataDir }), createLog('silent'))).blog;

test('the demo ignores the site that .env configures and refuses connections from other machines', async () => {
  const s3 = await startS3Server();
  const site = path.join(folder, 'site');
  const settings = {
    DATA_DIR: site,
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    HOST: '0.0.0.0',
    SITE_URL: 'https://example.org',
    MASTODON_URL: 'https://social.example',
    MASTODON_TOKEN: 'token',
    ...s3.env,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(path.join(folder, '.env'), lines.join(''));
  // Filled in advance, so that the command starts quickly.
  const filled = await open(path.join(folder, 'data-demo'));
  await fillDemo(filled, { posts: few });
  await filled.db.destroy();
  const demo = spawn(process.execPath, [path.join(home, 'src/commands/cli.ts'), 'demo'], {
    cwd: folder,
    env: { ...commandEnv(), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(demo, 'close');
  let output = '';
  for (const stream of [demo.stdout, demo.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  try {
    await expect.poll(() => output, { interval: 100 }).toMatch(/The demo is at http/);
    const port = Number(/localhost:(\d+)/.exec(output)?.[1]);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    expect((await readdir(folder)).sort()).toEqual(['.env', 'data-demo']);
    expect([...s3.objects.keys()]).toEqual([]);
    for (const { address } of Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')) {
      const socket = connect({ host: address, port });
      const [error] = await Promise.race([once(socket, 'error'), once(socket, 'connect').then(() => [null])]);
      socket.destroy();
      expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    }
  } finally {
    demo.kill('SIGTERM');
    await ended;
    await s3.close();
  }
});

const begin = () => {
  const demo = spawn(process.execPath, [path.join(home, 'src/commands/cli.ts'), 'demo'], {
    cwd: folder,
    env: { ...commandEnv(), PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const run = { demo, ended: once(demo, 'close'), output: '' };
  demo.stdout.setEncoding('utf8').on('data', (text) => {
    run.output += text;
  });
  return run;
};

test('a reset brings the content back and leaves the owner signed in', async () => {
  const filled = await open(path.join(folder, 'data-demo'));
  await fillDemo(filled, { posts: few });
  await filled.db.destroy();
  const run = begin();
  try {
    await expect.poll(() => run.output, { timeout: 60_000 }).toMatch(/The demo is at http\S+\n/);
    const owner = new Client(/http:\S+/.exec(run.output)?.[0] ?? '');
    expect((await owner.login('admin', 'demo-password')).body).toEqual({ status: 'success' });
    expect((await owner.get<Site>('/webapi/api/site')).body).toMatchObject({ is_demo: true });
    await owner.put('/webapi/api/admin/site', { site_name: 'Changed' });
    const { started } = (await owner.post<{ started: string }>('/webapi/api/admin/demo/reset', {})).body;
    const state = () => owner.get<{ started: string }>('/webapi/api/admin/demo').catch(() => null);
    await expect
      .poll(async () => (await state())?.body.started ?? started, { timeout: 60_000 })
      .not.toBe(started);
    const name = async () => (await owner.get<Site>('/webapi/api/site')).body.site_name;
    await expect.poll(name, { timeout: 60_000 }).toBe('Tea & Timetables');
  } finally {
    run.demo.kill('SIGTERM');
    expect(await run.ended).toEqual([0, null]);
  }
});

test('the demo serves before it is filled, and continues after an interruption', async () => {
  const first = begin();
  await expect.poll(() => first.output, { timeout: 60_000 }).toMatch(/The demo is at http/);
  const url = /http:\S+/.exec(first.output)?.[0];
  const page = async () => (await fetch(`${url}/`)).text();
  expect(await page()).toContain('</html>');
  expect(first.output).not.toContain('Filling the demo');
  await expect.poll(page, { timeout: 60_000 }).toContain('Night Train to the North');
  expect((await fetch(`${url}/about`)).status).toBe(200);
  first.demo.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);

  const blog = await open(path.join(folder, 'data-demo'));
  const total = readDemoPosts().length + readDemoPages().length;
  try {
    expect((await titlesOf(blog)).length).toBeLessThan(total);
    await fillDemo(blog, { posts: few });
    expect(await titlesOf(blog)).toEqual(expect.arrayContaining(few.map(({ title }) => title)));
  } finally {
    await blog.db.destroy();
  }
});

test('a site that has content is rejected and left unchanged', async () => {
  const blog = await open(folder);
  try {
    await createPost(blog, { post_title: 'Mine', post_content: '', active: true });
    await expect(fillDemo(blog, { posts: few })).rejects.toThrow(/already has content/);
    expect(await titlesOf(blog)).toEqual(['Mine']);
  } finally {
    await blog.db.destroy();
  }
});

const titlesOf = async (blog: Blog): Promise<string[]> =>
  (await blog.db.selectFrom('posts').select('post_title').orderBy('id').execute()).map(
    ({ post_title }) => post_title,
  );

test('an interrupted demo is continued and ends up with the same content', async () => {
  const content = async (blog: Blog) => {
    const posts = await blog.db
      .selectFrom('posts')
      .select(['post_title', 'post_title_web', 'active', 'category_id', 'post_content'])
      .orderBy('post_title')
      .execute();
    const count = async (table: 'votes' | 'comments' | 'images' | 'categories' | 'post_tags') =>
      (await blog.db.selectFrom(table).selectAll().execute()).length;
    return {
      posts: posts.map(({ category_id, ...post }) => ({ ...post, categorized: category_id !== null })),
      counts: [
        await count('votes'),
        await count('comments'),
        await count('images'),
        await count('categories'),
        await count('post_tags'),
      ],
    };
  };
  const whole = await open(path.join(folder, 'whole'));
  await fillDemo(whole, { posts: few });
  const wanted = await content(whole);
  await whole.db.destroy();

  const blog = await open(path.join(folder, 'interrupted'));
  try {
    // Fails at some write, as a kill would: early, after a few, and after many.
    for (const writes of [1, 9, 30, 60, 90]) {
      let left = writes;
      const stopping: Blog = {
        ...blog,
        now: () => {
          if (left-- === 0) throw new Error('interrupted');
          return new Date();
        },
      };
      await fillDemo(stopping, { posts: few }).catch((error) => expect(error.message).toBe('interrupted'));
    }
    await fillDemo(blog, { posts: few });
    expect(await content(blog)).toEqual(wanted);
    // Filling again changes nothing.
    await fillDemo(blog, { posts: few });
    expect(await content(blog)).toEqual(wanted);
  } finally {
    await blog.db.destroy();
  }
});
