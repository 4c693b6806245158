import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { DatabaseProblem } from '../platform/db/open.ts';
import { readDisk } from '../platform/files/disk.ts';
import type { Files } from '../platform/files/files.ts';
import { openFiles } from '../platform/files/open.ts';
import * as messages from '../platform/messages/operator.ts';
import { recovery, recoveryAdvice } from './recovery.ts';

type Locations = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** Evidence of a site besides its database, in words. A new database next to it would hide that the real one is missing. */
export async function existingSiteData({ dataDir, databaseUrl, s3 }: Locations): Promise<string[]> {
  const evidence: string[] = [];
  const database = path.join(dataDir, 'blog.sqlite');
  if (databaseUrl !== null && existsSync(database)) evidence.push(messages.isSiteDatabase(database));
  const images = path.join(dataDir, 'images');
  if (await isInUse(readDisk(images))) evidence.push(messages.belongsToSite(images));
  const backups = await recovery?.evidence(dataDir);
  if (backups) evidence.push(backups);
  // An unreachable bucket is no evidence, and it is safe: only the site that owns its files ever deletes them.
  if (s3 && (await isInUse(await openFiles({ dataDir, s3 })).catch(() => false)))
    evidence.push(messages.belongsToSite(`the bucket ${s3.bucket}`));
  return evidence;
}

async function isInUse(files: Pick<Files, 'owner' | 'list'>): Promise<boolean> {
  if ((await files.owner()) !== null) return true;
  for await (const _ of files.list()) return true;
  return false;
}

/** Refuses to create a site in an empty database where another site has its data. */
export async function requireNoExistingSite(config: Locations, databaseLocation: string): Promise<void> {
  const evidence = await existingSiteData(config);
  if (evidence.length === 0) return;
  const advice = [
    ...(config.databaseUrl === null ? [] : [messages.howToMove]),
    await recoveryAdvice(config.dataDir),
    messages.newSiteAdvice,
  ];
  throw new DatabaseProblem(
    `${messages.emptyDatabaseOfExistingSite(databaseLocation, evidence)} ${advice.join(' ')}`,
  );
}
