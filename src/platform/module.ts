import type { Config } from '../config.ts';
import type { Blog, FailingWork } from './blog.ts';
import type { OpenDatabase } from './db/open.ts';
import type { Route } from './http/api/route.ts';
import type { CacheTag } from './http/cache/reads.ts';
import type { Site } from './http/context.ts';
import type { Redirects, RequestHandler } from './http/exchange.ts';
import type { QueueGauge } from './http/metrics/site.ts';
import type { PagesOfModule } from './http/pages/page-properties.ts';
import type { Scheduled } from './jobs/schedule.ts';
import type { Queues } from './jobs/wake-queues.ts';
import type { Log } from './log/log.ts';

/** What runs as long as the server does. */
export type Service = {
  /** Called after each change of what these tags name, in this process or another, and once at the start with all of them. */
  changed?(tags: readonly CacheTag[]): Promise<void>;
  /** After the last request. */
  stop(): Promise<void>;
};

export type ServerParts = { site: Site; database: OpenDatabase; config: Config; log: Log };

/**
 * What a part of the core or a feature plugs into the server. `src/modules.ts` lists all of them. What jobs need is apart, in
 * `jobs.ts` of the same folder, because they run in processes that load nothing else.
 */
export type Module = PagesOfModule & {
  name: string;
  /** Whether the configuration of the site has it. While it is off, its routes do not exist. */
  isOn?(blog: Blog): boolean;
  /** Its calls of the web API. */
  routes?: readonly Route[];
  /**
   * What it answers besides calls and pages: documents, images, what other servers send. Later modules are asked first, so that a
   * feature comes before the core.
   */
  answers?(site: Site): readonly RequestHandler[];
  redirects?: Redirects;
  /** Called in each server process before it listens. */
  start?(server: ServerParts): Service;
  /** What is done from time to time, also while it is off: what it has stored expires all the same. */
  schedules?(blog: Blog, signal: AbortSignal): readonly Scheduled[];
  /** The tables that its jobs work off. */
  queues?: Queues;
  /** What it tries again and again without success, for the owner. */
  failing?: FailingWork;
  /** Its own queues of this process, for the metrics. */
  gauges?(): Readonly<Record<string, QueueGauge>>;
};

/** The modules that a site has. */
export const modulesOn = <M extends Module>(modules: readonly M[], blog: Blog): M[] =>
  modules.filter(({ isOn }) => isOn?.(blog) ?? true);

export const routesOf = (modules: readonly Module[]): Route[] => modules.flatMap(({ routes = [] }) => routes);
