import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUpTo, summaryOf } from '../backup/file.ts';
import { type Config, environment, readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { readDisk } from '../media/disk.ts';
import type { Files } from '../media/files.ts';
import { openFiles } from '../media/open.ts';
import { explainError } from '../operator/explain-error.ts';
import { backupSource } from '../server/open-blog.ts';

const usage = `Usage: npm run backup -- FILE

Writes the whole site into FILE: one tar archive of the database (SQLite, compressed), all pictures (from DATA_DIR or from the
bucket) and a list with their checksums. The site may run meanwhile. FILE appears once it is whole; a file that is
there is never replaced. A name that ends in .gz makes a compressed archive, which pictures do not gain from.

What it does not hold: the settings in the environment or in .env. Keep FILE as safe as the site itself: it holds drafts,
password hashes and the site's keys. It is restored with: npm run restore -- FILE`;

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [name] = positionals;
  if (values.help || name === undefined || positionals.length > 1) {
    console[values.help ? 'log' : 'error'](usage);
    return values.help ? 0 : 1;
  }
  const config = readConfig(environment());
  const database = openDatabase(config);
  try {
    const file = path.resolve(name);
    const { manifest } = await backUpTo(file, backupSource(database), await picturesOf(config));
    console.log(`${file} holds ${summaryOf(manifest)}`);
    return 0;
  } finally {
    await database.db.destroy();
  }
}

/** Opening the folder as the server does would create it. */
async function picturesOf(config: Config): Promise<Pick<Files, 'read'>> {
  return config.s3 ? openFiles(config) : readDisk(path.join(config.dataDir, 'images'));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(explainError(error));
  process.exitCode = 1;
}
