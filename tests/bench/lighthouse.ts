/**
 * Lighthouse scores of the list and a post of the demo on a phone: `node tests/bench/lighthouse.ts`. The median of five
 * runs counts, as Lighthouse's documentation recommends. Lighthouse is not a dependency; npx downloads the version below.
 * It needs Chromium, at CHROME_PATH or in one of the usual places.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readDemoPosts } from '../../demo/posts.ts';
import { findWholeBrowser } from '../support/browser.ts';
import { blogEnvironment, home } from './blog-site.ts';
import { demoPages } from './demo-pages.ts';
import { freePort } from './free-port.ts';

const version = '13.5.0';
const runs = 5;
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
const demo = spawn(process.execPath, [path.join(home, 'src/commands/cli.ts'), 'demo'], {
  // The demo creates its folder here.
  cwd: own,
  env: blogEnvironment(path.join(own, 'data'), port),
  stdio: ['ignore', 'ignore', 'inherit'],
});
const ended = once(demo, 'exit');
try {
  const url = `http://localhost:${port}`;
  const posts = readDemoPosts().filter(({ active }) => active).length;
  for (const page of await demoPages(url, posts, () => demo.exitCode !== null)) await printScores(url + page);
} finally {
  demo.kill('SIGTERM');
  await ended;
  await rm(own, { recursive: true, force: true });
}

async function runLighthouse(url: string): Promise<Report> {
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
    { cwd: own, env: { ...process.env, CHROME_PATH: await findWholeBrowser() }, timeout: 300_000 },
  );
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

function scoreOf(report: Report, name: string): number {
  return Math.round((report.categories[name]?.score ?? 0) * 100);
}

async function printScores(url: string): Promise<void> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await runLighthouse(url));
  const speeds = reports.map((report) => scoreOf(report, 'performance')).sort((a, b) => a - b);
  reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
  const middle = reports[Math.floor(runs / 2)] as Report;
  const scores = categories.map((name) => `${name} ${scoreOf(middle, name)}`);
  console.log(`${new URL(url).pathname}: ${scores.join(', ')} (performance ${speeds.join(', ')})`);
  const display = (id: string) => middle.audits[id]?.displayValue;
  console.log(
    `  first paint ${display('first-contentful-paint')}, largest paint ${display('largest-contentful-paint')}, ` +
      `layout shift ${display('cumulative-layout-shift')}, blocked for ${display('total-blocking-time')}`,
  );
  for (const name of categories)
    for (const { id, weight } of middle.categories[name]?.auditRefs ?? []) {
      const audit = middle.audits[id];
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1)
        console.log(`  ${name}: ${audit?.title} (${audit?.displayValue ?? audit?.score})`);
    }
  if (categories.some((name) => scoreOf(middle, name) < 100)) process.exitCode = 1;
}
