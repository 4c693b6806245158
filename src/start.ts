import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { backUpBefore, openBackups } from './backup/backups.ts';
import { requireUsable, tellingDamage } from './backup/corrupt-database.ts';
import { snapshotOf } from './backup/database.ts';
import type { Source } from './backup/snapshot.ts';
import type { Blog } from './blog/blog.ts';
import { judgeAllAgain } from './blog/comments/spam.ts';
import { checkFiles } from './blog/images/file-ownership.ts';
import { backUpDaily } from './blog/maintenance/backups.ts';
import { forgetForwarding } from './blog/maintenance/proxy-warning.ts';
import { removeStaleUploads, sweep } from './blog/maintenance/sweep.ts';
import { publishDue } from './blog/posts/schedule.ts';
import { indexAllTexts, indexMissing } from './blog/posts/search.ts';
import { createWelcomePost } from './blog/posts/welcome-post.ts';
import type { CacheTag } from './blog/reads.ts';
import { refusedUntilReset, tidyUp } from './blog/sign-in/sign-in.ts';
import { type FirstAdministrator, firstAdministrator, weakAdministrators } from './blog/sign-in/users.ts';
import { readKeys, readSiteId } from './blog/site/keys.ts';
import { type Config, ConfigProblem, isReachable } from './config.ts';
import { Problem } from './contract/errors.ts';
import type { ChangeListener } from './db/change-listener.ts';
import { migrate, migrations } from './db/migrate.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { requireNoTraces, tracesOfSite } from './existing-site.ts';
import { makePrivate } from './file-permissions.ts';
import { PublicPages } from './http/cache/public-pages.ts';
import type { Site } from './http/context.ts';
import { defaultConnectionLimits } from './http/limits/connections.ts';
import { defaultQueueLimits, RequestQueue } from './http/limits/load-shedding.ts';
import { rateLimiters } from './http/limits/rate-limit.ts';
import { crewMetrics } from './http/metrics/cluster.ts';
import { processFamilies, watchEventLoop } from './http/metrics/process.ts';
import { RequestMetrics } from './http/metrics/requests.ts';
import { siteFamilies } from './http/metrics/site.ts';
import { loadAssets } from './http/pages/assets.ts';
import { builtRenderer, type Renderer } from './http/pages/pages.ts';
import { loopbackHostCheck } from './http/request/allowed-hosts.ts';
import { clientIpReader } from './http/request/client-ip.ts';
import { cookieJar } from './http/request/cookies.ts';
import { untrustedProxyDetector } from './http/request/untrusted-proxy.ts';
import { createHttpServer } from './http/server.ts';
import { openFiles } from './media/open.ts';
import { errorDetails, type Log } from './operator/log.ts';
import { packageRoot } from './package-root.ts';
import { networks } from './social/networks.ts';

const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};
const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;
const bucketPatienceMs = 3 * second;

/** The blog on its database and files, migrated and ready, without a server in front. */
export async function openBlog(
  config: Config,
  log: Log,
  /** One that joins other processes never begins a new site: the first one has made the database. */
  joins = false,
): Promise<{ blog: Blog; database: OpenDatabase }> {
  if (config.databaseUrl === null && joins) await requireUsable(config.dataDir, ['other processes use it']);
  else if (config.databaseUrl === null) {
    // What is in the bucket matters only where there is no database yet.
    const isNew = !existsSync(path.join(config.dataDir, 'blog.sqlite'));
    await requireUsable(config.dataDir, await tracesOfSite(isNew ? config : { ...config, s3: null }));
  }
  const database = openDatabase({
    ...config,
    onLost: (error) => log.warn('A database connection was lost.', { error: error.message }),
  });
  const backups = openBackups(config, backupSource(database));
  return tellingDamage(config, async () => {
    await makePrivate(config.dataDir, log);
    const applied = await migrate(
      database,
      migrations,
      () => backUpBefore(backups, (message) => log.info(message)),
      () => requireNoTraces(config, database.place),
    );
    if (applied.length > 0) log.debug('The database was brought up to date.', { applied });
    const blog: Blog = {
      db: database.db,
      files: await openFiles(config),
      uploadFolder: path.join(config.dataDir, 'uploads'),
      backups,
      networks: networks(config.networks, { allow: config.outgoingAllow }),
      keys: await readKeys(database.db),
      siteId: await readSiteId(database.db),
      siteUrl: () => config.siteUrl ?? `http://localhost:${config.port}`,
      version,
      isPublic: isReachable(config),
      actor: null,
      now: () => new Date(),
      report: (message, details) => log.warn(message, details),
      changed: () => {},
    };
    // A bucket that does not answer is no reason to wait: whatever removes files asks again.
    const checked = checkFiles(blog).catch((error) =>
      log.debug('The image files were not checked.', errorDetails(error)),
    );
    await Promise.race([checked, wait(bucketPatienceMs, undefined, { ref: false })]);
    return { blog, database };
  });
}

