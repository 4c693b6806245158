import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { Client } from '../support/client.ts';
import { builtServer, startServer } from '../support/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A copy of the build as of an installed package. */
async function installedPackage(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-package-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const part of ['client', 'resources', 'server'])
    await cp(path.join(root, 'dist', part), path.join(folder, 'dist', part), { recursive: true });
  return folder;
}

/** Gives all chunks of the server other hashes, as the build of another version does. */
async function changeHashes(server: string): Promise<void> {
  for (const name of await readdir(server, { recursive: true })) {
    const file = path.join(server, name);
    if (!/\.js(on)?$/.test(name)) continue;
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(["/][\w-]+-[\w-]{7})[\w-]\.js"/g, '$1~.js"'));
    if (path.dirname(name) === 'assets') await rename(file, file.replace(/.\.js$/, '~.js'));
  }
}

test('a server whose build is replaced keeps working, also where it loads code on demand', async () => {
  const folder = await installedPackage();
  const dist = path.join(folder, 'dist');
  const script = path.join(dist, path.relative(path.join(root, 'dist'), builtServer));
  const server = await startServer({ script });
  onTestFinished(() => server.dispose());
  const owner = new Client(server.url);
  await owner.login();

  await cp(dist, path.join(folder, 'newer'), { recursive: true });
  await changeHashes(path.join(folder, 'newer/server'));
  await rm(dist, { recursive: true });
  await rename(path.join(folder, 'newer'), dist);

  const values = { post_title: 'Tea', post_content: '<p>Some tea</p>', active: true };
  expect((await owner.post<Post>('/webapi/api/posts', values)).status).toBe(201);
  expect(await (await fetch(`${server.url}/post/tea.md`)).text()).toContain('Some tea');
  const css = await owner.put('/webapi/api/admin/custom-css', { source: 'p { color: red }' });
  expect(css.status).toBe(200);
  expect((await owner.get('/webapi/api/admin/fediverse')).status).toBe(200);
  // A worker thread of the new build.
  expect((await owner.post('/webapi/api/admin/backups', {})).status).toBe(201);

  // The new build starts as well.
  const next = await startServer({ script });
  await next.dispose();
});
