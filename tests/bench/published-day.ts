/**
 * A day of readers in a few minutes: `node tests/bench/published-day.ts` serves published files by nginx, with the server behind it
 * for votes, comments and searches; `--alone` lets the server answer everything. Views are spread over 24 hours as those of a
 * blog are. In the 13th hour a single link brings 500 views a second more, with the 16th the site is renamed, so that every file is
 * written again, and during the 21st the server is dead (SIGKILL). Everything is on loopback. It needs nginx; `npm run build` first.
 * Options: --views N (1,000,000), --calls N (20,000), --seconds N (240), --posts N (200), --out FILE.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/platform/db/open.ts';
import { Client } from '../support/client.ts';
import { findOnPath } from '../support/machine.ts';
import { builtServer } from '../support/server.ts';
import { blogEnvironment, seedBlog, waitUntilReady } from './blog-site.ts';
import { freePort } from './free-port.ts';
import { type Order, type Report, rawRequest, startLoad } from './load/load.ts';
import { childrenOf, cpuSeconds, memoryMegabytes } from './process-cost.ts';

const { values } = parseArgs({
  options: {
    alone: { type: 'boolean', default: false },
    views: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '240' },
    posts: { type: 'string', default: '200' },
    out: { type: 'string' },
  },
});
const [views, calls, seconds, posts] = [values.views, values.calls, values.seconds, values.posts].map(
  Number,
) as [number, number, number, number];

/** How many readers a blog has in each hour of a day, relative to each other. */
const hours = [
  1, 0.6, 0.4, 0.3, 0.3, 0.4, 0.8, 1.5, 2.2, 2.8, 3, 3, 2.9, 2.8, 2.8, 2.8, 2.7, 2.8, 3, 3.2, 3.4, 3.2, 2.6,
  1.7,
];
const allHours = hours.reduce((sum, weight) => sum + weight);
const hourSeconds = seconds / hours.length;
const [spikeHour, quietHour, renameHour, deadHour] = [12, 14, 15, 20];
const spikePerSecond = 500;
/** The server takes 200 suspicious comments an hour, and all of these are; of the other calls, two thirds are searches. */
const comments = Math.min(190, Math.round(calls / 20));

const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-day-'));
const root = path.join(folder, 'site');
const [gate, port] = [await freePort(), await freePort()];
const dataDir = path.join(folder, 'data');
const publicPort = values.alone ? port : gate;
const siteUrl = `http://127.0.0.1:${publicPort}`;
const env = {
  SITE_URL: siteUrl,
  ...(!values.alone && { PUBLISH_TO: root, PUBLISH_LIVE_URL: siteUrl }),
};

