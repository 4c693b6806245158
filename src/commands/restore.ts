import path from 'node:path';
import { parseArgs } from 'node:util';
import { summaryOf } from '../backup/file.ts';
import { restore } from '../backup/restore.ts';
import { environment, readConfig } from '../config.ts';
import { migrations } from '../db/migrate.ts';
import { commandLine } from '../messages/command-line.ts';
import * as messages from '../messages/operator.ts';
import { type Command, printUsage, runCommand } from './run-command.ts';

const usage = `Usage: ${commandLine('restore', 'BACKUP')}

Restores a backup: an archive made by "${commandLine('backup')}" or downloaded in the admin area, or the folder of a daily backup
(DATA_DIR/backups/…). It goes into DATA_DIR, which has to be empty or absent; nothing is ever replaced. Every checksum is
verified before anything is moved into place, and an interrupted restore can be run again.

To go back to an earlier state of a site: stop it, restore into a new folder
(DATA_DIR=./restored ${commandLine('restore', 'BACKUP')}), and start the site with that DATA_DIR.

A backup contains a SQLite database, even if the site used PostgreSQL. For PostgreSQL, restore it and then run
"${commandLine('move', '--from DATA_DIR --to postgres://…')}"; for images in a bucket, add --images-to s3.`;

async function main(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [backup] = positionals;
  if (backup === undefined || positionals.length > 1) return printUsage(usage);
  const { dataDir, databaseUrl } = readConfig(environment());
  const manifest = await restore(
    path.resolve(backup),
    dataDir,
    migrations.map(({ name }) => name),
  );
  console.log(messages.backupRestored(dataDir, manifest.made, summaryOf(manifest)));
  if (databaseUrl) console.log(messages.restoredToSqlite(dataDir));
  return 0;
}

export const command: Command = { name: 'restore', usage, main };

if (import.meta.main) await runCommand(command);
