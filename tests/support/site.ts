import { constants } from 'node:fs';
import { access, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import type { Blog } from '../../src/platform/blog.ts';
import type { Log } from '../../src/platform/log/log.ts';
import type { start } from '../../src/server/start.ts';
import { shared } from './postgres.ts';
import { adminPassword } from './server.ts';

type Start = typeof start;

const builtStart = new URL('../../dist/server/start.js', import.meta.url).href;
/** The server that `npm start` runs, but in this process; its jobs run in child processes, as always. */
export const startBuilt: Start = async (...args) => {
  // As every program of the site does first.
  process.umask(0o077);
  const { start } = (await import(builtStart)) as { start: Start };
  return start(...args);
};

export type TestSite = {
  url: string;
  blog: Blog;
  dataDir: string;
  adminPassword: string;
  /** What the server logged. */
  output(): string;
  /** Ends the server; the data stays. */
  stop(): Promise<void>;
  /** Stops the server, and removes its data folder unless the caller named one. */
  dispose(): Promise<void>;
};

/**
 * Starts the built server in this process, which takes a tenth of the CPU time of `startServer`, on a migrated SQLite database
 * unless `env` names a database or a folder with one.
 */
export async function startSite({
  env = {},
  start = startBuilt,
}: {
  env?: Record<string, string>;
  start?: Start;
} = {}): Promise<TestSite> {
  const ownFolder = await mkdtemp(join(tmpdir(), 'not-terrible-site-'));
  const dataDir = env.DATA_DIR ?? join(ownFolder, 'data');
  if (!env.DATABASE_URL) await addDatabase(dataDir);
  const config = readConfig({ PORT: '0', ADMIN_PASSWORD: adminPassword, ...env, DATA_DIR: dataDir });
  let output = '';
  const write = (level: string) => (message: string, details?: Record<string, unknown>) => {
    output += `${JSON.stringify({ level, message, ...details })}\n`;
  };
  const log: Log = {
    debug: () => {},
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    request: ({ id, logFields, ms }) => write('info')('request', { id, ...JSON.parse(`{${logFields}}`), ms }),
  };
  const running = await start(config, log);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    running.server.closeAllConnections();
    stopped ??= running.stop();
    return stopped;
  };
  return {
    url: running.url,
    blog: running.blog,
    dataDir,
    adminPassword: env.ADMIN_PASSWORD ?? adminPassword,
    output: () => output,
    stop,
    dispose: async () => {
      await stop();
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
}

async function addDatabase(dataDir: string): Promise<void> {
  const file = join(dataDir, 'blog.sqlite');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return;
  await copyFile(await shared('migrated-sqlite'), file, constants.COPYFILE_FICLONE);
}
