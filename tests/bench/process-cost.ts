import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU seconds of a process and all its threads so far, from schedstat, because /proc/PID/stat counts hundredths of a
 * second, too coarse for a short round.
 */
export function cpuSeconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => threadSeconds(`/proc/${pid}/task/${task}/schedstat`))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** Zero for a thread that ended after the list was read. */
function threadSeconds(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e9;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Resident set size in megabytes. */
export function memoryMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Child processes; nginx serves from one. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
