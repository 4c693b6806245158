import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkClock, checkDataFolder, checkDisk, checkNode, checkSiteUrl } from './checks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-doctor-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const states = async (found: Promise<{ state: string }[]>) => (await found).map(({ state }) => state);

test('an older Node is a problem', () => {
  expect(checkNode('26.10.0').state).toBe('ok');
  expect(checkNode('20.20.2')).toMatchObject({ state: 'problem', advice: expect.stringContaining('26') });
});

test('the data folder has to be a private folder', async () => {
  const dataDir = path.join(folder, 'data');
  expect(await states(checkDataFolder({ dataDir: path.join(dataDir, 'new') }))).toEqual(['ok']);
  await mkdir(dataDir, { mode: 0o700 });
  expect(await states(checkDataFolder({ dataDir }))).toEqual(['ok']);
  await chmod(dataDir, 0o755);
  expect(await states(checkDataFolder({ dataDir }))).toEqual(['warning']);
  // As /tmp: such a folder is shared on purpose.
  await chmod(dataDir, 0o1777);
  expect(await states(checkDataFolder({ dataDir }))).toEqual(['ok']);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await states(checkDataFolder({ dataDir: file }))).toEqual(['problem']);
});

test('the disk of a folder that does not exist yet is that of its parent', async () => {
  expect(await checkDisk({ dataDir: path.join(folder, 'a/b/c') })).toMatchObject([
    { text: expect.stringMatching(/^Disk: [\d.]+ [MG]B free/) },
  ]);
});

test.each([
  ['ok', null, '127.0.0.1', 0],
  ['ok', 'http://localhost:3000', '127.0.0.1', 0],
  ['warning', null, '0.0.0.0', 0],
  ['warning', 'http://example.org', '127.0.0.1', 1],
  ['warning', 'https://example.org', '127.0.0.1', 0],
  ['ok', 'https://example.org', '127.0.0.1', 1],
] as const)('%s for SITE_URL %s on %s with %i trusted proxies', async (state, siteUrl, host, hops) => {
  expect(await states(checkSiteUrl({ siteUrl, host, port: 3000, trustProxy: { hops } }))).toEqual([state]);
});

test('a clock that is behind the data is a problem', async () => {
  const dataDir = path.join(folder, 'clock');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'blog.sqlite'), '');
  const written = new Date('2026-05-01T00:00:00Z');
  await utimes(path.join(dataDir, 'blog.sqlite'), written, written);
  expect(await states(checkClock({ dataDir }, new Date('2026-05-01T00:00:00Z')))).toEqual(['ok']);
  expect(await states(checkClock({ dataDir }, new Date('2026-04-30T23:00:00Z')))).toEqual(['problem']);
});
