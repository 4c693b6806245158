import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Packages that only groups of the deep tier use have a lockfile of their own, so that `npm ci` installs less. */
const folder = path.join(import.meta.dirname, '../deep');
const changed = (file: string): number =>
  statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function installDeepPackages(): void {
  if (changed('node_modules/.package-lock.json') > changed('package-lock.json')) return;
  const { status } = spawnSync('npm', ['ci'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('The packages in tests/deep could not be installed.');
}

export async function deepPackage<Exports>(name: string): Promise<Exports> {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  return (await import(pathToFileURL(resolve(name)).href)) as Exports;
}
