import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { changePost, createPost, removePost } from '../../src/core/posts/write-posts.ts';
import { copySite } from '../../src/features/publish/copy-site.ts';
import { folderTarget } from '../../src/features/publish/targets/folder.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { freePort } from '../bench/free-port.ts';
import { migratedDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { findOnPath } from '../support/machine.ts';

/* nginx serves a published folder by the rules in docs/operations.md. */
const nginx = findOnPath('nginx');

let temporary: TemporaryDatabase;
let folder: string;
let url: string;
let server: ChildProcess;

beforeAll(async () => {
  if (!nginx) return;
  temporary = await migratedDatabase('sqlite');
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-nginx-'));
  const root = path.join(folder, 'site');
  url = `http://127.0.0.1:${await freePort()}`;
  const log = createLog('warn');
  const { blog } = await openBlog(readConfig({ DATA_DIR: temporary.config.dataDir, SITE_URL: url }), log);
  const add = (post_title: string) =>
    createPost(blog, { post_title, post_content: '<p>About it.</p>', active: true, tags: ['sea'] });
  await add('Straße');
  const moving = await add('Moving');
  await changePost(blog, moving.id, { post_title_web: 'moved' });
  await removePost(blog, (await add('Binned')).id);

  const [, rules = ''] = /^## Published files$.*?^```nginx\n(.*?)^```$/ms.exec(
    readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8'),
  ) ?? [''];
  const file = path.join(folder, 'nginx.conf');
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${folder}/nginx.pid; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
access_log off; include /etc/nginx/mime.types; ${temporaryPaths.join(' ')}
${rules.replaceAll('/var/www/blog', root).replace('server {', `server { listen ${new URL(url).host};`)}
}`,
  );
  const options = ['-c', file, '-e', path.join(folder, 'error.log')];
  // A site without redirects.
  expect(spawnSync(nginx, ['-t', ...options]).status).toBe(0);
  await copySite(blog, folderTarget(root, { isCompressed: true }));
  await blog.db.destroy();
  server = spawn(nginx, options, { stdio: 'inherit' });
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), { timeout: 30_000 });
});
afterAll(async () => {
  if (server?.kill('SIGTERM')) await once(server, 'exit');
  await temporary?.dispose();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test.skipIf(!nginx)('nginx answers as the rules of the handbook for operators say', async () => {
  const ask = (at: string) => fetch(url + at, { redirect: 'manual' });
  const text = async (at: string) => (await ask(at)).text();
  const home = await ask('/');
  expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html']);
  expect([home.headers.get('content-encoding'), home.headers.get('etag') !== null]).toEqual(['gzip', true]);
  const [, post = ''] = /href="(\/post\/stra[^"]*)"/.exec(await text('/')) ?? [];
  expect((await ask(post)).status).toBe(200);
  expect(await text(post)).toContain('About it.');
  const moved = await ask('/post/moving');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `${url}/post/moved`]);
  const feed = await ask('/tag/sea/atom.xml');
  expect([feed.status, feed.headers.get('location')]).toEqual([301, `${url}/tag/sea/feed.xml`]);
  expect((await ask('/tag/sea/feed.xml')).status).toBe(200);
  for (const [at, status] of [
    ['/post/binned', 410],
    ['/post/unknown', 404],
  ] as const) {
    expect([at, (await ask(at)).status]).toEqual([at, status]);
    expect(await text(at)).toBe(await text('/404.html'));
  }
  expect((await ask('/feed.xml')).headers.get('content-type')).toMatch(/xml/);
  const [, asset = ''] = /(\/assets\/[^"]+\.css)"/.exec(await text('/')) ?? [];
  expect((await ask(asset)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});
