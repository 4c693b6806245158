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
const maxPropagationMs = 200;
/** With fewer free cores a second process cannot show its benefit. */
const freeCores = 1.8;

/** Throughput of uncached pages with a second process, and how soon another server shows a change. */
export const processes: Measurement = async (run) => ({
  lines: [],
  figures: [...(await manyPages(run)), ...(await changePropagation(run.quick ? 10 : 50))],
});

type Round = { pages: number; cpu: number; others: number };

async function manyPages(run: BenchRun): Promise<Figure[]> {
  const start = (count: number) =>
    startBlog(run.folders.few, 100, { WEB_PROCESSES: String(count), PAGE_CACHE_MB: '0' });
  const sites = [await start(1), await start(2)];
  const measured = sites.map(() => [] as Round[]);
  try {
    // In turns, so that other load on the machine affects both; the first round warms up and does not count.
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
        name: `uncached pages, ${index + 1} process${index ? 'es' : ''}`,
        value: of(index, ({ pages }) => pages),
        unit: 'per second',
      },
      {
        name: `CPU time per uncached page, ${index + 1} process${index ? 'es' : ''}`,
        value: of(index, ({ cpu, pages }) => (cpu / pages) * 1000),
        unit: 'ms',
      },
    ]),
    { name: 'cores free for the bench', value: free, unit: 'cores' },
    {
      name: 'uncached pages, two processes relative to one',
      value: ratio,
      unit: 'times',
      ...(free < freeCores ? {} : { wanted: atLeast('with two free cores', ratio, moreWithTwo) }),
    },
  ];
}

/** Pages per second, and the cores that the server and other programs used meanwhile. */
async function ask({ load, secondsPerRound }: BenchRun, site: BlogSite): Promise<Round> {
  const before = { busy: busySeconds(), cpu: costOf(site.pid), all: ownCosts() };
  const report = await load({
    port: site.port,
    requests: [rawRequest('GET', '/')],
    connections: 16,
    // Longer, because /proc/stat counts hundredths of a second, and two processes share the connections by chance.
    seconds: 4 * secondsPerRound,
  });
  if (report.errors > 0 || Object.keys(report.statuses).join() !== '200')
    throw new Error(`Unexpected responses: ${JSON.stringify(report)}.`);
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

/** CPU seconds of this process, the load generator and every server. */
function ownCosts(): number {
  const tree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(tree)];
  return tree(process.pid).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
}

/** CPU seconds of all programs on this machine so far. */
function busySeconds(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = line.split(/\s+/).map(Number);
  return (user + nice + system + irq + softIrq) / 100;
}

/** Time from the acknowledgment of a change on one server until another one shows it, through PostgreSQL. */
async function changePropagation(changes: number): Promise<Figure[]> {
  const postgres = await ownPostgres();
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' };
  const servers = await Promise.all([startServer({ env }), startServer({ env })]);
  const [here, there] = servers;
  try {
    const owner = new Client(here.url);
    await owner.login();
    const read = async () => (await fetch(there.url)).text();
    const delays: number[] = [];
    for (let change = 0; change < changes; change++) {
      for (let reading = 0; reading < 3; reading++) await read();
      const name = `Name ${change}`;
      await owner.put('/webapi/api/admin/site', { site_name: name });
      const acknowledged = performance.now();
      let asked = acknowledged;
      while (!(await read()).includes(name)) {
        await sleep(1);
        asked = performance.now();
      }
      // The time when the first request that got the change was sent.
      delays.push(asked - acknowledged);
    }
    delays.sort((a, b) => a - b);
    const nearlyAll = delays[Math.floor(delays.length * 0.9)] ?? 0;
    return [
      { name: 'change visible on another server, median', value: median(delays), unit: 'ms' },
      {
        name: 'change visible on another server, p90',
        value: nearlyAll,
        unit: 'ms',
        wanted: atMost('milliseconds', nearlyAll, maxPropagationMs),
      },
    ];
  } finally {
    for (const server of servers) await server.dispose();
    await postgres.dispose();
  }
}