/** What backups are made of. */
export const backupSource = (database: OpenDatabase): Source => ({
  snapshot: (file) => snapshotOf(database, file, indexAllTexts),
  version,
  now: () => new Date(),
});

export type Running = {
  server: Server;
  blog: Blog;
  url: string;
  place: string;
  /** The administrator that this start created, if it did. */
  created: FirstAdministrator | undefined;
  beginChores(): void;
  stop(): Promise<void>;
};

/** How much the server takes on; tests take it away to see what it is good for. */
export const defaultLimits = { queue: defaultQueueLimits, connections: defaultConnectionLimits };

/** What a fresh site needs before anybody comes. Returns the administrator that it got, if it did. */
export async function settle(blog: Blog, config: Config, log: Log): Promise<FirstAdministrator | undefined> {
  return tellingDamage(config, async () => {
    const created = await createFirst(blog, config, log);
    await createWelcomePost(blog);
    return created;
  });
}

/**
 * Starts everything, in an order in which each step can rely on the ones before. One of several processes shares its port
 * with the others, and begins with the chores only when it is told to.
 */
export async function start(
  config: Config,
  log: Log,
  renderer?: Renderer,
  place: 'alone' | 'one of several' = 'alone',
  protection = defaultLimits,
): Promise<Running> {
  const { blog, database } = await openBlog(config, log, place === 'one of several');
  const created = await settle(blog, config, log);

  // Pages that somebody is working on are made anew each time.
  const { pages, listener } = renderer
    ? { pages: null, listener: null }
    : publicPages(database, log, config.pageCacheBytes);
  if (pages) blog.changed = (change) => pages.changed(change);
  await listener?.start();

  let accepting = true;
  let doorClosed: Promise<void> | undefined;
  const secure = config.siteUrl?.startsWith('https:') ?? false;
  const site: Site = {
    blog,
    jar: cookieJar(blog.keys.csrf, secure),
    log,
    clientIp: clientIpReader(config.trustProxy),
    detectUntrustedProxy: untrustedProxyDetector(blog, config.trustProxy, log),
    pages: config.pageCacheBytes > 0 ? pages : null,
    queue: new RequestQueue(protection.queue),
    metrics: new RequestMetrics(),
    rateLimiters: rateLimiters(),
  };
  const eventLoop = watchEventLoop();
  const ownMetrics = () => [
    ...site.metrics.families(),
    ...siteFamilies(site, database.pool),
    eventLoop(),
    ...processFamilies(version),
  ];
  const server = createHttpServer({
    site,
    renderer: renderer ?? (await builtRenderer(path.join(packageRoot, 'dist'))),
    assets: loadAssets(path.join(packageRoot, 'dist/client')),
    mediaOrigin: config.s3?.publicUrl ? new URL(config.s3.publicUrl).origin : null,
    accepting: () => accepting,
    doorClosed: () => doorClosed,
    connections: protection.connections,
    isOwnHost: isReachable(config) ? () => true : loopbackHostCheck(),
    metricsToken: config.metricsToken,
    readMetrics: place === 'alone' ? async () => ownMetrics() : crewMetrics(ownMetrics),
  });
  await listen(server, config, place === 'one of several');
  const { port } = server.address() as AddressInfo;
  config.port = port;
  const leaving = new AbortController();
  // By itself, so that no long chore keeps a post from its readers.
  const stopPublishing = chores(log, [
    { every: 5 * second, name: 'publishing scheduled posts', work: () => publishDue(blog) },
  ]);
  const housekeeping: Chore[] = [
    { every: hour, name: 'completing the search', work: () => indexMissing(blog, leaving.signal) },
    { every: hour, name: 'judging comments', work: () => judgeAllAgain(blog, leaving.signal) },
    { every: hour, name: 'tidying up', work: () => tidyUp(blog) },
    { every: hour, name: 'the daily backup', work: () => backUpDaily(blog) },
    { every: hour, name: 'removing stale uploads', work: () => removeStaleUploads(blog) },
    { every: day, atStart: false, name: 'sweeping image files', work: async () => void (await sweep(blog)) },
  ];
  let stopChores: (() => Promise<void>) | undefined;
  const beginChores = () => {
    if (!stopChores) log.debug('The chores are done in this process.', { pid: process.pid });
    stopChores ??= chores(log, housekeeping, async () => !listener || listener.isLeader());
  };
  if (place === 'alone') {
    await forgetForwarding(blog);
    beginChores();
  }

  return {
    server,
    blog,
    created,
    url: `http://localhost:${port}`,
    place: database.place,
    beginChores,
    stop: async () => {
      accepting = false;
      leaving.abort();
      await Promise.all([stopPublishing(), stopChores?.()]);
      // Whoever spreads the load hears from /readyz first; until then requests still come in and are answered.
      await wait(lastCallMs);
      const holding = Promise.withResolvers<void>();
      doorClosed = holding.promise;
      await close(server, holding.resolve);
      await listener?.stop();
      await blog.db.destroy();
    },
  };
}

