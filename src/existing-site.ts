import { existsSync } from 'node:fs';
import path from 'node:path';
import { backupsFolder } from './backup/backups.ts';
import { newSite, wayBack } from './backup/corrupt-database.ts';
import { newestBackup } from './backup/stored.ts';
import type { Config } from './config.ts';
import { DatabaseProblem } from './db/open.ts';
import { readDisk } from './media/disk.ts';
import type { Files } from './media/files.ts';
import { openFiles } from './media/open.ts';

type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** What shows that a site has its data here. A new database beside it would hide that the site's own is gone. */
export async function tracesOfSite({ dataDir, databaseUrl, s3 }: Places): Promise<string[]> {
  const traces: string[] = [];
  const database = path.join(dataDir, 'blog.sqlite');
  if (databaseUrl !== null && existsSync(database)) traces.push(`${database} is the database of a site`);
  const images = path.join(dataDir, 'images');
  if (await isInUse(readDisk(images))) traces.push(`${images} belongs to a site`);
  const backups = backupsFolder(dataDir);
  if ((await newestBackup(backups)) !== null) traces.push(`${backups} holds backups`);
  // A bucket that cannot be asked is no trace; files in it are only ever removed by the site that they belong to.
  if (s3 && (await isInUse(await openFiles({ dataDir, s3 })).catch(() => false)))
    traces.push(`the bucket ${s3.bucket} belongs to a site`);
  return traces;
}

async function isInUse(files: Pick<Files, 'owner' | 'list'>): Promise<boolean> {
  if ((await files.owner()) !== null) return true;
  for await (const _ of files.list()) return true;
  return false;
}

/** Refuses to begin a new site in an empty database where another site has its data. */
export async function requireNoTraces(config: Places, place: string): Promise<void> {
  const traces = await tracesOfSite(config);
  if (traces.length === 0) return;
  const move = config.databaseUrl === null ? '' : ' "npm run move -- --to …" copies a site into PostgreSQL.';
  throw new DatabaseProblem(
    `The database at ${place} is empty, but ${traces.join(' and ')}.${move} ${await wayBack(config.dataDir)} ${newSite}`,
  );
}
