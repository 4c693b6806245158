import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const home = path.resolve(import.meta.dirname, '../..');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-private-'));
  // The usual default. The tests may have been started with a stricter one.
  process.umask(0o022);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Files and folders that the group or others can access. */
async function shared(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const places = [place, ...entries.map((entry) => path.join(entry.parentPath, entry.name))];
  const modes = await Promise.all(places.map(async (one) => ({ one, mode: (await stat(one)).mode & 0o077 })));
  return modes.filter(({ mode }) => mode !== 0).map(({ one }) => path.relative(place, one));
}

const cli = 'src/commands/cli.ts';
const run = (script: string, env: Record<string, string>, ...args: string[]): Promise<number> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(home, script), ...args],
      { cwd: folder, env: { ...commandEnv(), ...env }, timeout: 60_000 },
      (error) => resolve(error ? Number(error.code ?? 1) : 0),
    );
  });

test('files of the site and its commands are accessible only to their user, those of older versions, too', async () => {
  const DATA_DIR = path.join(folder, 'data');
  const server = await startServer({ env: { DATA_DIR } });
  expect(await shared(DATA_DIR)).toEqual([]);
  await server.stop();
  await server.dispose();

  const seeded = path.join(folder, 'seeded');
  expect(await run('tools/seed.ts', { DATA_DIR: seeded }, '--posts', '3')).toBe(0);
  expect(await shared(seeded)).toEqual([]);
  expect(await run(cli, { DATA_DIR }, 'backup', 'site.tar')).toBe(0);
  expect((await stat(path.join(folder, 'site.tar'))).mode & 0o077).toBe(0);
  const restored = path.join(folder, 'deep/restored');
  expect(await run(cli, { DATA_DIR: restored }, 'restore', 'site.tar')).toBe(0);
  expect(await shared(path.join(folder, 'deep'))).toEqual([]);
  const moved = path.join(folder, 'moved');
  expect(await run(cli, { DATA_DIR }, 'move', '--to', moved, '--images-to', moved)).toBe(0);
  expect(await shared(moved)).toEqual([]);

  for (const [name, mode] of Object.entries({ '': 0o755, 'blog.sqlite': 0o644, images: 0o755 }))
    await chmod(path.join(DATA_DIR, name), mode);
  expect(await shared(DATA_DIR)).toHaveLength(3);
  const again = await startServer({ env: { DATA_DIR } });
  expect(await shared(DATA_DIR)).toEqual([]);
  await again.dispose();
});
