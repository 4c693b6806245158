import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type BenchRun, type Measurement, median } from '../bench-run.ts';
import { ownerOf } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';
import { cpuSeconds } from '../process-cost.ts';

const moreAllowed = 1.03;
const secondsPerRound = 0.25;
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
  const referer = referrers[at % referrers.length];
  return rawRequest('GET', `/post/seeded-post-${(at % 5) + 1}`, {
    'user-agent': browsers[at % browsers.length] ?? '',
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'upgrade-insecure-requests': '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
    'x-forwarded-for': `198.51.100.${at % 200}`,
    ...(referer ? { referer } : {}),
  });
});

/**
 * What counting costs. One server counts or does not, in turns: two processes of the same server differ by as much as is allowed
 * here. Rounds are short and many, so that other work on the machine affects both alike.
 */
export const statistics: Measurement = async (run) => {
  const { client } = await ownerOf(run.few);
  const switchTo = async (isOn: boolean) => {
    const { status } = await client.put('/webapi/api/admin/statistics/settings', { isOn });
    if (status !== 200) throw new Error(`Switching statistics: ${status}`);
    await sleep(50);
  };
  const measured = { on: [] as number[], off: [] as number[] };
  const rounds = run.quick ? 12 : 60;
  // The first two rounds warm up and do not count.
  for (let round = -2; round < rounds; round++)
    // On, off, off, on …
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) {
      await switchTo(isOn);
      const cost = await costOf(run);
      if (round >= 0) measured[isOn ? 'on' : 'off'].push(cost);
    }
  const ratio = median(measured.on.map((cost, at) => cost / (measured.off[at] ?? cost)));
  await switchTo(true);
  const flush = await flushCost(run);
  return {
    lines: [],
    figures: [
      {
        name: 'CPU time of a cached response, without counting',
        value: median(measured.off) * 1e6,
        unit: 'µs',
      },
      {
        name: 'CPU time of a cached response with counting, relative to without',
        value: ratio,
        unit: 'times',
        wanted: atMost('', ratio, moreAllowed),
      },
      { name: 'CPU time of writing the sums of 200 readers', value: flush * 1000, unit: 'ms' },
    ],
  };
};

/** CPU seconds per response. */
async function costOf(run: BenchRun, seconds = secondsPerRound): Promise<number> {
  const { pid, port } = run.few;
  const before = cpuSeconds(pid);
  const { answers, errors, statuses } = await run.load({
    port,
    requests,
    connections: 16,
    seconds,
    awake: true,
  });
  if (errors > 0 || statuses[200] !== answers) throw new Error(`Responses: ${JSON.stringify(statuses)}`);
  return (cpuSeconds(pid) - before) / Math.max(answers, 1);
}

/** What the server uses after requests, more than it does without any. */
async function flushCost(run: BenchRun): Promise<number> {
  const { pid } = run.few;
  const used = async () => {
    const before = cpuSeconds(pid);
    await sleep(flushSeconds * 1000);
    return cpuSeconds(pid) - before;
  };
  await used();
  const idle = await used();
  await costOf(run);
  return Math.max(0, (await used()) - idle);
}
