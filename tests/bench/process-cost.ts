import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU seconds that a process and all its threads have used so far, from Linux' scheduler: what /proc tells of the process
 * as a whole counts in hundredths, too coarse for a short round.
 */
export function cpuSeconds(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9)
    .reduce((sum, seconds) => sum + seconds, 0);
}

/** Megabytes in memory now. */
export function memoryMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** Processes that this one started: nginx works in a child. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
