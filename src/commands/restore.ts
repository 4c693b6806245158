import path from 'node:path';
import { parseArgs } from 'node:util';
import { summaryOf } from '../backup/file.ts';
import { restore } from '../backup/restore.ts';
import { environment, readConfig } from '../config.ts';
import { migrations } from '../db/migrate.ts';
import { explainError } from '../operator/explain-error.ts';

const usage = `Usage: npm run restore -- BACKUP

Puts a backup back: an archive made by "npm run backup" or downloaded in the admin area, or the folder of a daily backup
(DATA_DIR/backups/…). It goes into DATA_DIR, which has to be empty or absent; nothing is ever replaced. Every checksum is
verified before anything is in place, and an interrupted restore can be run again.

To go back to an earlier state of a running site: stop it, restore into a new folder (DATA_DIR=./restored npm run restore --
BACKUP), and start the site with that DATA_DIR.

A backup holds a SQLite database whatever the site used. For PostgreSQL, restore it and then run
"npm run move -- --from DATA_DIR --to postgres://…"; for pictures in a bucket, add --images-to s3.`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [backup] = positionals;
  if (values.help || backup === undefined || positionals.length > 1) {
    console[values.help ? 'log' : 'error'](usage);
    return values.help ? 0 : 1;
  }
  const { dataDir, databaseUrl } = readConfig(environment());
  const manifest = await restore(
    path.resolve(backup),
    dataDir,
    migrations.map(({ name }) => name),
  );
  console.log(`${dataDir} has the site of ${manifest.made}: ${summaryOf(manifest)}`);
  if (databaseUrl)
    console.log(
      `It is a SQLite database. "npm run move -- --from ${dataDir} --to …" copies it into an empty PostgreSQL database.`,
    );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explainError(error));
  process.exitCode = 1;
}
