import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const mostBuilds = 3;
const longestMs = 30 * 24 * 60 * 60 * 1000;

/** Where a build keeps the files of those before it, in a folder for each, named by the time when it was built. */
export const previousFolder = 'client/previous';

/**
 * Takes the files of the last builds over into a new one: a page that was opened before an upgrade asks for them
 * afterwards. Their names carry a hash, so none is in the way of another.
 */
export function keepPreviousBuilds(old: string, fresh: string, now = Date.now()): void {
  if (!existsSync(path.join(old, 'built'))) return;
  const builtAt = Math.floor(statSync(path.join(old, 'built')).mtimeMs);
  const previous = path.join(old, previousFolder);
  const builds = [
    { builtAt, folder: path.join(old, 'client/assets') },
    ...namesIn(previous).map((name) => ({ builtAt: Number(name), folder: path.join(previous, name) })),
  ];
  const kept = builds
    .filter((build) => build.builtAt > now - longestMs)
    .sort((a, b) => b.builtAt - a.builtAt)
    .slice(0, mostBuilds);
  const known = new Set(namesIn(path.join(fresh, 'client/assets')));
  for (const { builtAt: time, folder } of kept) {
    const target = path.join(fresh, previousFolder, String(time));
    for (const name of namesIn(folder)) {
      if (known.has(name)) continue;
      known.add(name);
      mkdirSync(target, { recursive: true });
      copyFileSync(path.join(folder, name), path.join(target, name));
    }
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
