import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type BenchRun, type Measurement, median } from '../bench-run.ts';
import { type BlogSite, ownerOf, seedBlog, startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';
import { cpuSeconds } from '../process-cost.ts';

const moreAllowed = 1.03;
const responsesPerRound = 2_000;
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
 * What counting costs: two servers take turns in many short rounds, one of which counts. Then they change places, because two
 * processes of the same server can differ by as much as is allowed here.
 */
export const statistics: Measurement = async (run) => {
  const sites: BlogSite[] = [];
  try {
    for (const name of ['counting-1', 'counting-2']) {
      const folder = path.join(run.folders.own, name);
      mkdirSync(folder);
      await seedBlog(folder, 100);
      sites.push(await startBlog(folder, 100));
    }
    const [first, second] = sites as [BlogSite, BlogSite];
    const halves = [await measure(run, first, second), await measure(run, second, first)];
    const ratio = Math.sqrt(halves.reduce((product, half) => product * half.ratio, 1));
    return {
      lines: [],
      figures: [
        {
          name: 'CPU time of a cached response without counting',
          value: median(halves.map(({ without }) => without)) * 1e6,
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
          value: (await flushCost(run, first)) * 1000,
          unit: 'ms',
        },
      ],
    };
  } finally {
    for (const site of sites) await site.stop();
  }
};

async function measure(
  run: BenchRun,
  counting: BlogSite,
  other: BlogSite,
): Promise<{ ratio: number; without: number }> {
  await switchTo(counting, true);
  await switchTo(other, false);
  const ratios: number[] = [];
  const without: number[] = [];
  // The first rounds warm up and do not count. Then: with, without, without, with …
  for (let round = -4; round < (run.quick ? 10 : 40); round++) {
    const order = round % 2 === 0 ? [counting, other] : [other, counting];
    const costs = new Map<BlogSite, number>();
    for (const site of order) costs.set(site, await costOf(run, site));
    if (round < 0) continue;
    ratios.push((costs.get(counting) ?? 0) / (costs.get(other) ?? 1));
    without.push(costs.get(other) ?? 0);
  }
  return { ratio: median(ratios), without: median(without) };
}

async function switchTo(site: BlogSite, isOn: boolean): Promise<void> {
  const { client } = await ownerOf(site);
  const { status } = await client.put('/webapi/api/admin/statistics/settings', { isOn });
  if (status !== 200) throw new Error(`Switching statistics: ${status}`);
}

/** CPU seconds per response. */
async function costOf(run: BenchRun, { pid, port }: BlogSite): Promise<number> {
  const before = cpuSeconds(pid);
  const { answers, errors, statuses } = await run.load({
    port,
    requests,
    connections: 16,
    count: responsesPerRound,
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
