/**
 * Runs every check and every test: `npm test`, `npm test -- unit` for one part, or `npm test -- changed` for what a change
 * can reach. The last line counts them all. There is no time limit for the whole; each test has its own.
 */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affectedTests, changedFiles } from './support/affected.ts';
import { findBrowser } from './support/browser.ts';
import { runCommand } from './support/command.ts';
import { installSnac } from './support/find-snac.ts';
import { findJava } from './support/java.ts';
import { countPlaywright, countVitest, type Results, settle } from './support/results.ts';

const parts = ['checks', 'unit', 'http', 'browser'] as const;
type Part = (typeof parts)[number];
type Step = { name: string; parts: Part[]; needs?: string; run(): Promise<Results> };

const root = join(import.meta.dirname, '..');
const stop = new AbortController();

const checks: Step[] = [
  { name: 'types', parts: ['checks'], run: () => check(tool('typescript/bin/tsc', '-p', '.')) },
  {
    name: 'lint',
    parts: ['checks'],
    run: () => check(tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  },
  { name: 'repository', parts: ['checks'], run: () => vitest('checks') },
];
const build: Step = {
  name: 'build',
  parts: ['unit', 'http', 'browser'],
  run: () => check(npm('run', 'build')),
};
const java: Step = { name: 'java', parts: ['unit', 'http'], run: () => provide(findJava) };
const chromium: Step = { name: 'chromium', parts: ['unit', 'browser'], run: () => provide(findBrowser) };
/** Where it cannot be installed, its tests are skipped and named. */
const snac: Step = {
  name: 'snac',
  parts: ['http'],
  run: async () => {
    installSnac();
    return { passed: 0, failed: 0, notes: [] };
  },
};
const steps: Step[] = [
  ...checks,
  build,
  java,
  chromium,
  snac,
  { name: 'unit', parts: ['unit'], run: () => vitest('unit') },
  { name: 'http', parts: ['http'], needs: 'build', run: () => vitest('http') },
  { name: 'browser', parts: ['browser'], needs: 'build', run: () => playwright() },
];

process.exitCode = await main(process.argv.slice(2));

async function main(wanted: string[]): Promise<number> {
  const changed = wanted.includes('changed');
  const unknown = wanted.filter((part) => part !== 'changed' && !parts.some((known) => known === part));
  if (unknown.length > 0) {
    console.error(
      `There is no part "${unknown.join(' ')}": choose from ${parts.join(', ')}, changed, or name none for all.`,
    );
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const temporary = await mkdtemp(join(tmpdir(), 'not-terrible-'));
  // PostgreSQL may run as another account and has to reach its files in here.
  await chmod(temporary, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
  process.env.NODE_COMPILE_CACHE = join(temporary, 'compiled');
  try {
    const named = wanted.filter((part) => part !== 'changed');
    const chosen = (changed ? stepsOfChange() : steps).filter(
      (step) => named.length === 0 || step.parts.some((part) => named.includes(part)),
    );
    const { passed, failed, notes } = await runSteps(chosen);
    // Once more at the end, where it is found without reading thousands of lines.
    console.log(`\n${notes.map((note) => `${note}\n`).join('')}${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Unit tests by what they import; tests of the running server by what `affected.ts` knows of its sources. */
function stepsOfChange(): Step[] {
  const { since, files } = changedFiles(root);
  console.log(`Tests of ${files.length} files that changed since ${since}:\n  ${files.join('\n  ')}`);
  const affected = (...patterns: string[]) => affectedTests(root, files, globSync(patterns, { cwd: root }));
  const http = affected('tests/{http,hostile,faults}/**/*.test.ts').filter((file) => !/\.whole\./.test(file));
  const browser = affected('tests/browser/**/*.spec.ts');
  return [
    ...checks,
    build,
    java,
    chromium,
    snac,
    { name: 'unit', parts: ['unit'], run: () => vitest('unit', ['--changed', since, '--passWithNoTests']) },
    ...(http.length > 0
      ? [{ name: 'http', parts: ['http' as const], needs: 'build', run: () => vitest('http', http) }]
      : []),
    ...(browser.length > 0
      ? [{ name: 'browser', parts: ['browser' as const], needs: 'build', run: () => playwright(browser) }]
      : []),
  ];
}

/** What tests need and what needs no tests runs side by side; suites run one after another, each on all cores. */
async function runSteps(chosen: Step[]): Promise<Results> {
  const total: Results = { passed: 0, failed: 0, notes: [] };
  const broken = new Set<string>();
  const runStep = async (step: Step) => {
    const begin = performance.now();
    const results = await outcome(step, broken);
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    if (results.failed > 0) broken.add(step.name);
    total.passed += results.passed;
    total.failed += results.failed;
    const counts = [
      ...(results.passed > 0 ? [`${results.passed} ok`] : []),
      ...(results.failed > 0 ? [`${results.failed} not ok`] : []),
    ];
    console.log(`${results.failed > 0 ? '✗' : '✓'} ${[step.name, ...counts, `${seconds} s`].join(' · ')}`);
    for (const note of results.notes) console.log(`  ${note}`);
    total.notes.push(...results.notes.map((note) => `${step.name}: ${note}`));
    if (results.failed > 0 && results.notes.length === 0) total.notes.push(`${step.name}: failed`);
  };
  const isSuite = ({ name }: Step) => parts.some((part) => part === name);
  await Promise.all(chosen.filter((step) => !isSuite(step)).map(runStep));
  for (const step of chosen.filter(isSuite)) await runStep(step);
  return total;
}

async function outcome({ needs, run }: Step, broken: Set<string>): Promise<Results> {
  if (stop.signal.aborted) return { passed: 0, failed: 1, notes: ['not run: stopped'] };
  if (needs !== undefined && broken.has(needs)) {
    return { passed: 0, failed: 1, notes: [`not run: it needs the step ${needs}`] };
  }
  return run();
}

/** A command that is one test: it says something only when it fails. */
async function check(command: string[]): Promise<Results> {
  const { code, output } = await runCommand(command, { cwd: root, show: 'quiet', signal: stop.signal });
  if (code === 0) return { passed: 1, failed: 0, notes: [] };
  console.log(output);
  return { passed: 0, failed: 1, notes: [] };
}

/** Once and before the tests, because several of them would ask for it at the same time. */
async function provide(find: () => Promise<string>): Promise<Results> {
  try {
    await find();
    return { passed: 0, failed: 0, notes: [] };
  } catch (error) {
    return { passed: 0, failed: 1, notes: [String(error)] };
  }
}

async function vitest(project: string, args: string[] = []): Promise<Results> {
  const report = join(root, 'test-results', `${project}.json`);
  const reporters = ['default', 'json', join(import.meta.dirname, 'support/vitest-reporter.ts')].map(
    (reporter) => `--reporter=${reporter}`,
  );
  const command = tool(
    'vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...reporters,
    `--outputFile.json=${report}`,
    ...args,
  );
  return count(command, report, countVitest, args.includes('--passWithNoTests'));
}

function playwright(files: string[] = []): Promise<Results> {
  const report = join(root, 'test-results', 'browser.json');
  return count(tool('@playwright/test/cli.js', 'test', ...files), report, countPlaywright);
}

async function count<Report>(
  command: string[],
  report: string,
  counter: (report: Report) => Results,
  mayBeEmpty = false,
): Promise<Results> {
  rmSync(report, { force: true });
  const { code } = await runCommand(command, { cwd: root, show: 'live', signal: stop.signal });
  const results = existsSync(report)
    ? counter(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { passed: 0, failed: 0, notes: [] };
  return mayBeEmpty && code === 0 && results.passed === 0 ? results : settle(results, code);
}

function tool(script: string, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules', script), ...args];
}

function npm(...args: string[]): string[] {
  const script = process.env.npm_execpath;
  return script ? [process.execPath, script, ...args] : ['npm', ...args];
}
