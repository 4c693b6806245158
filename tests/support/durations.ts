import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seconds } from './timings.ts';

/*
 * The CPU time of each test file. `tests/durations.json` holds what was measured on an idle machine (`npm test -- record`).
 */

const root = join(import.meta.dirname, '../..');
const recorded = join(root, 'tests/durations.json');

/** Milliseconds of CPU time by file. */
export type Durations = Map<string, number>;

export function readDurations(): { costOf(file: string): number } {
  const durations = load();
  // A file that was never measured may be a long one.
  return { costOf: (file) => durations.get(relative(root, file)) ?? 5_000 };
}

/** Adds up the lines that the workers of a run wrote (`measureCpu`); a file may have several. */
export function durationsIn(record: string): Durations {
  const durations: Durations = new Map();
  if (!existsSync(record)) return durations;
  for (const line of readFileSync(record, 'utf8').split('\n').filter(Boolean)) {
    const { file, ms } = JSON.parse(line) as { file: string; ms: number };
    durations.set(file, (durations.get(file) ?? 0) + ms);
  }
  return durations;
}

export function writeDurations(measured: Durations): void {
  const sorted = [...measured].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(recorded, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** The ten costliest files, and those that cost clearly more than when they were recorded. */
export function describeDurations(measured: Durations, before: Durations = load()): string[] {
  const costliest = [...measured].sort(([, a], [, b]) => b - a).slice(0, 10);
  const grown = [...measured]
    .map(([file, ms]) => ({ file, ms, was: before.get(file) ?? 0 }))
    .filter(({ ms, was }) => ms - was > 2_000 && ms > was * 1.5)
    .sort((a, b) => b.ms - b.was - (a.ms - a.was))
    .slice(0, 10);
  return [
    'Costliest files (CPU time):',
    ...costliest.map(([file, ms]) => `${seconds(ms).padStart(9)}  ${file}`),
    ...(grown.length > 0 ? ['Grown since they were recorded:'] : []),
    ...grown.map(({ file, ms, was }) => `${seconds(ms).padStart(9)}  ${file} (was ${seconds(was)})`),
  ];
}

const load = (): Durations =>
  existsSync(recorded)
    ? new Map(Object.entries(JSON.parse(readFileSync(recorded, 'utf8')) as Record<string, number>))
    : new Map();
