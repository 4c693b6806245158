import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages that few tests use have a lockfile of their own, so that `npm ci` installs less. */
type Folder = 'deep' | 'postgres';

const folderOf = (name: Folder): string => path.join(import.meta.dirname, '..', name);
const changed = (name: Folder, file: string): number =>
  statSync(path.join(folderOf(name), file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function installPackages(name: Folder): void {
  if (changed(name, 'node_modules/.package-lock.json') > changed(name, 'package-lock.json')) return;
  const { status } = spawnSync('npm', ['ci'], {
    cwd: folderOf(name),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The packages in tests/${name} could not be installed.`);
}

export const requireIn = (name: Folder): NodeJS.Require =>
  createRequire(path.join(folderOf(name), 'package.json'));

export const deepPackage = async <Exports>(name: string): Promise<Exports> =>
  (await import(pathToFileURL(requireIn('deep').resolve(name)).href)) as Exports;
