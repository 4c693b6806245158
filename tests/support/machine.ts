import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function findOnPath(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, file))
    .find(isExecutable);
}

/** Installs a Debian or Ubuntu package if that needs no password; returns whether it did. */
export function aptInstall(packageName: string): boolean {
  if (process.platform !== 'linux' || !findOnPath('apt-get')) return false;
  const asRoot = (...args: string[]) => {
    const [command = '', ...rest] = process.getuid?.() === 0 ? args : ['sudo', '-n', ...args];
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  if (!asRoot('/bin/true')) return false;
  console.log(`Installing ${packageName} with apt-get …`);
  const aptGet = [
    '/usr/bin/env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
  ];
  return (
    asRoot(...aptGet, 'update') && asRoot(...aptGet, 'install', '-y', '--no-install-recommends', packageName)
  );
}
