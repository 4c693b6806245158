import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from '../support/client.ts';
import { adminPassword, builtServer } from '../support/server.ts';
import { freePort } from './free-port.ts';
import { cpuSeconds } from './process-cost.ts';

export const home = path.resolve(import.meta.dirname, '../..');
const commentsPerPost = 3;
/** A start that uses no CPU time for so long does not end. With a large site, the first one after an upgrade takes minutes. */
const maxPauseMs = 60_000;

/** A blog as `npm start` runs it, on generated data. */
export type BlogSite = {
  posts: number;
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
};

export async function seedBlog(
  dataDir: string,
  posts: number,
  env: Record<string, string> = {},
): Promise<void> {
  const counts = [
    '--posts',
    String(posts),
    '--comments',
    String(posts * commentsPerPost),
    '--discussion',
    '0',
  ];
  await promisify(execFile)(process.execPath, [path.join(home, 'tools/seed.ts'), ...counts], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword, ...env },
  });
}

/** With all that `npm run seed` makes for a site of this size. */
export async function seedSite(
  dataDir: string,
  posts: number,
  env: Record<string, string> = {},
): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(home, 'tools/seed.ts'), '--posts', String(posts)], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  });
}

/** The environment of the server. It trusts the load generator as a proxy, so that requests can have many IP addresses. */
export const blogEnvironment = (dataDir: string, port: number, env: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PORT: String(port),
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: adminPassword,
  TRUST_PROXY: '1',
  MALLOC_ARENA_MAX: '2',
  ...env,
});

export async function startBlog(
  dataDir: string,
  posts: number,
  env: Record<string, string> = {},
  /** Whether to wait until the startup jobs are done. */
  waits = true,
): Promise<BlogSite> {
  const port = await freePort();
  const child = spawn(process.execPath, [builtServer], {
    cwd: dataDir,
    env: blogEnvironment(dataDir, port, env),
    // The log is written as in production, and discarded.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  const pid = child.pid ?? 0;
  const ended = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await waitWhileBusy(`${url}/readyz`, pid);
  if (waits) await idle(pid);
  return {
    posts,
    url,
    port,
    pid,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', end);
    },
  };
}

/** Waits until a URL responds with success, as long as the process uses CPU time. */
async function waitWhileBusy(url: string, pid: number): Promise<void> {
  let last = { cpu: 0, at: performance.now() };
  while (!(await isReady(url))) {
    await sleep(10);
    // Throws when the process has ended.
    const cpu = cpuSeconds(pid);
    if (cpu - last.cpu > 0.01) last = { cpu, at: performance.now() };
    else if (performance.now() - last.at > maxPauseMs) throw new Error(`${url} does not answer.`);
  }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.ok ?? false;
}

/** Waits until a URL responds with success; returns the seconds it took. */
export async function waitUntilReady(url: string, withinSeconds = 60): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < withinSeconds * 1000) {
    if (await isReady(url)) return (performance.now() - began) / 1000;
    await sleep(10);
  }
  throw new Error(`${url} did not answer within ${withinSeconds} seconds.`);
}

/** Waits until the startup jobs are done, above all the search index. */
async function idle(pid: number): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(pid); quiet < 3; ) {
    await sleep(300);
    const now = cpuSeconds(pid);
    quiet = now - before < 0.03 ? quiet + 1 : 0;
    before = now;
  }
}

export type Session = { cookie: string; token: string; client: Client };

async function session(client: Client): Promise<Session> {
  await client.get('/webapi/api/admin/auth');
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, token: decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''), client };
}

export const visitorOf = (site: BlogSite): Promise<Session> => session(new Client(site.url));

export async function ownerOf(site: BlogSite): Promise<Session> {
  const client = new Client(site.url);
  await client.login('admin', adminPassword);
  return session(client);
}
