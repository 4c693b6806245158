import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StatisticsKind } from '../../src/features/statistics/tables.ts';
import type { TemporaryDatabase } from './databases.ts';
import type { RunningServer } from './server.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The settings of a server on this database. */
export const environmentOf = ({ config }: TemporaryDatabase): Record<string, string> => ({
  DATA_DIR: config.dataDir,
  ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
});

export type Visit = { status: number /** Of the process that answered. */; process: string; ms: number };

/** A page view of a browser at this IP address, over a connection of its own. */
export function visit(
  { url }: Pick<RunningServer, 'url'>,
  page: string,
  address: string,
  headers: Record<string, string> = {},
): Promise<Visit> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    httpRequest(
      new URL(page, url.replace('localhost', '127.0.0.1')),
      {
        agent: false,
        headers: {
          'user-agent': firefox,
          'accept-language': 'en',
          accept: 'text/html',
          'x-forwarded-for': address,
          ...headers,
        },
      },
      (response) => {
        response.resume();
        const [process = ''] = String(response.headers['x-request-id']).split(/-(?=[^-]*$)/);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, process, ms: performance.now() - began }),
        );
      },
    )
      .on('error', reject)
      .end();
  });
}

type Numbers = { views: number; visitors: number };
type Row = Numbers & { kind: StatisticsKind; name: string };

const select = 'select kind, name, views, visitors from statistics';

/** All sums that are on disk, written as `kind name`. On SQLite those of the day are in a file of their own first. */
export async function sumsOnDisk({ config }: TemporaryDatabase): Promise<Map<string, Numbers>> {
  const rows = config.databaseUrl
    ? await rowsOfPostgres(config.databaseUrl)
    : ['blog.sqlite', 'statistics.sqlite'].flatMap((name) => rowsOfFile(path.join(config.dataDir, name)));
  const sums = new Map<string, Numbers>();
  for (const { kind, name, views, visitors } of rows) {
    const known = sums.get(`${kind} ${name}`);
    if (!known || known.views <= views) sums.set(`${kind} ${name}`, { views, visitors });
  }
  return sums;
}

export async function rowsOfPostgres(url: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(select)).rows;
  } finally {
    await client.end();
  }
}

function rowsOfFile(file: string): Row[] {
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 });
  try {
    return database.prepare(select).all() as Row[];
  } finally {
    database.close();
  }
}
