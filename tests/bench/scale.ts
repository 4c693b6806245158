/**
 * CPU time of the server per response on sites of 100, 10,000 and 100,000 posts: `npm run bench:scale`. Linux only. Options:
 * --data FOLDER keeps the seeded sites there and uses them again, --only TEXT measures the lines whose names contain it (several times for several texts),
 * --rounds N, --posts 100,10000 for other sizes (the first one is compared with), --database postgres for a PostgreSQL server
 * of its own, whose CPU time counts, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../../src/commands/build.ts';
import { noServer } from '../support/mail-rows.ts';
import { fillArchive } from './archive-of-years.ts';
import { backupCost } from './backup-cost.ts';
import { median } from './bench-run.ts';
import { type BlogSite, ownerOf, startBlog } from './blog-site.ts';
import { cpuSeconds, memoryMegabytes } from './process-cost.ts';
import { renameCost } from './rename-category.ts';
import { scaleLines } from './scale-lines.ts';
import { cpuMeter, postgresSites, sqliteSites } from './scale-sites.ts';
import { fillSubscribers } from './subscribers.ts';
import { fillYear } from './year-of-statistics.ts';

const growthAllowed = 1.25;
const discussionMs = 10;
const startSeconds = 1;
const idleMegabytes = 130;
/** A round of a line ends after this many responses, or when the server has used this much CPU time. */
const responsesPerRound = 20;
const cpuPerRound = 0.2;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    rounds: { type: 'string', default: '5' },
    posts: { type: 'string', default: '100,10000,100000' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const sizes = values.posts.split(',').map(Number);
const rounds = Number(values.rounds);
const ends: (() => Promise<unknown>)[] = [];
const missed: string[] = [];

await build();
const folder = values.data ?? (await mkdtemp(path.join(tmpdir(), 'not-terrible-scale-')));
if (!values.data) ends.push(() => rm(folder, { recursive: true, force: true }));

const renameName = 'rename of the category of half the posts';
const backupName = 'backup';

const isChosen = (name: string) => values.only.some((part) => name.includes(part));

type Measured = { site: BlogSite; cookie: string; cpu: () => number };

try {
  const seeded = values.database === 'postgres' ? await postgresSites(folder) : sqliteSites(folder);
  ends.unshift(seeded.stop);
  const sites: Measured[] = [];
  for (const posts of sizes) {
    const { dataDir, env } = await seeded.site(posts);
    await startUp(dataDir, posts, env);
    await fillYear({ dataDir, env }, posts);
    await fillSubscribers({ dataDir, env }, posts);
    await fillArchive({ dataDir, env }, Math.max(...sizes));
    const site = await startBlog(dataDir, posts, { ...env, ...noServer, PAGE_CACHE_MB: '0' });
    ends.unshift(site.stop);
    const cpu = cpuMeter(() => [site.pid, ...seeded.databasePids(posts)]);
    sites.push({ site, cookie: (await ownerOf(site)).cookie, cpu });
  }
  console.log(
    `\n| Milliseconds of CPU time | ${sizes.map((posts) => posts.toLocaleString('en')).join(' | ')} | growth |`,
  );
  console.log(`| --- |${' ---: |'.repeat(sizes.length + 1)}`);
  for (const { name, path: of, grows, signedIn } of scaleLines.filter(({ name }) => isChosen(name))) {
    const costs = sites.map((): number[] => []);
    // The first round warms up and does not count.
    for (let round = 0; round <= rounds; round++)
      for (const [index, measured] of sites.entries()) {
        const cost = await costOf(measured, of(measured.site.posts), signedIn);
        if (round > 0) costs[index]?.push(cost);
      }
    const growth = median((costs.at(-1) ?? []).map((cost, at) => cost / (costs[0]?.[at] ?? cost)));
    const holds = grows || growth <= growthAllowed;
    if (!holds) missed.push(`${name}: ${growth.toFixed(2)} times`);
    const last = median(costs.at(-1) ?? []);
    if (name.startsWith('discussion') && last > discussionMs) missed.push(`${name}: ${last.toFixed(1)} ms`);
    const cells = [
      ...costs.map((all) => median(all).toFixed(2)),
      growth.toFixed(2) + (holds ? '' : ' **missed**'),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  if (isChosen(backupName))
    for (const { site } of sites) {
      const { alone, atStart, meanwhile, cpu, seconds } = await backupCost(
        site,
        (await ownerOf(site)).client,
      );
      const times = [alone, atStart, meanwhile].map(
        ({ medianMs, maxMs }) => `${medianMs.toFixed(1)} (longest ${maxMs.toFixed(0)})`,
      );
      console.log(
        `\n${backupName} of ${site.posts.toLocaleString('en')} posts: done after ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU time; ` +
          `milliseconds for a post before it ${times[0]}, in its first second ${times[1]}, until its end ${times[2]}`,
      );
    }
  const largest = sites.at(-1);
  if (largest && isChosen(renameName)) {
    const cost = await renameCost(largest.site, (await ownerOf(largest.site)).client);
    console.log(
      `\n${renameName}: request ${cost.requestMs.toFixed(0)} ms, job ${cost.jobCpu.toFixed(1)} s and server ` +
        `${cost.serverCpu.toFixed(1)} s of CPU time, done after ${cost.seconds.toFixed(0)} s, longest response ${cost.maxMs.toFixed(0)} ms`,
    );
  }
} finally {
  for (const end of ends) await end().catch((error) => console.error(error));
}
for (const one of missed) console.log(`missed: ${one}`);
console.log(`load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`);

/** Time and CPU time from starting the process to the first page, and memory without requests afterwards. */
async function startUp(dataDir: string, posts: number, env: Record<string, string>): Promise<void> {
  // The first start after seeding creates the administrator and runs the daily jobs; after an upgrade it migrates.
  const first = performance.now();
  const upgraded = await startBlog(dataDir, posts, env, false);
  const ready = (performance.now() - first) / 1000;
  await upgraded.stop();
  await (await startBlog(dataDir, posts, env)).stop();
  const began = performance.now();
  const site = await startBlog(dataDir, posts, env, false);
  await (await fetch(site.url)).text();
  const [seconds, cpu] = [(performance.now() - began) / 1000, cpuSeconds(site.pid)];
  await sleep(5_000);
  const memory = memoryMegabytes(site.pid);
  await site.stop();
  console.log(
    `${posts.toLocaleString('en')} posts: first start ready after ${ready.toFixed(2)} s, later ones: first page after ${seconds.toFixed(2)} s (${cpu.toFixed(2)} s of CPU time), ` +
      `${memory.toFixed(0)} MB idle, load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (posts < Math.max(...sizes)) return;
  if (seconds > startSeconds) missed.push(`first page after ${seconds.toFixed(2)} s`);
  if (memory > idleMegabytes) missed.push(`${memory.toFixed(0)} MB idle`);
}

/** Milliseconds of CPU time of one response, the work after it included. */
async function costOf({ site, cookie, cpu }: Measured, url: string, signedIn = false): Promise<number> {
  const isOwner = signedIn || url.startsWith('/webapi/api/admin') || url.startsWith('/webapi/api/image');
  const before = cpu();
  let responses = 0;
  while (responses < responsesPerRound && cpu() - before < cpuPerRound) {
    const answer = await fetch(site.url + url, {
      headers: isOwner ? { cookie } : {},
      redirect: 'manual',
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    responses++;
  }
  return ((cpu() - before) / responses) * 1000;
}
