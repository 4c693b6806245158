import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { writeExport } from '../../src/features/export/write-export.ts';
import { openSource } from '../../src/features/import/sources/open-source.ts';
import { hostileBlog } from '../support/hostile-blog.ts';
import { isInstalled, testWith } from '../support/test-with.ts';

/** Debian's package. The official importer is no part of it: WORDPRESS_IMPORTER names the folder of the plugin. */
const site = '/usr/share/wordpress';
const importer = process.env.WORDPRESS_IMPORTER ?? '';
const missing = [
  ...['php', 'mariadbd', 'mariadb-install-db'].filter((program) => !isInstalled(program)),
  ...(existsSync(path.join(site, 'wp-settings.php')) ? [] : ['WordPress']),
  ...(existsSync(path.join(importer, 'wordpress-importer.php')) ? [] : ['WORDPRESS_IMPORTER']),
];

async function database(folder: string): Promise<string> {
  const data = path.join(folder, 'db');
  const socket = path.join(folder, 'socket');
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal'],
    {
      stdio: 'ignore',
    },
  );
  const server = spawn(
    'mariadbd',
    ['--no-defaults', '--user=root', `--datadir=${data}`, `--socket=${socket}`, '--skip-networking'],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    server.kill();
    await once(server, 'exit');
  });
  for (let tries = 0; tries < 200 && !existsSync(socket); tries += 1) await wait(100);
  execFileSync('mariadb', [`--socket=${socket}`, '-uroot', '-e', 'create database wordpress']);
  return socket;
}

testWith(missing)('WordPress imports wordpress.xml', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wordpress-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { blog, posts, pages, drafts } = await hostileBlog();
  const { db } = blog;
  await db.insertInto('tags').values({ tag_name: 'cpp', display_name: 'C++ ]]>', name_key: 'c++' }).execute();
  await db.insertInto('post_tags').values({ post_id: 2, tag_id: 1 }).execute();
  const comment = {
    post_id: 2,
    user_name: 'Reader',
    date_added: '2020-01-01T00:00:00.000Z',
    source: 'local' as const,
  };
  await db
    .insertInto('comments')
    .values({ ...comment, comment_text: 'One <b> & ]]>', approved: 1 })
    .execute();
  await db
    .insertInto('comments')
    .values({ ...comment, comment_text: 'Two', approved: 0, parent_id: 1 })
    .execute();
  const zip = path.join(folder, 'export.zip');
  await writeExport(blog, 'archive', zip);
  const source = await openSource(zip);
  const file = path.join(folder, 'wordpress.xml');
  await writeFile(file, await buffer((await source.entry('wordpress.xml')?.open()) as Readable));
  await source.close();
  const script = path.join(import.meta.dirname, '../support/wordpress-import.php');
  const output = execFileSync('php', [script, site, await database(folder), importer, file], {
    encoding: 'utf8',
  });
  expect(JSON.parse(output.slice(output.lastIndexOf('{"version"')))).toEqual({
    version: expect.any(String),
    said: expect.stringMatching(/All done\. Have fun!/),
    posts,
    pages,
    drafts,
    comments: 2,
    replies: 1,
    waiting: 1,
    tags: 1,
  });
});
