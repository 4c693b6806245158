import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ownPostgres } from '../support/own-postgres.ts';
import { seedSite } from './blog-site.ts';
import { childrenOf, cpuSeconds } from './process-cost.ts';

/** Where the seeded sites are: folders with SQLite files, or databases of a PostgreSQL server that is started for them. */
export type ScaleSites = {
  /** Seeds a site of this size unless there is one; returns its data folder and its settings. */
  site(posts: number): Promise<{ dataDir: string; env: Record<string, string> }>;
  /** Processes of the database that work for the site; SQLite has none. */
  databasePids(posts: number): number[];
  stop(): Promise<void>;
};

export function sqliteSites(folder: string): ScaleSites {
  return {
    async site(posts) {
      const dataDir = folderOf(folder, posts);
      if (!existsSync(path.join(dataDir, 'blog.sqlite'))) await seedSite(dataDir, posts);
      return { dataDir, env: {} };
    },
    databasePids: () => [],
    stop: async () => {},
  };
}

export async function postgresSites(folder: string): Promise<ScaleSites> {
  const own = path.resolve(folder, 'postgres');
  mkdirSync(own, { recursive: true });
  const postgres = await ownPostgres({ TEST_POSTGRES_FOLDER: own, TEST_POSTGRES_BUFFERS: '128MB' });
  const nameOf = (posts: number) => `scale_${posts}`;
  const urlOf = (posts: number) => Object.assign(new URL(postgres.url), { pathname: nameOf(posts) }).href;
  return {
    async site(posts) {
      const dataDir = folderOf(path.join(folder, 'postgres-sites'), posts);
      const env = { DATABASE_URL: urlOf(posts) };
      if (await create(postgres.url, nameOf(posts))) {
        await seedSite(dataDir, posts, env);
        // Autovacuum would do it a minute later. Parallel workers would be missing in the CPU time of the backends.
        await execute(env.DATABASE_URL, 'vacuum analyze');
        await execute(
          postgres.url,
          `alter database ${nameOf(posts)} set max_parallel_workers_per_gather = 0`,
        );
      }
      return { dataDir, env };
    },
    databasePids: (posts) => backendsOf(own, nameOf(posts)),
    stop: () => postgres.dispose(),
  };
}

function folderOf(folder: string, posts: number): string {
  const dataDir = path.resolve(folder, String(posts));
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

/** Whether the database was missing. */
async function create(url: string, name: string): Promise<boolean> {
  const found = await execute(url, `select 1 from pg_database where datname = '${name}'`);
  if (found > 0) return false;
  await execute(url, `create database ${name}`);
  return true;
}

async function execute(url: string, statement: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows.length;
  } finally {
    await client.end();
  }
}

/** A backend has the name of its database in its title. */
function backendsOf(folder: string, database: string): number[] {
  const [postmaster] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  return childrenOf(Number(postmaster)).filter((pid) =>
    ifRunning('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(` ${database} `),
  );
}

function ifRunning<Result>(otherwise: Result, read: () => Result): Result {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Adds up the CPU seconds of processes that come and go: what each used since the last look. */
export function cpuMeter(pids: () => readonly number[]): () => number {
  const seen = new Map<number, number>();
  let total = 0;
  return () => {
    for (const pid of pids()) {
      const before = seen.get(pid) ?? 0;
      const now = ifRunning(before, () => cpuSeconds(pid));
      total += now - before;
      seen.set(pid, now);
    }
    return total;
  };
}
