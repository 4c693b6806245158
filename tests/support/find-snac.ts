import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadDebianPackage } from './debian-package.ts';
import { findOnPath, isExecutable } from './machine.ts';

/*
 * snac2, a small fediverse server in C. Debian has it since release 13 (trixie); its package also runs on Debian 12, whose
 * libraries it is satisfied with.
 */

const release = 'trixie';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'not-terrible', 'snac2');
const unpacked = join(cache, 'usr/bin/snac');

/** The program that SNAC names, an installed one, or the one that `installSnac` unpacked. */
export function findSnac(): string | undefined {
  return [process.env.SNAC, findOnPath('snac'), unpacked].find((file) => file && starts(file));
}

/** Unpacks Debian's package into a cache folder; undefined where that is not possible. */
export function installSnac(): string | undefined {
  const found = findSnac();
  if (found || process.platform !== 'linux' || !findOnPath('apt-get') || !findOnPath('dpkg')) return found;
  const folder = mkdtempSync(join(tmpdir(), 'not-terrible-snac-'));
  try {
    const file = downloadDebianPackage('snac2', folder, release);
    if (!file) return undefined;
    const root = join(folder, 'root');
    if (!run('dpkg', '-x', file, root)) return undefined;
    mkdirSync(join(cache, 'usr/bin'), { recursive: true });
    copyFileSync(join(root, 'usr/bin/snac'), `${unpacked}-${process.pid}`);
    renameSync(`${unpacked}-${process.pid}`, unpacked);
    return findSnac();
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A program whose libraries are missing does not print its usage. */
const starts = (file: string): boolean =>
  isExecutable(file) && /^snac 2\./.test(spawnSync(file, [], { encoding: 'utf8' }).stdout ?? '');
