import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type BenchRun, type Measurement, median } from '../bench-run.ts';
import { type BlogSite, ownerOf, seedBlog, startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';
import { cpuSeconds } from '../process-cost.ts';

const moreAllowed = 1.1;
const responsesPerRound = 2_000;
/** Before each round, because switching has costs of its own. */
const responsesAfterSwitch = 300;
const secondsPerRound = 10;
/** Flushes are 5 seconds apart. */
const flushSeconds = 6;

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const referrers = ['https://www.google.com/', 'https://news.ycombinator.com/', ''];

/** 200 readers with the headers of browsers, each on five posts. */
const requests = Array.from({ length: 1_000 }, (_, at) => {
  const reader = at % 200;
  const referer = referrers[reader % referrers.length];
  return rawRequest('GET', `/post/seeded-post-${Math.floor(at / 200) + 1}`, {
    'user-agent': browsers[Math.floor(reader / 3) % browsers.length] ?? '',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'upgrade-insecure-requests': '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
    'x-forwarded-for': `198.51.100.${reader}`,
    ...(referer ? { referer } : {}),
  });
});

/**
 * What counting costs: one server, which counts in every other round. Two processes of the same server can differ by more than is
 * allowed here.
 */
export const statistics: Measurement = async (run) => {
  const folder = path.join(run.folders.own, 'counting');
  mkdirSync(folder);
  await seedBlog(folder, 100);
  const site = await startBlog(folder, 100);
  try {
    const { ratio, without } = await measure(run, site);
    return {
      lines: [],
      figures: [
        {
          name: 'CPU time of a cached response without counting',
          value: without * 1e6,
          unit: 'µs',
        },
        {
          name: 'CPU time of a cached response with counting, relative to without',
          value: ratio,
          unit: 'times',
          wanted: atMost('', ratio, moreAllowed),
        },
        {
          name: 'CPU time of writing the sums of 200 readers',
          value: (await flushCost(run, site)) * 1000,
          unit: 'ms',
        },
      ],
    };
  } finally {
    await site.stop();
  }
};

async function measure(run: BenchRun, site: BlogSite): Promise<{ ratio: number; without: number }> {
  const ratios: number[] = [];
  const without: number[] = [];
  // The first rounds warm up and do not count. Then: with, without, without, with …
  for (let round = -8; round < (run.quick ? 20 : 60); round++) {
    const costs = { with: 0, without: 0 };
    for (const how of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await switchTo(site, how === 'with');
      await costOf(run, site, responsesAfterSwitch);
      costs[how] = await costOf(run, site);
    }
    if (round < 0) continue;
    ratios.push(costs.with / costs.without);
    without.push(costs.without);
  }
  return { ratio: median(ratios), without: median(without) };
}

async function switchTo(site: BlogSite, isOn: boolean): Promise<void> {
  const { client } = await ownerOf(site);
  const { status } = await client.put('/webapi/api/admin/statistics/settings', { isOn });
  if (status !== 200) throw new Error(`Switching statistics: ${status}`);
}

/** CPU seconds per response. */
async function costOf(
  run: BenchRun,
  { pid, port }: BlogSite,
  count: number = responsesPerRound,
): Promise<number> {
  const before = cpuSeconds(pid);
  const { answers, errors, statuses } = await run.load({
    port,
    requests,
    connections: 16,
    count,
    seconds: secondsPerRound,
    awake: true,
  });
  if (errors > 0 || statuses[200] !== answers) throw new Error(`Responses: ${JSON.stringify(statuses)}`);
  return (cpuSeconds(pid) - before) / Math.max(answers, 1);
}

/** What the server uses after requests, more than it does without any. */
async function flushCost(run: BenchRun, site: BlogSite): Promise<number> {
  await switchTo(site, true);
  const used = async () => {
    const before = cpuSeconds(site.pid);
    await sleep(flushSeconds * 1000);
    return cpuSeconds(site.pid) - before;
  };
  await used();
  const idle = await used();
  await costOf(run, site);
  return Math.max(0, (await used()) - idle);
}
