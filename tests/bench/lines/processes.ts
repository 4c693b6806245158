import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../support/client.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { startServer } from '../../support/server.ts';
import { atLeast, atMost, type BenchRun, type Figure, type Measurement, median } from '../bench-run.ts';
import { type BlogSite, startBlog } from '../blog-site.ts';
import { rawRequest } from '../load/load.ts';
import { childrenOf, cpuSeconds } from '../process-cost.ts';

const moreWithTwo = 1.6;
const longestWayMs = 200;
/** With less than this there is no second core to show what a second process is good for. */
const freeCores = 1.8;

/** What a second process adds where pages are made anew each time, and how soon another server knows of a change. */
export const processes: Measurement = async (run) => ({
  lines: [],
  figures: [...(await manyPages(run)), ...(await theWayOfAChange(run.quick ? 10 : 50))],
});

type Round = { pages: number; cpu: number; others: number };

async function manyPages(run: BenchRun): Promise<Figure[]> {
  const start = (count: number) =>
    startBlog(run.folders.few, 100, { WEB_PROCESSES: String(count), PAGE_CACHE_MB: '0' });
  const sites = [await start(1), await start(2)];
  const measured = sites.map(() => [] as Round[]);
  try {
    // In turns, so that whatever else the machine does falls on both; the first round warms up and does not count.
    for (let round = 0; round <= run.rounds; round++)
      for (const [index, site] of sites.entries()) {
        const one = await ask(run, site);
        if (round > 0) measured[index]?.push(one);
      }
  } finally {
    for (const site of sites) await site.stop();
  }
  const of = (index: number, value: (round: Round) => number) => median((measured[index] ?? []).map(value));
  const ratio = of(1, ({ pages }) => pages) / of(0, ({ pages }) => pages);
  const free = availableParallelism() - median(measured.flat().map(({ others }) => others));
  return [
    ...[0, 1].flatMap((index) => [
      {
        name: `pages that are not kept, ${index + 1} process${index ? 'es' : ''}`,
        value: of(index, ({ pages }) => pages),
        unit: 'a second',
      },
      {
        name: `… each costs, ${index + 1} process${index ? 'es' : ''}`,
        value: of(index, ({ cpu, pages }) => (cpu / pages) * 1000),
        unit: 'ms of CPU',
      },
    ]),
    { name: 'cores that nothing else used meanwhile', value: free, unit: 'cores' },
    {
      name: 'pages that are not kept, two processes against one',
      value: ratio,
      unit: 'times',
      ...(free < freeCores ? {} : { wanted: atLeast('with two free cores', ratio, moreWithTwo) }),
    },
  ];
}

/** Pages a second, and the cores that the server and other programs used meanwhile. */
async function ask({ load, secondsARound }: BenchRun, site: BlogSite): Promise<Round> {
  const before = { busy: busySeconds(), cpu: costOf(site.pid), all: ownCosts() };
  const report = await load({
    port: site.port,
    requests: [rawRequest('GET', '/')],
    connections: 16,
    // The clock of the system counts hundredths, and two processes share the connections by chance.
    seconds: 4 * secondsARound,
  });
  if (report.errors > 0 || Object.keys(report.statuses).join() !== '200')
    throw new Error(`Pages were answered with ${JSON.stringify(report)}.`);
  const busy = busySeconds() - before.busy;
  const cpu = costOf(site.pid) - before.cpu;
  const generator = ownCosts() - before.all - cpu;
  return {
    pages: report.answers / report.seconds,
    cpu: cpu / report.seconds,
    others: Math.max(0, busy - cpu - generator) / report.seconds,
  };
}

const costOf = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + cpuSeconds(one), 0);

/** This process and all that it started: the load generator and every server. */
function ownCosts(): number {
  const tree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(tree)];
  return tree(process.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** CPU seconds of everything on this machine so far. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).map(Number);
  return (user + nice + system + irq + softIrq) / 100;
}

/** How long after the answer to whoever made a change on one server the other one shows it, through PostgreSQL. */
async function theWayOfAChange(changes: number): Promise<Figure[]> {
  const postgres = await ownPostgres();
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' };
  const servers = await Promise.all([startServer({ env }), startServer({ env })]);
  const [here, there] = servers;
  try {
    const owner = new Client(here.url);
    await owner.login();
    const read = async () => (await fetch(there.url)).text();
    const ways: number[] = [];
    for (let change = 0; change < changes; change++) {
      for (let reading = 0; reading < 3; reading++) await read();
      const name = `Name ${change}`;
      await owner.put('/webapi/api/admin/site', { site_name: name });
      const answered = performance.now();
      let asked = answered;
      while (!(await read()).includes(name)) {
        await sleep(1);
        asked = performance.now();
      }
      // When the first request that was answered with the change was sent.
      ways.push(asked - answered);
    }
    ways.sort((a, b) => a - b);
    const nearlyAll = ways[Math.floor(ways.length * 0.9)] ?? 0;
    return [
      { name: 'a change is known to another server after', value: median(ways), unit: 'ms' },
      {
        name: '… nine of ten',
        value: nearlyAll,
        unit: 'ms',
        wanted: atMost('milliseconds', nearlyAll, longestWayMs),
      },
    ];
  } finally {
    for (const server of servers) await server.dispose();
    await postgres.dispose();
  }
}
