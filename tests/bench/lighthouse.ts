/**
 * What Lighthouse says of the list and a post of the demo on a phone: `node tests/bench/lighthouse.ts`. Lighthouse is not
 * one of the packages; npx fetches the version below. It needs Chromium, named by CHROME_PATH or found.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findBrowser } from '../support/browser.ts';
import { answered, blogEnvironment, home } from './blog-site.ts';
import { freePort } from './free-port.ts';

const version = '13.5.0';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

type Audit = {
  id: string;
  title: string;
  score: number | null;
  numericValue?: number;
  displayValue?: string;
};
type Report = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

const own = await mkdtemp(path.join(tmpdir(), 'not-terrible-lighthouse-'));
const port = await freePort();
const demo = spawn(process.execPath, [path.join(home, 'src/commands/demo.ts')], {
  cwd: home,
  env: blogEnvironment(path.join(own, 'data'), port),
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(demo, 'exit');
try {
  const url = `http://localhost:${port}`;
  await answered(url, 300);
  const post = /href="(\/post\/[^"?#]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '/';
  for (const page of ['/', post]) await look(url + page);
} finally {
  demo.kill('SIGTERM');
  await ended;
  await rm(own, { recursive: true, force: true });
}

async function look(url: string): Promise<void> {
  const file = path.join(own, 'report.json');
  const flags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'];
  await promisify(execFile)(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { cwd: own, env: { ...process.env, CHROME_PATH: await findBrowser() }, timeout: 300_000 },
  );
  const report = JSON.parse(await readFile(file, 'utf8')) as Report;
  const scores = categories.map(
    (name) => `${name} ${Math.round((report.categories[name]?.score ?? 0) * 100)}`,
  );
  console.log(`${new URL(url).pathname}: ${scores.join(', ')}`);
  const { 'largest-contentful-paint': paint, 'cumulative-layout-shift': shift } = report.audits;
  console.log(`  largest paint ${paint?.displayValue}, layout shift ${shift?.displayValue}`);
  for (const name of categories)
    for (const { id, weight } of report.categories[name]?.auditRefs ?? []) {
      const audit = report.audits[id];
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1)
        console.log(`  ${name}: ${audit?.title} (${audit?.displayValue ?? audit?.score})`);
    }
  if (Object.values(report.categories).some(({ score }) => score < 1)) process.exitCode = 1;
}
