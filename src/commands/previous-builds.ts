import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const maxBuilds = 3;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** Holds a folder for each previous build, named by its build time. */
export const previousFolder = 'client/previous';

/**
 * Copies the assets of previous builds into a new one, because pages that were opened before an upgrade still request them.
 * Their names contain a hash, so they do not conflict.
 */
export function keepPreviousBuilds(old: string, newBuild: string, now = Date.now()): void {
  if (!existsSync(path.join(old, 'built'))) return;
  const builtAt = Math.floor(statSync(path.join(old, 'built')).mtimeMs);
  const previous = path.join(old, previousFolder);
  const builds = [
    { builtAt, folder: path.join(old, 'client/assets') },
    ...namesIn(previous).map((name) => ({ builtAt: Number(name), folder: path.join(previous, name) })),
  ];
  const recent = builds
    .filter((build) => build.builtAt > now - maxAgeMs)
    .sort((a, b) => b.builtAt - a.builtAt)
    .slice(0, maxBuilds);
  const present = new Set(namesIn(path.join(newBuild, 'client/assets')));
  for (const { builtAt: time, folder } of recent) {
    const target = path.join(newBuild, previousFolder, String(time));
    for (const name of namesIn(folder)) {
      if (present.has(name)) continue;
      present.add(name);
      mkdirSync(target, { recursive: true });
      copyFileSync(path.join(folder, name), path.join(target, name));
    }
  }
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
