/**
 * Benchmark of the production server on generated data: `npm run bench`. Linux only, because CPU time is read from
 * /proc. Options: --quick for a short run, --only NAME for one measurement, --out FILE for the JSON copy, --compare FILE
 * to compare with the JSON copy of an earlier run. --write-docs measures nothing: it writes the JSON copy of the last run
 * into docs/development/performance.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../src/commands/build.ts';
import { startBare } from './baselines/bare.ts';
import { startNginx } from './baselines/nginx.ts';
import type { BenchRun, Machine, Measurement, Result } from './bench-run.ts';
import { seedBlog, startBlog } from './blog-site.ts';
import { cachedPages } from './lines/cached-pages.ts';
import { readingCalls, writingCalls } from './lines/calls.ts';
import { fediverse } from './lines/fediverse.ts';
import { mail } from './lines/mail.ts';
import { maintenance } from './lines/maintenance.ts';
import { memory } from './lines/memory.ts';
import { mixedLoad } from './lines/mixed-load.ts';
import { navigation } from './lines/navigation.ts';
import { pageWeights } from './lines/page-weights.ts';
import { processes } from './lines/processes.ts';
import { startUp } from './lines/start-up.ts';
import { statistics } from './lines/statistics.ts';
import { typing } from './lines/typing.ts';
import { uncachedPages } from './lines/uncached-pages.ts';
import { startLoad } from './load/load.ts';
import { measureAll } from './measure-all.ts';
import { markdown, missed } from './report.ts';
import { type Stored, withTable } from './write-docs.ts';

/** In this order; memory comes last because it is measured after all the load. */
const measurements: Record<string, Measurement> = {
  cachedPages,
  uncachedPages,
  readingCalls,
  writingCalls,
  statistics,
  mixedLoad,
  maintenance,
  pageWeights,
  navigation,
  typing,
  processes,
  fediverse,
  mail,
  startUp,
  memory,
};

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string', default: 'test-results/bench.json' },
    compare: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
  },
});
const { quick, only, out } = values;
const posts = { few: 100, many: quick ? 1_000 : 10_000 };
const earlier = values.compare ? (JSON.parse(readFileSync(values.compare, 'utf8')) as Result) : undefined;
if (only && !measurements[only])
  throw new Error(`--only takes one of ${Object.keys(measurements).join(', ')}.`);

if (values['write-docs']) {
  const page = path.join(import.meta.dirname, '../../docs/development/performance.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), JSON.parse(readFileSync(out, 'utf8')) as Stored));
  process.exit();
}

// Exiting normally on a signal also ends the processes that the bench started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await build();
const own = await mkdtemp(path.join(tmpdir(), 'not-terrible-bench-'));
const folders = { own, few: path.join(own, '100'), many: path.join(own, '10000') };
const ends: (() => Promise<unknown>)[] = [() => rm(own, { recursive: true, force: true })];
try {
  console.log(`Creating ${posts.few} and ${posts.many} posts …`);
  for (const folder of [folders.few, folders.many]) mkdirSync(folder, { recursive: true });
  await Promise.all([seedBlog(folders.few, posts.few), seedBlog(folders.many, posts.many)]);
  const few = await startBlog(folders.few, posts.few);
  ends.unshift(few.stop);
  const many = await startBlog(folders.many, posts.many);
  ends.unshift(many.stop);
  const { load, stop } = startLoad();
  ends.unshift(stop);
  const baselines = [await startBare(), await startNginx(path.join(own, 'nginx'))].filter(
    (baseline) => baseline !== null,
  );
  for (const baseline of baselines) ends.unshift(baseline.stop);
  const run: BenchRun = {
    load,
    few,
    many,
    baselines,
    folders,
    rounds: quick ? 2 : 7,
    secondsPerRound: quick ? 0.3 : 0.5,
    quick,
  };
  const chosen = Object.entries(measurements).filter(([name]) => !only || only === name);
  const { result, failed } = await measureAll(Object.fromEntries(chosen), run, store);
  console.log(`\n${markdown(result, posts, earlier)}`);
  const { processor, cores, load: busy, node } = machine();
  console.log(`${processor}, ${cores} cores, load ${busy}, Node ${node}. Copy in ${out}`);
  for (const one of missed(result)) console.log(`missed: ${one}`);
  for (const name of failed) console.log(`failed: ${name}`);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  for (const end of ends) await end().catch((error) => console.error(error));
}

function machine(): Machine {
  return {
    processor: cpus()[0]?.model ?? '',
    cores: availableParallelism(),
    load: loadavg()[1]?.toFixed(1) ?? '',
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}

function store(result: Result): void {
  mkdirSync(path.dirname(out), { recursive: true });
  const stored: Stored = { machine: machine(), posts, ...result };
  writeFileSync(out, `${JSON.stringify(stored, null, 2)}\n`);
}
