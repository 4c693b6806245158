/** Runs every check and every test: `npm test`, or `npm test -- unit` for one part. The last line counts them all. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findJava } from './support/java.ts';
import { countPlaywright, countVitest, type Results, settle } from './support/results.ts';

const parts = ['checks', 'unit', 'http', 'browser'] as const;
type Part = (typeof parts)[number];
type Step = { name: string; parts: Part[]; needs?: string; run(): Promise<Results> };

const allTheTime = 14 * 60_000;
const root = join(import.meta.dirname, '..');
const stop = new AbortController();

const steps: Step[] = [
  { name: 'types', parts: ['checks'], run: () => check(tool('typescript/bin/tsc', '-p', '.')) },
  {
    name: 'lint',
    parts: ['checks'],
    run: () => check(tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  },
  { name: 'repository', parts: ['checks'], run: () => vitest('checks') },
  { name: 'build', parts: ['unit', 'http', 'browser'], run: () => check(npm('run', 'build')) },
  { name: 'java', parts: ['unit', 'http'], run: provideJava },
  { name: 'unit', parts: ['unit'], run: () => vitest('unit') },
  { name: 'http', parts: ['http'], run: () => vitest('http') },
  { name: 'browser', parts: ['browser'], needs: 'build', run: playwright },
];

process.exitCode = await main(process.argv.slice(2));

async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((part) => !parts.some((known) => known === part));
  if (unknown.length > 0) {
    console.error(
      `There is no part "${unknown.join(' ')}": choose from ${parts.join(', ')}, or name none for all.`,
    );
    return 1;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const timer = setTimeout(() => stop.abort(), allTheTime);
  const temporary = await mkdtemp(join(tmpdir(), 'not-terrible-'));
  // PostgreSQL may run as another account and has to reach its files in here.
  await chmod(temporary, 0o755);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = temporary;
  try {
    const chosen = steps.filter(
      (step) => wanted.length === 0 || step.parts.some((part) => wanted.includes(part)),
    );
    const { passed, failed } = await runSteps(chosen);
    console.log(`\n${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    clearTimeout(timer);
    await rm(temporary, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function runSteps(chosen: Step[]): Promise<Results> {
  const total: Results = { passed: 0, failed: 0, notes: [] };
  const broken = new Set<string>();
  for (const step of chosen) {
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
  }
  return total;
}

async function outcome({ needs, run }: Step, broken: Set<string>): Promise<Results> {
  if (stop.signal.aborted) return { passed: 0, failed: 1, notes: ['not run: stopped, or out of time'] };
  if (needs !== undefined && broken.has(needs)) {
    return { passed: 0, failed: 1, notes: [`not run: it needs the step ${needs}`] };
  }
  return run();
}

/** A command that is one test: it says something only when it fails. */
async function check(command: string[]): Promise<Results> {
  const { code, output } = await execute(command, 'quiet');
  if (code === 0) return { passed: 1, failed: 0, notes: [] };
  console.log(output);
  return { passed: 0, failed: 1, notes: [] };
}

/** Once and before the tests, because several of them would ask for it at the same time. */
async function provideJava(): Promise<Results> {
  try {
    await findJava();
    return { passed: 0, failed: 0, notes: [] };
  } catch (error) {
    return { passed: 0, failed: 1, notes: [String(error)] };
  }
}

async function vitest(project: string): Promise<Results> {
  const report = join(root, 'test-results', `${project}.json`);
  const reporters = ['default', 'json', join(import.meta.dirname, 'support/second-tries.ts')].map(
    (reporter) => `--reporter=${reporter}`,
  );
  const command = tool(
    'vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...reporters,
    `--outputFile.json=${report}`,
  );
  return count(command, report, countVitest);
}

function playwright(): Promise<Results> {
  const report = join(root, 'test-results', 'browser.json');
  return count(tool('@playwright/test/cli.js', 'test'), report, countPlaywright);
}

async function count<Report>(
  command: string[],
  report: string,
  counter: (report: Report) => Results,
): Promise<Results> {
  rmSync(report, { force: true });
  const { code } = await execute(command, 'live');
  const results = existsSync(report)
    ? counter(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { passed: 0, failed: 0, notes: [] };
  return settle(results, code);
}

function tool(script: string, ...args: string[]): string[] {
  return [process.execPath, join(root, 'node_modules', script), ...args];
}

function npm(...args: string[]): string[] {
  const script = process.env.npm_execpath;
  return script ? [process.execPath, script, ...args] : ['npm', ...args];
}

function execute(
  [program = '', ...args]: string[],
  show: 'live' | 'quiet',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: [
        'ignore',
        ...(show === 'live' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)),
      ],
      // A group of its own, so that it can be ended with all its workers.
      detached: process.platform !== 'win32',
    });
    const end = () => endGroup(child);
    stop.signal.addEventListener('abort', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('exit', end);
    child.once('close', (code) => {
      stop.signal.removeEventListener('abort', end);
      resolve({ code, output });
    });
  });
}

function endGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  if (process.platform === 'win32') leader.kill();
  else {
    try {
      process.kill(-leader.pid, 'SIGKILL');
    } catch {
      // Nobody of the group is left.
    }
  }
}
