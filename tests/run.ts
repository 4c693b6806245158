/**
 * `npm test` runs what every change must pass, `npm test -- unit` one part of it, `npm test -- changed` what a change can reach.
 * `npm run test:deep` runs everything else, `npm run test:deep -- faults` one group. The last line counts all tests. There is no
 * time limit for the whole; each test has its own.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affectedTests, changedFiles } from './support/affected.ts';
import { findBrowser } from './support/browser.ts';
import { runCommand } from './support/command.ts';
import { readCoverage, writeCoverage } from './support/coverage.ts';
import { treeCpuMs } from './support/cpu.ts';
import { describeDurations, durationsIn, writeDurations } from './support/durations.ts';
import { installSnac } from './support/find-snac.ts';
import { type DeepGroup, deepGroups } from './support/groups.ts';
import { findJava } from './support/java.ts';
import { installPackages } from './support/packages.ts';
import {
  addResults,
  countPlaywright,
  countVitest,
  finish,
  noResults,
  type Results,
} from './support/results.ts';
import { minutes, seconds } from './support/timings.ts';

type Step = { name: string; run(): Promise<Results> };
/** Steps of a stage run side by side; the next stage begins when all have ended. */
type Stage = Step[];
type Plan = {
  stages: Stage[];
  /** Run beside all stages. */
  beside: Step[];
};

const parts = ['checks', 'unit', 'http', 'browser'] as const;
const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
const cpuRecord = join(results, 'cpu.jsonl');
const coverageRecord = join(results, 'coverage.jsonl');
const stop = new AbortController();
/** Of `npm test` on an idle machine with two cores. */
const maxCpuMinutes = 16;
/** Deep groups in which no test is about a disk. */
const inMemory = ['postgres', 'processes'];
/** Types and lint take the time that tests leave. */
const niceness = 10;