/** As in docs/operations.md; readers say in a header which IP address they have. */
const nginxConfiguration = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  types { text/html html; text/css css; text/javascript js; application/xml xml; application/json json; image/webp webp; image/png png; }
  charset utf-8;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  map $request_uri $moved { default "-"; include ${root}/redirects.map*; }
  map "$request_method $request_uri" $live {
    "~^POST " 1;
    "~^\\S+ /(webapi|admin|login|claim|preview|mail|healthz)([/?]|$)" 1;
    "~[?&](q|name|comment|reply|commented|asked|edit|delete|comment-id)=" 1;
  }
  upstream server { server 127.0.0.1:${port}; keepalive 32; }
  server {
    listen 127.0.0.1:${gate};
    root ${root};
    error_page 404 410 /404.html;
    gzip_static on;
    location / {
      error_page 418 = @live;
      if ($live) { return 418; }
      if ($moved = "") { return 410; }
      if ($moved != "-") { return 301 $moved; }
      try_files $uri $uri/index.html =404;
    }
    location @live {
      proxy_pass http://server;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_reader;
    }
    location = /404.html {}
    location ~ ^/(assets|images)/ { add_header Cache-Control "public, max-age=31536000, immutable"; }
  }
}
`;

const random = seeded(1);
let readers = 0;
const reader = (): Record<string, string> => {
  const address = `10.${readers >> 16}.${(readers >> 8) & 255}.${++readers & 255}`;
  return {
    host: new URL(siteUrl).host,
    'x-reader': address,
    ...(values.alone && { 'x-forwarded-for': address }),
  };
};
const view = (at: string) =>
  rawRequest('GET', at, { host: new URL(siteUrl).host, 'accept-encoding': 'gzip', accept: 'text/html' });
const form = (at: string, fields: Record<string, string>) =>
  rawRequest(
    'POST',
    at,
    { ...reader(), origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded' },
    String(new URLSearchParams(fields)),
  );

/** The newest posts are read most. */
const anyPost = (paths: readonly string[]): string => paths[Math.floor(paths.length ** random()) - 1] ?? '/';
function anyView(paths: readonly string[]): string {
  const place = random();
  if (place < 0.2) return '/';
  if (place < 0.25) return '/archive';
  return place < 0.3 ? '/feed.xml' : anyPost(paths);
}
const words = ['winter', 'water', 'stone', 'garden', 'letter', 'bread', 'morning', 'river'];
const anyCall = (paths: readonly string[]): string =>
  random() < 2 / 3
    ? rawRequest('GET', `/search?q=${words[Math.floor(random() * words.length)]}`, reader())
    : form(anyPost(paths), { intent: 'vote' });

type Hour = { hour: number; views: Report; calls: Report; comments: Report; spike?: Report };

async function main(): Promise<void> {
  await mkdir(root, { recursive: true });
  await mkdir(dataDir);
  await seedBlog(dataDir, posts);
  let server = await startServer();
  let nginx: ChildProcess | null = null;
  const loads = { views: startLoad(), spike: startLoad(), calls: startLoad(), comments: startLoad() };
  try {
    const owner = new Client(`http://127.0.0.1:${port}`);
    await owner.login();
    const began = performance.now();
    if (!values.alone) {
      await published(owner);
      print(`First round: ${((performance.now() - began) / 1000).toFixed(0)} s for ${posts} posts`);
      nginx = await startNginx();
    }
    const { body } = await owner.get<{ post_title_web: string }[]>(`/webapi/api/posts/100/0/!null/!null`);
    const paths = body.map(({ post_title_web }) => `/post/${post_title_web}`);
    const at = (order: Partial<Order> & Pick<Order, 'requests'>): Order => ({
      port: publicPort,
      connections: 20,
      // On a busy machine an hour takes longer; what is left then is left out, so that the day ends.
      seconds: 10 * hourSeconds,
      ...order,
    });
    for (const each of ['/', '/archive', '/feed.xml', ...paths])
      await loads.views.load(at({ requests: [view(each)], count: 1, connections: 1 }));

    const cpu = () => ({
      server: cpuSeconds(server.pid),
      publisher: childrenCpu(server.pid),
      nginx: nginx?.pid ? childrenCpu(nginx.pid) : 0,
    });
    let before = cpu();
    const used = { server: 0, publisher: 0, nginx: 0 };
    const count = () => {
      const now = cpu();
      // What a process used that ended meanwhile is lost.
      for (const name of ['server', 'publisher', 'nginx'] as const)
        used[name] += Math.max(0, now[name] - before[name]);
      before = now;
    };
    let megabytes = 0;
    const day: Hour[] = [];
    const started = performance.now();
    for (const [hour, weight] of hours.entries()) {
      const isDead = hour === deadHour;
      if (isDead) {
        count();
        await server.kill();
      }
      if (hour === renameHour) await owner.put('/webapi/api/admin/site', { site_name: 'Renamed' });
      const share = weight / allHours;
      const load = (all: number, requests: () => string, connections: number): Order => {
        const ofHour = Math.max(1, Math.round(all * share));
        return at({
          requests: Array.from({ length: Math.min(ofHour, 4_000) }, requests),
          count: ofHour,
          connections: Math.min(connections, ofHour),
          perSecond: ofHour / hourSeconds,
        });
      };
      const [seen, called, commented, spike] = await Promise.all([
        isDead && values.alone ? nothing : loads.views.load(load(views, () => view(anyView(paths)), 40)),
        isDead && values.alone ? nothing : loads.calls.load(load(calls - comments, () => anyCall(paths), 10)),
        isDead && values.alone
          ? nothing
          : loads.comments.load(
              load(
                comments,
                () =>
                  form(anyPost(paths), {
                    intent: 'comment',
                    comment_text: `What I wanted to say is number ${++readers}.`,
                  }),
                2,
              ),
            ),
        hour === spikeHour
          ? loads.spike.load(
              at({
                requests: [view(paths[0] ?? '/')],
                perSecond: spikePerSecond,
                count: Math.round(spikePerSecond * hourSeconds),
              }),
            )
          : undefined,
      ]);
      day.push({ hour, views: seen, calls: called, comments: commented, ...(spike && { spike }) });
      print(
        `Hour ${hour + 1}: ${seen.answers} views in ${seen.seconds.toFixed(1)} s, p99 ${seen.p99.toFixed(1)} ms`,
      );
      if (isDead) {
        server = await startServer();
        before = { ...cpu(), nginx: before.nginx };
      } else megabytes = Math.max(megabytes, memoryMegabytes(server.pid));
      count();
    }
    const elapsed = (performance.now() - started) / 1000;
    await finish(day, { elapsed, used, megabytes, server, load: loads.views.load, paths });
  } finally {
    for (const load of Object.values(loads)) await load.stop();
    if (nginx?.kill('SIGTERM')) await once(nginx, 'exit');
    await server.kill();
    // The process that publishes ends a moment after its server.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const nothing: Report = { answers: 0, seconds: 0, bytes: 0, errors: 0, statuses: {}, p50: 0, p99: 0 };

type Rest = {
  elapsed: number;
  used: Record<'server' | 'publisher' | 'nginx', number>;
  megabytes: number;
  server: Server;
  load: (order: Order) => Promise<Report>;
  paths: readonly string[];
};

async function finish(day: readonly Hour[], { elapsed, used, megabytes, server, load, paths }: Rest) {
  const sum = (of: (hour: Hour) => number) => day.reduce((total, hour) => total + of(hour), 0);
  const living = day.filter(({ hour }) => hour !== deadHour);
  const failed = (report: Report | undefined, isFine: (status: number) => boolean): number =>
    report
      ? report.errors +
        Object.entries(report.statuses).reduce(
          (total, [status, count]) => total + (isFine(Number(status)) ? 0 : count),
          0,
        )
      : 0;
  const isView = (status: number) => status === 200;
  const isCall = (status: number) => status === 200 || status === 303;
  const acknowledged = sum(({ comments: sent }) => sent.statuses[303] ?? 0);
  const { db } = openDatabase({ dataDir, databaseUrl: null });
  const { stored } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where('comment_text', 'like', '%What I wanted to say is number%')
    .executeTakeFirstOrThrow();
  await db.destroy();

  // What a page asks for its numbers.
  const counts = paths.map((_, index) => rawRequest('GET', `/webapi/api/counts?ids=${index + 1}`, reader()));
  const before = cpuSeconds(server.pid);
  const counted = await load({
    port: publicPort,
    requests: counts,
    connections: 4,
    count: 4_000,
    seconds: 60,
  });
  const perCount = ((cpuSeconds(server.pid) - before) / counted.answers) * 1000;

  const [quiet, renamed] = [day[quietHour]?.views, day[renameHour]?.views];
  const result = {
    mode: values.alone ? 'server alone' : 'nginx and server',
    seconds: Math.round(elapsed),
    views: sum((hour) => hour.views.answers + (hour.spike?.answers ?? 0)),
    viewsFailed: sum((hour) => failed(hour.views, isView) + failed(hour.spike, isView)),
    viewP50: worst(living, ({ views: { p50 } }) => p50),
    viewP99: worst(living, ({ views: { p99 } }) => p99),
    busiestPerSecond: worst(living, ({ views: report }) => report.answers / report.seconds),
    spike: day[spikeHour]?.spike,
    quietP99: quiet?.p99,
    renamedP99: renamed?.p99,
    calls: sum((hour) => hour.calls.answers + hour.comments.answers),
    callsFailedAlive: living.reduce(
      (total, hour) => total + failed(hour.calls, isCall) + failed(hour.comments, isCall),
      0,
    ),
    callStatuses: merged(day.map(({ calls: report }) => report.statuses)),
    commentStatuses: merged(day.map(({ comments: report }) => report.statuses)),
    callP99: worst(living, ({ calls: { p99 } }) => p99),
    viewsWhileDead: day[deadHour]?.views.answers,
    viewsLost: values.alone ? Math.round((views * (hours[deadHour] ?? 0)) / allHours) : 0,
    commentsAcknowledged: acknowledged,
    commentsStored: stored,
    cpuSeconds: used,
    cpuOfDay: (used.server + used.publisher + used.nginx) / elapsed,
    msPerCount: perCount,
    megabytes,
  };
  print(JSON.stringify(result, null, 2));
  if (values.out) await writeFile(values.out, JSON.stringify({ ...result, day }));
  if (result.viewsFailed > 0 || result.callsFailedAlive > 0 || stored < acknowledged) process.exitCode = 1;
}

const worst = (day: readonly Hour[], of: (hour: Hour) => number): number => Math.max(...day.map(of));

function merged(all: readonly Record<number, number>[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of all)
    for (const [status, count] of Object.entries(one)) found[status] = (found[status] ?? 0) + count;
  return found;
}

/** The worker of nginx; the process that publishes. */
const childrenCpu = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0);

async function published(owner: Client): Promise<void> {
  for (let isDone = false; !isDone; await wait(500)) {
    const { body } = await owner.get<{ files: number; waiting: number }>('/webapi/api/admin/publication');
    isDone = body.files > posts && body.waiting === 0;
  }
}

type Server = { pid: number; kill(): Promise<void> };

async function startServer(): Promise<Server> {
  // The log is written as in production, and discarded.
  const child = spawn(process.execPath, [builtServer], {
    cwd: dataDir,
    env: blogEnvironment(dataDir, port, env),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/readyz`);
  } catch (error) {
    // This program would wait for it without end.
    await kill();
    throw error;
  }
  return { pid: child.pid ?? 0, kill };
}

async function startNginx(): Promise<ChildProcess> {
  const program = findOnPath('nginx') ?? '/usr/sbin/nginx';
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, nginxConfiguration);
  const child = spawn(program, ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')], {
    stdio: 'inherit',
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx ended.');
    const answer = await fetch(`${siteUrl}/`).catch(() => null);
    if (answer?.status === 200) return child;
    await wait(100);
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function print(line: string): void {
  console.log(line);
}

await main();
