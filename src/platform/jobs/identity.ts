import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

const hostFile = (dataFolder: string) => path.join(dataFolder, 'host-id');

/** Identifies the data folder, which outlives names of machines and containers; '' before it has an id. */
export function hostOf({ dataFolder }: { dataFolder: string }): string {
  try {
    return readFileSync(hostFile(dataFolder), 'utf8').trim();
  } catch {
    return '';
  }
}

/** Gives the data folder an id when the first job needs one. */
export function ensureHost(blog: { dataFolder: string }): string {
  const known = hostOf(blog);
  if (known) return known;
  mkdirSync(blog.dataFolder, { recursive: true });
  try {
    writeFileSync(hostFile(blog.dataFolder), `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return hostOf(blog);
}

const readOr = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return '';
  }
};

/**
 * Where process ids mean the same process: one boot of one machine and one PID namespace. Two containers may share a
 * hostname but not this.
 */
const processSpace = hash(
  'sha256',
  [
    hostname(),
    readOr(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    readOr(() => readlinkSync('/proc/self/ns/pid')),
  ].join('\n'),
).slice(0, 16);

/** Differs for each run, so that a process that lost its lease is never taken for the one that has it. */
export const newOwner = (): string => `${processSpace}:${process.pid}:${randomUUID()}`;

/** Whether the process is known to have ended; a process elsewhere is only given up when its lease expires. */
export function isDead(owner: string): boolean {
  const [space, pid] = owner.split(':');
  if (space !== processSpace) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
