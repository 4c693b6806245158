import type { Baseline } from './baselines/baseline.ts';
import type { BlogSite } from './blog-site.ts';
import type { Load, Report } from './load/load.ts';
import { cpuSeconds } from './process-cost.ts';

/** Servers and settings of a run, passed to each measurement. */
export type BenchRun = {
  load: Load;
  /** The same blog with few and with many posts. */
  few: BlogSite;
  many: BlogSite;
  baselines: readonly Baseline[];
  /** Data folders of the two, for measurements that start their own servers. */
  folders: { few: string; many: string; own: string };
  rounds: number;
  secondsPerRound: number;
  quick: boolean;
};

/** One line of the table: responses per CPU second of the server, which other programs on the machine affect little. */
export type Line = {
  name: string;
  few: number;
  many: number;
  /** CPU time of a response with many posts, relative to few. */
  growth: number;
  /** Responses per second of elapsed time, and p99 latency in milliseconds, with many posts. */
  perSecond: number;
  p99: number;
  /** Throughput relative to baseline servers that send the same bytes. */
  against: Record<string, number>;
  wanted: readonly Wanted[];
};

/** One figure below the table. */
export type Figure = { name: string; value: number; unit: string; wanted?: Wanted };

export type Wanted = { what: string; holds: boolean };

export type Result = { lines: Line[]; figures: Figure[] };

/** The number of posts that `few` and `many` stand for. */
export type Posts = { few: number; many: number };

/** Where and when a run was made. */
export type Machine = { processor: string; cores: number; load: string; node: string; date: string };

/** A measurement: a file in `lines/`, listed in `bench.ts`. */
export type Measurement = (run: BenchRun) => Promise<Result>;

export const atLeast = (what: string, value: number, limit: number): Wanted => ({
  what: `${what} at least ${limit}`,
  holds: value >= limit,
});
export const atMost = (what: string, value: number, limit: number): Wanted => ({
  what: `${what} at most ${limit}`,
  holds: value <= limit,
});

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export const growthAllowed = 1.25;

export type Target = {
  name: string;
  port: number;
  pid: () => number;
  /** The requests of a round; writes need new ones in each round. */
  requests: (round: number) => readonly string[] | Promise<readonly string[]>;
};

type Rates = { perCpuSecond: number; perSecond: number; p99: number };

/** Loads the targets in turn, round after round, so that other load on the machine affects all of them. */
export async function measureInterleaved(
  run: BenchRun,
  targets: readonly Target[],
  options: { connections: number; status: number; count?: number; seconds?: number },
): Promise<Map<string, Rates[]>> {
  const rates = new Map<string, Rates[]>();
  // The first round warms up and does not count.
  for (let round = 0; round <= run.rounds; round++)
    for (const { name, port, pid, requests } of targets) {
      let before = cpuSeconds(pid());
      const order = {
        port,
        requests: await requests(round),
        connections: options.connections,
        seconds: options.seconds ?? run.secondsPerRound,
        awake: true,
        ...(options.count === undefined ? {} : { count: options.count }),
      };
      let report = await run.load(order);
      // On a busy machine a short round can end before the first response.
      for (let again = 0; again < 5 && report.answers === 0 && report.errors === 0; again++) {
        before = cpuSeconds(pid());
        report = await run.load(order);
      }
      assertSuccess(name, report, options.status);
      const cpu = Math.max(cpuSeconds(pid()) - before, 0.01);
      const found = { perCpuSecond: report.answers / cpu, perSecond: report.answers / report.seconds };
      if (round > 0) rates.set(name, [...(rates.get(name) ?? []), { ...found, p99: report.p99 }]);
    }
  return rates;
}

function assertSuccess(name: string, report: Report, status: number): void {
  const others = Object.keys(report.statuses).filter((key) => Number(key) !== status);
  if (report.errors > 0 || others.length > 0 || report.answers === 0)
    throw new Error(`${name}: ${report.errors} errors, responses ${JSON.stringify(report.statuses)}`);
}

/** Summarizes the rounds of `few`, `many` and the baselines as one line. */
export function lineOf(
  name: string,
  rates: Map<string, Rates[]>,
  wanted: (line: Omit<Line, 'wanted'>) => Wanted[] = () => [],
): Line {
  const of = (target: string) => rates.get(target) ?? [];
  const middle = (target: string, what: keyof Rates) => median(of(target).map((round) => round[what]));
  const paired = (one: string, other: string) =>
    median(of(one).map((round, at) => round.perCpuSecond / (of(other)[at]?.perCpuSecond ?? 1)));
  const baselines = [...rates.keys()].filter((key) => key !== 'few' && key !== 'many');
  const line = {
    name,
    few: middle('few', 'perCpuSecond'),
    many: middle('many', 'perCpuSecond'),
    growth: paired('few', 'many'),
    perSecond: middle('many', 'perSecond'),
    p99: middle('many', 'p99'),
    against: Object.fromEntries(baselines.map((baseline) => [baseline, paired('many', baseline)])),
  };
  return { ...line, wanted: [atMost('growth', line.growth, growthAllowed), ...wanted(line)] };
}

export const blogTarget = (name: 'few' | 'many', site: BlogSite, requests: Target['requests']): Target => ({
  name,
  port: site.port,
  pid: () => site.pid,
  requests,
});
