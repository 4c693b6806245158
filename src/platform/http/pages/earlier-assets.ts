import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Asset, assetType } from './assets.ts';

const maxVersions = 3;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** The file that names the folder of the version that ran last. */
const currentName = 'current';
/** Left by a process that was killed, if it is older than this. */
const unfinishedMs = 60 * 60 * 1000;
const unfinishedPrefix = '.unfinished-';
const validId = /^[0-9a-f]{16}$/;

export const earlierAssetsFolder = (dataDir: string): string => path.join(dataDir, 'assets');

/**
 * The assets of the versions that ran here before: a page that was opened before an upgrade still requests them. They are rarely
 * requested, so they stay on disk.
 */
export function loadEarlierAssets(folder: string, own: ReadonlyMap<string, Asset>): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const id of versionsIn(folder))
    for (const name of readdirSync(path.join(folder, id)))
      if (!/\.(br|gz)$/.test(name) && !own.has(`/assets/${name}`) && !assets.has(`/assets/${name}`))
        assets.set(`/assets/${name}`, onDisk(path.join(folder, id, name)));
  return assets;
}

const onDisk = (file: string): Asset => ({
  type: assetType(file),
  get plain() {
    return readFileSync(file);
  },
  get br() {
    return existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
  },
  get gzip() {
    return existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : null;
  },
});

/** Stores the assets of this version for the versions after it, and removes those that ended long ago. */
export async function keepAssets(
  folder: string,
  own: ReadonlyMap<string, Asset>,
  now = Date.now(),
): Promise<void> {
  const id = createHash('sha256')
    .update([...own.keys()].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeVersion(folder, id, own);
  const current = await readFile(path.join(folder, currentName), 'utf8').catch(() => id);
  // The time of a folder is the end of its version, which may have run for months.
  if (current !== id && validId.test(current) && existsSync(path.join(folder, current)))
    await utimes(path.join(folder, current), new Date(now), new Date(now));
  await writeFile(path.join(folder, currentName), id);
  const ended = versionsIn(folder).filter((each) => each !== id);
  for (const [index, each] of ended.entries())
    if (index >= maxVersions || statSync(path.join(folder, each)).mtimeMs < now - maxAgeMs)
      await rm(path.join(folder, each), { recursive: true, force: true });
}

/** In one step, because several processes and a kill may interfere. */
async function writeVersion(folder: string, id: string, own: ReadonlyMap<string, Asset>): Promise<void> {
  const target = path.join(folder, id);
  if (existsSync(target)) return;
  for (const name of readdirSync(folder).filter((each) => each.startsWith(unfinishedPrefix)))
    if (statSync(path.join(folder, name)).mtimeMs < Date.now() - unfinishedMs)
      await rm(path.join(folder, name), { recursive: true, force: true });
  const unfinished = await mkdtemp(path.join(folder, unfinishedPrefix));
  try {
    for (const [url, { plain, br, gzip }] of own) {
      const file = path.join(unfinished, path.basename(url));
      await writeFile(file, plain);
      if (br) await writeFile(`${file}.br`, br);
      if (gzip) await writeFile(`${file}.gz`, gzip);
    }
    await rename(unfinished, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The newest first. */
const versionsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => validId.test(name))
    .map((name) => ({ name, time: statSync(path.join(folder, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name);
