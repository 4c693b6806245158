/** Runs the hostile tests in full size: `npm run test:hostile`. Prints what was sent, the outcome and the duration. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countPlaywright, countVitest, type Results, settle } from '../support/results.ts';

const root = join(import.meta.dirname, '../..');
const shouldTakeMinutes = 10;
const temporary = mkdtempSync(join(place(), 'not-terrible-hostile-'));
// PostgreSQL may run under another account, which must be able to reach its files here.
chmodSync(temporary, 0o755);

/** A folder in memory if there is enough, because the tests measure the server and not its disk. */
function place(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
}

const run = (script: string, ...args: string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, HOSTILE: 'whole', TMPDIR: temporary },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.once('close', resolve);
  });

async function counted<Report>(
  file: string,
  counter: (report: Report) => Results,
  work: (report: string) => Promise<number | null>,
): Promise<Results> {
  const report = join(root, 'test-results', file);
  rmSync(report, { force: true });
  const code = await work(report);
  try {
    return settle(counter(JSON.parse(readFileSync(report, 'utf8')) as Report), code);
  } catch {
    return { passed: 0, failed: 1, notes: ['left no report'] };
  }
}

const steps: Record<string, () => Promise<Results>> = {
  build: async () => settle({ passed: 1, failed: 0, notes: [] }, await run('src/commands/build.ts')),
  requests: () =>
    counted('hostile.json', countVitest, (report) =>
      run(
        ...(['node_modules/vitest/vitest.mjs', 'run', '--project', 'hostile'] as const),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ),
    ),
  browser: () =>
    counted('browser.json', countPlaywright, () =>
      run('node_modules/@playwright/test/cli.js', 'test', 'site-hostile', 'editor-hostile'),
    ),
};

const began = performance.now();
const total = { passed: 0, failed: 0 };
for (const [name, work] of Object.entries(steps)) {
  const from = performance.now();
  const { passed, failed, notes } = await work();
  total.passed += passed;
  total.failed += failed;
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name} · ${passed} ok · ${failed} not ok · ${((performance.now() - from) / 1000).toFixed(0)} s`,
  );
  for (const note of notes) console.log(`  ${note}`);
}
rmSync(temporary, { recursive: true, force: true, maxRetries: 20 });
const minutes = (performance.now() - began) / 60_000;
console.log(`\n${total.passed} passed, ${total.failed} failed in ${minutes.toFixed(1)} minutes`);
if (minutes > shouldTakeMinutes)
  console.log(`That is more than ${shouldTakeMinutes} minutes: the machine is busy.`);
process.exitCode = total.failed === 0 ? 0 : 1;
