import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** For a lock of another machine, whose processes cannot be checked. */
const staleAfterMs = 60 * 60 * 1000;
const held = new Set<string>();

/** Runs `work` unless another process holds the lock of the folder; then it returns null. */
export async function withLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result | null> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, '.lock');
  if (held.has(file)) return null;
  held.add(file);
  try {
    if (!(await take(file))) {
      if (!(await isStale(file))) return null;
      await rm(file, { force: true });
      if (!(await take(file))) return null;
    }
    try {
      return await work();
    } finally {
      await rm(file, { force: true });
    }
  } finally {
    held.delete(file);
  }
}

async function take(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // The disk is full even for these few bytes.
    await rm(file, { force: true });
    throw error;
  }
}

/** Whether the process that created the lock has ended. */
async function isStale(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    const { pid, host } = JSON.parse(await readFile(file, 'utf8')) as { pid: number; host: string };
    if (host !== hostname()) return Math.abs(Date.now() - mtimeMs) > staleAfterMs;
    // This process does not hold the lock, so the same pid means an earlier process, for example in a container.
    return pid === process.pid || !isAlive(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
