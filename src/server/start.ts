import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Config, isPublic } from '../config.ts';
import { viewerOf } from '../core/accounts/sign-in/sign-in.ts';
import { lastKnownLanguage, readSite } from '../core/site/site.ts';
import { pageApi } from '../modules/page-api.ts';
import { modules } from '../modules.ts';
import type { Blog } from '../platform/blog.ts';
import type { ChangeListener } from '../platform/db/change-listener.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import { PublicPages } from '../platform/http/cache/public-pages.ts';
import { type CacheTag, everythingTag } from '../platform/http/cache/reads.ts';
import type { Site } from '../platform/http/context.ts';
import { defaultConnectionLimits } from '../platform/http/limits/connections.ts';
import { defaultQueueLimits, RequestQueue } from '../platform/http/limits/load-shedding.ts';
import { rateLimiters } from '../platform/http/limits/rate-limit.ts';
import { clusterMetrics } from '../platform/http/metrics/cluster.ts';
import { processFamilies, watchEventLoop } from '../platform/http/metrics/process.ts';
import { RequestMetrics } from '../platform/http/metrics/requests.ts';
import { siteFamilies } from '../platform/http/metrics/site.ts';
import { loadAssets } from '../platform/http/pages/assets.ts';
import { completeAssets } from '../platform/http/pages/compress-assets.ts';
import { earlierAssetsFolder, keepAssets, loadEarlierAssets } from '../platform/http/pages/earlier-assets.ts';
import { PageTable } from '../platform/http/pages/page-properties.ts';
import { builtRenderer, type Renderer } from '../platform/http/pages/renderer.ts';
import { loopbackHostCheck } from '../platform/http/request/allowed-hosts.ts';
import { clientIpReader } from '../platform/http/request/client-ip.ts';
import { cookieJar } from '../platform/http/request/cookies.ts';
import { clearForwarding } from '../platform/http/request/proxy-warning.ts';
import { untrustedProxyDetector } from '../platform/http/request/untrusted-proxy.ts';
import { createHttpServer, type ShutdownState } from '../platform/http/server.ts';
import { scheduleJobs } from '../platform/jobs/schedule.ts';
import { errorDetails, type Log } from '../platform/log/log.ts';
import { assetsNotKept, runsScheduledJobs } from '../platform/messages/operator.ts';
import { modulesOn, routesOf } from '../platform/module.ts';
import { drain } from '../platform/process/graceful-shutdown.ts';
import { packageRoot } from '../platform/process/package-root.ts';
import { type LaunchJobs, startJobProcess } from './job-process.ts';
import { initializeSite, newClaimPath, openBlog } from './open-blog.ts';
import { maintenanceJobs, urgentJobs } from './scheduled-jobs.ts';

export type RunningSite = {
  server: Server;
  blog: Blog;
  url: string;
  databaseLocation: string;
  /** The path of the claim link that this start made, because there is no administrator. A secret. */
  claimPath: string | null;
  startMaintenance(): void;
  stop(): Promise<void>;
};

type StartOptions = {
  /** Renders pages from the sources, without a cache; for development. */
  renderer?: Renderer | undefined;
  /** Workers share their port, and start maintenance only when the primary says so. */
  role?: 'standalone' | 'worker';
  limits?: typeof defaultLimits;
  /** Tests run jobs without a process for each queue. */
  launchJobs?: LaunchJobs | undefined;
};

/** Short enough for a site that is upgraded twice in a row. */
const keepAssetsAfterMs = 5_000;

/** Tests pass others, to show what the limits prevent. */
const defaultLimits = { queue: defaultQueueLimits, connections: defaultConnectionLimits };

