/** Builds, installs, uses, upgrades and removes every form of a release, one after another: `npm run test:install [FORM …]`. */
import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { countVitest, type Results, settle, type VitestReport } from '../support/results.ts';

const root = path.resolve(import.meta.dirname, '../..');
const ending = '.test.ts';

function vitest(file: string, report: string): Promise<number | null> {
  const args = ['run', '--project', 'install', '--reporter=verbose', '--reporter=json', file];
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args, `--outputFile.json=${report}`],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.once('close', resolve);
  });
}

async function test(form: string): Promise<Results> {
  const report = path.join(root, 'test-results', `install-${form}.json`);
  rmSync(report, { force: true });
  const code = await vitest(`tests/install/${form}${ending}`, report);
  try {
    return settle(countVitest(JSON.parse(readFileSync(report, 'utf8')) as VitestReport), code);
  } catch {
    return { passed: 0, failed: 1, notes: ['left no report'] };
  }
}

const known = globSync(`*${ending}`, { cwd: import.meta.dirname })
  .map((file) => file.slice(0, -ending.length))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((form) => !known.includes(form));
if (unknown.length > 0) {
  console.error(`There is no form "${unknown.join(' ')}": choose from ${known.join(', ')}.`);
  process.exit(2);
}
const lines: string[] = [];
for (const form of wanted.length > 0 ? wanted : known) {
  const begin = performance.now();
  const { passed, failed, notes } = await test(form);
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  if (failed > 0) process.exitCode = 1;
  lines.push(
    `${failed > 0 ? '✗' : '✓'} ${form}: ${passed} passed, ${failed} failed, ${minutes} min${notes.map((note) => `; ${note}`).join('')}`,
  );
}
console.log(`\n${lines.join('\n')}`);
