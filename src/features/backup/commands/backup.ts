import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, environment, readConfig } from '../../../config.ts';
import { withStored } from '../../../platform/connections/stored-connections.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import { readDisk } from '../../../platform/files/disk.ts';
import type { Files } from '../../../platform/files/files.ts';
import { openFiles } from '../../../platform/files/open.ts';
import { commandLine } from '../../../platform/messages/command-line.ts';
import { backupWritten } from '../../../platform/messages/operator.ts';
import { type Command, printUsage } from '../../../platform/process/run-command.ts';
import { backUpTo, summaryOf } from '../archive/file.ts';
import { backupSource } from '../source.ts';

const usage = `Usage: ${commandLine('backup', 'FILE')}

Writes the whole site into FILE: one tar archive with the database (SQLite, compressed), all images (from DATA_DIR or from
the bucket) and a list of their checksums. The site may be running. FILE appears once it is complete; an existing file is
never replaced. A name that ends in .gz makes a compressed archive, which images hardly benefit from.

The archive does not contain the settings in the environment or in .env. Keep FILE as safe as the site itself: it contains
drafts, password hashes and the site's keys. To restore it: ${commandLine('restore', 'FILE')}`;

async function main(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return printUsage(usage);
  const config = readConfig(environment());
  await using database = openDatabase(config);
  const file = path.resolve(name);
  // Asking a database that is not there would create it; the backup says that it is missing.
  const isThere = config.databaseUrl !== null || existsSync(path.join(config.dataDir, 'blog.sqlite'));
  const images = await imagesOf(isThere ? await withStored(config, database.db) : config);
  const { manifest } = await backUpTo(file, backupSource(database), images);
  console.log(backupWritten(file, summaryOf(manifest)));
  return 0;
}

/** Read-only, because openFiles would create the folder. */
async function imagesOf(config: Config): Promise<Pick<Files, 'read'>> {
  return config.s3 ? openFiles(config) : readDisk(path.join(config.dataDir, 'images'));
}

export const command: Command = { name: 'backup', usage, main };
