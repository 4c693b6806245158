import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets requests come first when the machine is busy. On Linux each thread has a priority of its own, and those that compile and
 * collect garbage run already.
 */
export function lowerPriority(): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
    for (const thread of threads) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere; the process then competes with requests.
  }
}