/** The pages of readers, and who hears of what other processes change on them. */
function publicPages(database: OpenDatabase, log: Log, limitBytes: number) {
  const { version, listen } = database;
  const pages: PublicPages = new PublicPages(limitBytes, {
    ...(version ? { version } : {}),
    ...(listen ? { listenerState: () => listener?.state ?? 'disconnected' } : {}),
  });
  const listener: ChangeListener | null =
    listen?.({
      // The database's triggers name the same tags as blog/reads.ts.
      changed: (tags, mayLag) => pages.changed({ touches: tags as CacheTag[], mayLag }),
      missed: () => pages.cache.clear(),
      warn: (message, error) => log.warn(message, errorDetails(error)),
    }) ?? null;
  return { pages, listener };
}

async function createFirst(blog: Blog, config: Config, log: Log): Promise<FirstAdministrator | undefined> {
  const { adminUsername, adminPassword } = config;
  try {
    const created = await firstAdministrator(blog, adminUsername, adminPassword);
    if (created?.weakness) log.warn(`ADMIN_PASSWORD: ${created.weakness}`);
    for (const username of blog.isPublic ? await weakAdministrators(blog) : [])
      log.warn(`The password of "${username}" is too easy to guess for a public site. ${refusedUntilReset}`);
    return created;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid')
      throw new ConfigProblem(`ADMIN_PASSWORD: ${error.message}`);
    throw error;
  }
}

type Chore = { every: number; atStart?: false; name: string; work: () => Promise<void> };

/**
 * Does each chore now, unless it says otherwise, and then again, one at a time, beside the server, if it is ours to do; a chore that fails is tried
 * again next time.
 */
function chores(log: Log, list: readonly Chore[], isOurs = async () => true): () => Promise<void> {
  let last = Promise.resolve();
  const run = ({ name, work }: Chore) => {
    last = last
      .then(async () => ((await isOurs()) ? work() : undefined))
      .catch((error) => log.warn(`${name} failed`, errorDetails(error)));
  };
  for (const chore of list) if (chore.atStart ?? true) run(chore);
  const timers = list.map((chore) => setInterval(run, chore.every, chore).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await last;
  };
}

export const sharesPorts = process.platform === 'linux';

/**
 * Linux spreads connections over the processes that listen on one port; elsewhere the leader hands them out, and then one
 * that was on its way to a process that is killed is never answered.
 */
function listen(server: Server, { host, port }: Config, sharing: boolean): Promise<void> {
  const reusePort = sharing && sharesPorts;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort }, () => resolve());
  });
}

const lastCallMs = 200;
const atTheDoorMs = 500;
const shortTurnMs = 2;
const idleMs = 1_000;
const graceMs = 10_000;

/**
 * Finishes what runs: no new connections, and a limit for those that never end. Open ones are given a while, because
 * their next request may be on its way already; its answer closes them.
 */
async function close(server: Server, doorIsClosed: () => void): Promise<void> {
  await letIn(server);
  let closed = false;
  // Not the close of HTTP servers, which drops at once whatever has not been read to its end.
  NetServer.prototype.close.call(server, () => {
    closed = true;
  });
  doorIsClosed();
  const begin = performance.now();
  while (!closed) {
    await wait(20);
    const passed = performance.now() - begin;
    if (passed > graceMs) server.closeAllConnections();
    else if (passed > idleMs) server.closeIdleConnections();
  }
  // What is left for it to do is to end its timer.
  server.close(() => {});
}

/**
 * Connections that wait to be accepted when the door closes would be reset. Each turn of the loop accepts all of them, so
 * it closes after a turn that had nothing else to do and met nobody new; requests wait meanwhile, or there might be none.
 */
async function letIn(server: Server): Promise<void> {
  let came = 0;
  const count = () => {
    came++;
  };
  server.on('connection', count);
  const begin = performance.now();
  for (let turn = begin; turn - begin < atTheDoorMs; ) {
    const before = came;
    await nextTurn();
    const now = performance.now();
    if (came === before && now - turn < shortTurnMs) break;
    turn = now;
  }
  server.off('connection', count);
}
