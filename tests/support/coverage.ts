/**
 * Which sources the tests of the running server reach, recorded by `npm test -- record` in `tests/coverage.json`, so that
 * `npm test -- changed` knows what a change can affect. Imports do not show it: the server loads most of `src`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(import.meta.dirname, '../..');
const recorded = join(root, 'tests/coverage.json');
/** Where a run collects what its workers report, a line per test file. */
const lines = process.env.TEST_COVERAGE_FILE;

/** By test file, the sources of which it called a function. */
export type Coverage = Map<string, ReadonlySet<string>>;

let session: Session | undefined;

/** Starts recording in this process; the returned function stores what the test file has called since. */
export async function coveredFile(path: string | undefined): Promise<() => Promise<void>> {
  // Unit tests are chosen by what they import, and recording makes them several times as slow.
  if (!lines || !path || !relative(root, path).startsWith('tests/')) return async () => {};
  if (!session) {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }
  // What earlier files have called.
  await session.post('Profiler.takePreciseCoverage');
  return async () => {
    const called = await session?.post('Profiler.takePreciseCoverage');
    const sources = new Set<string>();
    for (const { url, functions } of called?.result ?? []) {
      if (!url.includes('/dist/server/')) continue;
      for (const { functionName, ranges } of functions) {
        const [range] = ranges;
        // A function without a name may be the module, which runs whenever it is loaded.
        if (!functionName || !range || range.count === 0) continue;
        const source = sourceOf(url, range.startOffset);
        if (source?.startsWith('src/')) sources.add(source);
      }
    }
    appendFileSync(lines, `${JSON.stringify({ file: relative(root, path), sources: [...sources] })}\n`);
  };
}

type Script = { map: SourceMap; file: string; starts: number[] };
const scripts = new Map<string, Script | undefined>();

function sourceOf(url: string, offset: number): string | undefined {
  if (!scripts.has(url)) scripts.set(url, readScript(fileURLToPath(url)));
  const script = scripts.get(url);
  if (!script) return undefined;
  const line = script.starts.findLastIndex((start) => start <= offset);
  const entry = script.map.findEntry(line, offset - (script.starts[line] ?? 0));
  // A module that is data has no source.
  return 'originalSource' in entry && entry.originalSource
    ? relative(root, join(dirname(script.file), entry.originalSource))
    : undefined;
}

/** Only builds for recording have source maps. */
function readScript(file: string): Script | undefined {
  if (!existsSync(`${file}.map`)) return undefined;
  const starts = [0];
  const text = readFileSync(file, 'utf8');
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { map: new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))), file, starts };
}

/** Sources are numbered, because each is named by many tests. */
type Stored = { sources: string[]; tests: Record<string, number[]> };

export function writeCoverage(collected: string): void {
  const rows = readFileSync(collected, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; sources: string[] });
  const covered = Map.groupBy(rows, ({ file }) => file);
  const sources = [...new Set(rows.flatMap((row) => row.sources))].sort();
  const numbers = new Map(sources.map((source, number) => [source, number]));
  const tests = [...covered]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, same]) => {
      const named = new Set(same.flatMap((row) => row.sources));
      return `${JSON.stringify(file)}: [${[...named].map((source) => numbers.get(source) ?? 0).sort((a, b) => a - b)}]`;
    });
  writeFileSync(
    recorded,
    `{"sources": [\n${sources.map((source) => JSON.stringify(source)).join(',\n')}],\n"tests": {\n${tests.join(',\n')}\n}}\n`,
  );
}

export function readCoverage(): Coverage {
  if (!existsSync(recorded)) return new Map();
  const { sources, tests } = JSON.parse(readFileSync(recorded, 'utf8')) as Stored;
  return new Map(
    Object.entries(tests).map(([file, numbers]) => [
      file,
      new Set(numbers.map((number) => sources[number] ?? '')),
    ]),
  );
}