const build: Step = { name: 'build', run: () => check(npm('run', 'build')) };
const java: Step = { name: 'java', run: () => provide(findJava) };
const chromium: Step = { name: 'chromium', run: () => provide(findBrowser) };
const postgres: Step = {
  name: 'postgres',
  run: () => provide(() => process.env.TEST_DATABASE_URL || installPackages('postgres')),
};
const checks: Step[] = [
  // Several checkers would check shared types once each, which takes twice the CPU time.
  { name: 'types', run: () => check(tool('typescript/bin/tsc', '-p', '.', '--checkers', '1'), niceness) },
  {
    name: 'lint',
    run: () => check(tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'), niceness),
  },
];
/** Journeys alone, without a second try. */
const journeys = (specs: string[] = []): Promise<Results> =>
  playwright([...specs, '--grep-invert', '@deep', '--retries', '0'], { TEST_AXE: 'overlays' });
const browser: Step = { name: 'browser', run: () => journeys() };

/** Where a program of others cannot be installed, its tests are skipped and named. */
const snac: Step = {
  name: 'snac',
  run: async () => {
    installSnac();
    return noResults;
  },
};
const packages: Step = {
  name: 'packages',
  run: async () => {
    installPackages('deep');
    return noResults;
  },
};
const group = (name: DeepGroup): Step => ({ name, run: () => vitest([name]) });
const deep: Record<DeepGroup, Stage[]> = {
  postgres: [[group('postgres')]],
  processes: [[packages], [group('processes')]],
  scale: [[group('scale')]],
  browser: [[{ name: 'browser', run: () => playwright() }]],
  hostile: [
    [packages],
    [group('hostile')],
    [{ name: 'browser', run: () => playwright(['site-hostile', 'editor-hostile'], { TEST_SIZE: 'full' }) }],
  ],
  faults: [[group('faults')]],
  // One after another: each measures and uses what it has installed.
  install: globSync('tests/install/*.test.ts', { cwd: root })
    .sort()
    .map((file) => [{ name: file, run: () => vitest(['install'], [file]) }]),
  counterparts: [[snac, packages], [group('counterparts')]],
};

process.exitCode = await main(process.argv.slice(2));

async function main([tier, ...rest]: string[]): Promise<number> {
  const args = tier === 'deep' ? rest : [tier, ...rest].filter((arg) => arg !== undefined);
  const known: readonly string[] = tier === 'deep' ? deepGroups : [...parts, 'changed', 'record'];
  const unknown = args.filter((arg) => !known.includes(arg));
  if (unknown.length > 0) {
    console.error(
      `There is no part "${unknown.join(' ')}": choose from ${known.join(', ')}, or name none for all.`,
    );
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const temporary = await mkdtemp(join(await temporaryFolder(tier, args), 'not-terrible-'));
  // PostgreSQL may run as another account and has to reach its files in here.
  await chmod(temporary, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
  process.env.NODE_COMPILE_CACHE = join(temporary, 'compiled');
  process.env.TEST_CPU_FILE = cpuRecord;
  mkdirSync(results, { recursive: true });
  rmSync(cpuRecord, { force: true });
  if (args.includes('record')) {
    process.env.TEST_COVERAGE_FILE = coverageRecord;
    process.env.BUILD_SOURCE_MAPS = '1';
    rmSync(coverageRecord, { force: true });
  }
  try {
    const began = performance.now();
    const { passed, failed, skipped, notes } = await runPlan(
      tier === 'deep' ? planOfGroups(args) : planOfTest(args),
    );
    const cpuMs = treeCpuMs();
    const durations = durationsIn(cpuRecord);
    if (args.includes('record') && failed === 0) {
      writeDurations(durations);
      writeCoverage(coverageRecord);
    }
    const lines = [
      ...describeDurations(durations),
      `${minutes(performance.now() - began)}, ${minutes(cpuMs)} of CPU time`,
      ...(tier !== 'deep' && cpuMs > maxCpuMinutes * 60_000
        ? [`WARNING: more than ${maxCpuMinutes} minutes of CPU time; see the costliest files above.`]
        : []),
      // Once more at the end, where they are found without reading thousands of lines.
      ...notes,
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ];
    console.log(`\n${lines.join('\n')}`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Waiting for a disk to flush is a large part of a run. What a disk does is the subject of the other deep groups. */
async function temporaryFolder(tier: string | undefined, args: readonly string[]): Promise<string> {
  const memory = '/dev/shm';
  const needsDisk = tier === 'deep' && !(args.length > 0 && args.every((name) => inMemory.includes(name)));
  if (needsDisk || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = await statfs(memory);
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
}

function planOfTest(args: readonly string[]): Plan {
  const named = parts.filter((part) => args.includes(part));
  const chosen = named.length > 0 ? named : parts;
  const projects = chosen.filter((part) => part !== 'browser');
  // One after the other: each keeps all cores busy, and beside each other each test would only take longer.
  const suites: Stage[] = [
    ...(chosen.includes('browser') ? [[browser]] : []),
    ...(projects.length > 0 ? [[{ name: projects.join(', '), run: () => vitest(projects) }]] : []),
  ];
  return {
    stages: [[build, java, chromium, postgres], ...(args.includes('changed') ? [affected()] : suites)],
    beside: chosen.includes('checks') ? checks : [],
  };
}

function planOfGroups(args: readonly string[]): Plan {
  const chosen = deepGroups.filter((name) => args.length === 0 || args.includes(name));
  return { stages: [[build, java, chromium, postgres], ...chosen.flatMap((name) => deep[name])], beside: [] };
}

/** Unit tests by what they import; tests of the running server by what `affected.ts` knows of its sources. */
function affected(): Stage {
  const { since, files } = changedFiles(root);
  console.log(`Tests of ${files.length} files that changed since ${since}:\n  ${files.join('\n  ')}`);
  const coverage = readCoverage();
  const find = (pattern: string) => affectedTests(root, files, globSync(pattern, { cwd: root }), coverage);
  const http = find('tests/{http,hostile,faults}/**/*.test.ts');
  const specs = find('tests/browser/**/*.spec.ts');
  const step = (name: string, run: Step['run']): Step => ({ name, run });
  return [
    step('unit', () => vitest(['checks', 'unit'], ['--changed', since, '--passWithNoTests'])),
    ...(http.length > 0 ? [step('http', () => vitest(['http'], http))] : []),
    ...(specs.length > 0 ? [step('browser', () => journeys(specs))] : []),
  ];
}

async function runPlan({ stages, beside }: Plan): Promise<Results> {
  const ended = await Promise.all([runStages(stages), ...beside.map(runStep)]);
  return ended.reduce(addResults);
}

/** A stage that fails to prepare what the next ones need ends the run. */
async function runStages(stages: readonly Stage[]): Promise<Results> {
  let total = noResults;
  for (const stage of stages) {
    if (stop.signal.aborted) return addResults(total, failure('not run: stopped'));
    const ended = await Promise.all(stage.map(runStep));
    total = ended.reduce(addResults, total);
    if (stage.includes(build) && total.failed > 0) return total;
  }
  return total;
}

async function runStep({ name, run }: Step): Promise<Results> {
  const begin = performance.now();
  const { passed, failed, skipped, notes } = await run();
  const counts = [
    ...(passed > 0 ? [`${passed} ok`] : []),
    ...(failed > 0 ? [`${failed} not ok`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${[name, ...counts, seconds(performance.now() - begin)].join(' · ')}`,
  );
  for (const note of notes) console.log(`  ${note}`);
  const named = failed > 0 && notes.length === 0 ? ['failed'] : notes;
  return { passed, failed, skipped, notes: named.map((note) => `${name}: ${note}`) };
}

function failure(...notes: string[]): Results {
  return { ...noResults, failed: 1, notes };
}

/** A command that is one test: it says something only when it fails. */
async function check(command: string[], niceness = 0): Promise<Results> {
  const options = { cwd: root, show: 'quiet', signal: stop.signal, niceness } as const;
  const { code, output } = await runCommand(command, options);
  if (code === 0) return { ...noResults, passed: 1 };
  console.log(output);
  return failure();
}

/** Once and before the tests, because several of them would ask for it at the same time. */
async function provide(find: () => unknown): Promise<Results> {
  try {
    await find();
    return noResults;
  } catch (error) {
    return failure(String(error));
  }
}

async function vitest(projects: readonly string[], args: string[] = []): Promise<Results> {
  const report = join(results, `${projects.join('-')}.json`);
  const reporters = ['default', 'json', join(import.meta.dirname, 'support/vitest-reporter.ts')].map(
    (reporter) => `--reporter=${reporter}`,
  );
  const command = tool(
    'vitest/vitest.mjs',
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...reporters,
    `--outputFile.json=${report}`,
    ...args,
  );
  return count(command, report, countVitest, { mayBeEmpty: args.includes('--passWithNoTests') });
}

function playwright(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Results> {
  const report = join(results, 'browser.json');
  return count(tool('@playwright/test/cli.js', 'test', ...args), report, countPlaywright, { env });
}

async function count<Report>(
  command: string[],
  report: string,
  counter: (report: Report) => Results,
  { mayBeEmpty = false, env = {} }: { mayBeEmpty?: boolean; env?: NodeJS.ProcessEnv },
): Promise<Results> {
  rmSync(report, { force: true });
  const { code } = await runCommand(command, {
    cwd: root,
    show: 'live',
    signal: stop.signal,
    env: { ...process.env, ...env },
  });
  const counted = existsSync(report)
    ? counter(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : noResults;
  return mayBeEmpty && code === 0 && counted.passed === 0 ? counted : finish(counted, code);
}

function tool(script: string, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules', script), ...args];
}

function npm(...args: string[]): string[] {
  const script = process.env.npm_execpath;
  return script ? [process.execPath, script, ...args] : ['npm', ...args];
}