export async function start(
  config: Config,
  log: Log,
  { renderer, role = 'standalone', limits = defaultLimits, launchJobs }: StartOptions = {},
): Promise<RunningSite> {
  const { blog, database } = await openBlog(config, log, role);
  blog.failing = modules.flatMap(({ failing = [] }) => failing);
  await initializeSite(blog, config, log);

  const { pages, listener } = renderer
    ? { pages: null, listener: null }
    : publicPages(database, log, config.pageCacheBytes, (tags) => notify(tags));

  const isSecure = config.siteUrl?.startsWith('https:') ?? false;
  const clientIp = clientIpReader(config.trustProxy);
  const site: Site = {
    blog,
    routes: routesOf(modulesOn(modules, blog)),
    language: { read: async () => (await readSite(blog)).language, lastKnown: () => lastKnownLanguage(blog) },
    pageTable: new PageTable(modules),
    viewerOf: (token) => viewerOf(blog, token),
    jar: cookieJar(blog.keys.csrf, isSecure),
    log,
    clientIp,
    detectUntrustedProxy: untrustedProxyDetector(blog, config.trustProxy, log),
    pages: config.pageCacheBytes > 0 ? pages : null,
    hasCdn: config.purge !== null,
    queue: new RequestQueue(limits.queue, clientIp),
    metrics: new RequestMetrics(),
    rateLimiters: rateLimiters(blog),
    statistics: null,
    bearer: null,
  };
  const services = modules.flatMap(({ start }) => start?.({ site, database, config, log }) ?? []);
  const notify = (tags: readonly CacheTag[]) =>
    Promise.all(services.map((service) => service.changed?.(tags)));
  await listener?.start();
  await notify([everythingTag]);
  blog.changed = (change) => {
    pages?.changed(change);
    void notify(change.everyPage ? [everythingTag] : change.touches);
  };
  // Changes by other processes arrive a moment later on PostgreSQL, as they do for cached pages.
  if (pages && (database.version || config.pageCacheBytes > 0)) blog.shared = pages.sharedReads(blog);
  const eventLoop = watchEventLoop();
  const ownMetrics = () => [
    ...site.metrics.families(),
    ...siteFamilies(site, database.pool, Object.assign({}, ...modules.map(({ gauges }) => gauges?.()))),
    eventLoop(),
    ...processFamilies(blog.version),
  ];
  const client = path.join(packageRoot, 'dist/client');
  const assets = loadAssets(client);
  const assetsFolder = earlierAssetsFolder(config.dataDir);
  const shutdown: ShutdownState = { isDraining: false, socketClosed: undefined };
  const server = createHttpServer({
    site,
    modules,
    renderer: renderer ?? (await builtRenderer(path.join(packageRoot, 'dist'), pageApi)),
    assets: new Map([...loadEarlierAssets(assetsFolder, assets), ...assets]),
    mediaOrigin: config.s3?.publicUrl ? new URL(config.s3.publicUrl).origin : null,
    shutdown,
    connections: limits.connections,
    isAllowedHost: isPublic(config) ? () => true : loopbackHostCheck(),
    metricsToken: config.metricsToken,
    readMetrics: role === 'worker' ? clusterMetrics(ownMetrics) : async () => ownMetrics(),
  });
  await listen(server, config, role === 'worker');
  const { port } = server.address() as AddressInfo;
  config.port = port;

  const stopping = new AbortController();
  const stopPublishing = scheduleJobs(log, urgentJobs(blog, stopping.signal));
  let stopMaintenance: (() => Promise<void>) | undefined;
  let stopJobs: (() => Promise<void>) | undefined;
  let keepingTimer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> | undefined;
  const startMaintenance = () => {
    if (stopMaintenance) return;
    // On every machine, because some jobs need the files of one of them; leases keep each job to one.
    stopJobs = startJobProcess(blog, config, log, launchJobs);
    log.debug(runsScheduledJobs, { pid: process.pid });
    const jobs = maintenanceJobs(blog, stopping.signal);
    stopMaintenance = scheduleJobs(log, jobs, async () => !listener || listener.isLeader());
    // On every machine, and after the first requests.
    if (!renderer)
      keepingTimer = setTimeout(() => {
        keeping = completeAssets(client, assets, stopping.signal)
          .then(() => (stopping.signal.aborted ? undefined : keepAssets(assetsFolder, assets)))
          .catch((error) => log.warn(assetsNotKept, errorDetails(error)));
      }, keepAssetsAfterMs).unref();
  };
  if (role === 'standalone') {
    await clearForwarding(blog);
    startMaintenance();
  }

  return {
    server,
    blog,
    claimPath: role === 'standalone' ? await newClaimPath(blog, config) : null,
    url: `http://localhost:${port}`,
    databaseLocation: database.location,
    startMaintenance,
    stop: async () => {
      shutdown.isDraining = true;
      stopping.abort();
      clearTimeout(keepingTimer);
      await Promise.all([stopPublishing(), stopMaintenance?.(), stopJobs?.(), keeping]);
      await drain(server, shutdown);
      for (const service of services) await service.stop();
      await listener?.stop();
      await blog.db.destroy();
    },
  };
}

/** The page cache, and the listener that invalidates it when another process changes the database. */
function publicPages(
  database: OpenDatabase,
  log: Log,
  limitBytes: number,
  changed: (tags: readonly CacheTag[]) => void,
) {
  const { version, listen } = database;
  const pages: PublicPages = new PublicPages(limitBytes, {
    ...(version ? { version } : {}),
    ...(listen ? { listenerState: () => listener?.state ?? 'disconnected' } : {}),
  });
  const listener: ChangeListener | null =
    listen?.({
      // The database's triggers name the same tags as blog/reads.ts.
      changed: (tags, isHarmless) => {
        pages.changed({ touches: tags as CacheTag[], isHarmless });
        changed(tags as CacheTag[]);
      },
      missed: () => {
        pages.clear();
        changed([everythingTag]);
      },
      warn: (message, error) => log.warn(message, errorDetails(error)),
    }) ?? null;
  return { pages, listener };
}

/** Linux can distribute the connections to one port over several processes; elsewhere the primary does. */
export const supportsReusePort = process.platform === 'linux';

function listen(server: Server, { host, port }: Config, isWorker: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Without reusePort, a connection on its way to a worker that is killed never gets a response.
    server.listen({ port, host, reusePort: isWorker && supportsReusePort }, () => resolve());
  });
}
