import path from 'node:path';
import { parseArgs } from 'node:util';
import { environment, readConfig } from '../../../config.ts';
import { commandLine } from '../../../platform/messages/command-line.ts';
import * as messages from '../../../platform/messages/operator.ts';
import { type Command, printUsage } from '../../../platform/process/run-command.ts';
import { imagesToBackUp } from '../archive/backups.ts';
import { summaryOf } from '../archive/file.ts';
import { restore } from '../archive/restore.ts';
import { asStored } from '../archive/set-aside.ts';

const usage = `Usage: ${commandLine('restore', '[--replace] BACKUP')}

Restores a backup: an archive made by "${commandLine('backup')}" or downloaded in the admin area, or the folder of a daily backup
(DATA_DIR/backups/…). It goes into DATA_DIR, which has to be empty or absent; nothing is ever replaced. Every checksum is
verified before anything is moved into place, and an interrupted restore can be run again.

With --replace it goes back to an earlier state of the site in DATA_DIR, which has to be stopped: the database is set aside in
DATA_DIR/replaced-…, and images of the backup are added to those that are there.

A backup contains a SQLite database, even if the site used PostgreSQL. For PostgreSQL, restore it and then run
"${commandLine('move', '--from DATA_DIR --to postgres://…')}"; for images in a bucket, add --images-to s3.`;

async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [backup] = positionals;
  if (backup === undefined || positionals.length > 1) return printUsage(usage);
  const config = readConfig(environment());
  const { dataDir, databaseUrl } = config;
  const { manifest, setAside } = await restore(
    await asStored(path.resolve(backup), imagesToBackUp(config)),
    dataDir,
    values,
  );
  console.log(messages.backupRestored(dataDir, manifest.made, summaryOf(manifest)));
  if (setAside !== null) console.log(messages.databaseSetAside(setAside));
  if (databaseUrl) console.log(messages.restoredToSqlite(dataDir));
  return 0;
}

export const command: Command = { name: 'restore', usage, main };
