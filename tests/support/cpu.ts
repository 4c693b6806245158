import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** CPU time of this thread in milliseconds. Unlike elapsed time, it does not depend on the load of the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

type Stat = { parent: number; ms: number };

/**
 * CPU time in milliseconds of a process, of its living descendants, and of those that it has waited for; 0 where there is no
 * `/proc`.
 */
export function treeCpuMs(pid = process.pid): number {
  const stats = new Map<number, Stat>();
  for (const name of listProcesses()) {
    const stat = statOf(name);
    if (stat) stats.set(Number(name), stat);
  }
  const belongs = (id: number): boolean =>
    id === pid || (id > 1 && stats.has(id) && belongs(stats.get(id)?.parent ?? 0));
  return [...stats].reduce((sum, [id, { ms }]) => (belongs(id) ? sum + ms : sum), 0);
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function statOf(name: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain blanks.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ms: ticks * tickMs };
  } catch {
    return undefined;
  }
}

/** Where a run collects the CPU time of its tests: one line each, because workers write at the same time. */
const record = process.env.TEST_CPU_FILE;

/** Starts measuring a test file, or one test of it; the returned function ends it and gives the CPU time until then. */
export function measureCpu(
  path: string | undefined,
  { test, since = treeCpuMs() }: Measured = {},
): () => number {
  if (!record || !path) return () => 0;
  return () => {
    const until = treeCpuMs();
    const line = { file: relative(process.cwd(), path), test, ms: Math.round(until - since) };
    appendFileSync(record, `${JSON.stringify(line)}\n`);
    return until;
  };
}

type Measured = { test?: string; since?: number };
