import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { changePost, createPost } from '../../src/core/posts/write-posts.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { migratedDatabase } from '../support/databases.ts';

const cli = path.join(import.meta.dirname, '../../src/commands/cli.ts');

test('a publication that is killed with SIGKILL again and again leaves whole files, and ends as the site is', {
  timeout: 900_000,
}, async () => {
  const temporary = await migratedDatabase('sqlite');
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-killed-'));
  const root = path.join(folder, 'site');
  const env = { DATA_DIR: temporary.config.dataDir, SITE_URL: 'https://blog.example.org', PUBLISH_TO: root };
  const publish = (...args: string[]) => {
    const child = spawn(process.execPath, [cli, 'publish', ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) };
  };
  const files = (): string[] => {
    try {
      return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));
    } catch {
      return [];
    }
  };
  try {
    const { blog } = await openBlog(readConfig(env), createLog('warn'));
    for (let number = 1; number <= 30; number++)
      await createPost(blog, { post_title: `Post ${number}`, post_content: '<p>Words.</p>', active: true });
    const ids = await blog.db.selectFrom('posts').select('id').where('active', '=', 1).execute();
    for (const [round, { id }] of ids.slice(0, 3).entries()) {
      await changePost(blog, id, { post_content: `<p>Round ${round}.</p>` });
      const before = files().length;
      const { child, ended } = publish();
      await expect.poll(() => files().length, { timeout: 120_000, interval: 5 }).toBeGreaterThan(before + 3);
      child.kill('SIGKILL');
      await ended;
      for (const name of files())
        if (name.endsWith('.html'))
          expect([name, readFileSync(path.join(root, name), 'utf8').trimEnd().endsWith('</html>')]).toEqual([
            name,
            true,
          ]);
      // Files are missing so far.
      if (round === 0) expect((await publish('--verify').ended).code).toBe(1);
    }
    await blog.db.destroy();
    expect(await publish().ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('is up to date'),
    });
    expect(await publish('--verify').ended).toMatchObject({ code: 0 });
    expect(files().filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  } finally {
    await temporary.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});
