import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigProblem, environment, readConfig } from '../../../config.ts';
import { indexSize, indexWordsOfTexts } from '../../../core/posts/search/search.ts';
import { withStored } from '../../../platform/connections/stored-connections.ts';
import { DatabaseProblem, type OpenDatabase, openDatabase } from '../../../platform/db/open.ts';
import type { Files } from '../../../platform/files/files.ts';
import { openFiles } from '../../../platform/files/open.ts';
import { commandLine } from '../../../platform/messages/command-line.ts';
import * as messages from '../../../platform/messages/operator.ts';
import { progressBar } from '../../../platform/process/progress.ts';
import { type Command, printUsage } from '../../../platform/process/run-command.ts';
import { copyFiles, filesToCopy, ownerOfBoth } from '../move/copy-files.ts';
import {
  copyTables,
  differences,
  finish,
  prepareTarget,
  progressOf,
  readContent,
  type Stages,
  setProgress,
} from '../move/database.ts';

const usage = `Usage: ${commandLine('move', '[--to DATABASE] [--from DATABASE] [--images-to STORE] [--images-from STORE]')}

Copies the site to an empty database, its images to an empty store, or both; the source stays unchanged. Stop the site
first. After an interruption, run the command again: it continues where it stopped.

DATABASE  postgres://user:password@host:5432/name, or a data folder for the SQLite database in it
STORE     s3 for the bucket of the S3_ variables, or a data folder for the images in it

The default for --from is the database of the environment (DATABASE_URL, else DATA_DIR). The default for --images-from is
DATA_DIR when the images go to s3, else the store of the environment.`;

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      'images-to': { type: 'string' },
      'images-from': { type: 'string' },
    },
  });
  const { to, from, 'images-to': imagesTo, 'images-from': imagesFrom } = values;
  if (!to && !imagesTo) return printUsage(usage);
  const given = readConfig(environment());
  if (to) await moveDatabase(databaseFor('--from', from, given), databaseFor('--to', to, given));
  if (imagesTo) {
    const config = await withStoredBucket(given);
    const currentStore = imagesTo !== 's3' && config.s3 ? 's3' : config.dataDir;
    await moveImages(imagesFrom ?? currentStore, imagesTo, config);
  }
  return 0;
}

/** The bucket may have been entered in the admin area. */
async function withStoredBucket(config: Config): Promise<Config> {
  if (config.s3 || (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'blog.sqlite'))))
    return config;
  await using database = openDatabase(config);
  return await withStored(config, database.db);
}

type DatabaseOptions = Pick<Config, 'dataDir' | 'databaseUrl'>;

function databaseFor(option: string, text: string | undefined, config: Config): DatabaseOptions {
  if (text === undefined) return config;
  if (!/^[a-z]+:\/\//i.test(text)) return { dataDir: path.resolve(text), databaseUrl: null };
  try {
    return readConfig({ DATABASE_URL: text, DATA_DIR: config.dataDir });
  } catch {
    throw new ConfigProblem(messages.invalidMoveTarget(option));
  }
}

export type MoveOutput = { print(text: string): void; stage: Stages };
const terminal: MoveOutput = { print: (text) => console.log(text), stage: progressBar };

export async function moveDatabase(
  from: DatabaseOptions,
  to: DatabaseOptions,
  { print, stage } = terminal,
): Promise<void> {
  if (!from.databaseUrl && !existsSync(path.join(from.dataDir, 'blog.sqlite')))
    throw new DatabaseProblem(messages.noSiteIn(from.dataDir));
  await using source = openDatabase(from);
  await using target = openDatabase(to);
  print(messages.movingDatabase(source.location, target.location));
  if (await source.isInUse()) print(messages.sourceInUse);
  await prepareTarget(target);
  const content = await copyTables(source, target, stage);
  await indexTarget(target, stage);
  const all = [...content.sums.values()].reduce((rows, sum) => rows + sum.rows, 0);
  const wrong = differences(content, await readContent(target.db, content.tables, stage('Comparing', all)));
  if (wrong.length > 0) throw new DatabaseProblem(messages.moveDiffers(wrong));
  const changed = differences(content, await readContent(source.db, content.tables));
  if (changed.length > 0) throw new DatabaseProblem(messages.sourceChanged(changed));
  await finish(target.db);
  print(messages.databaseCopied(all, content.tables.length));
  print(to.databaseUrl ? messages.startWithPostgres : messages.startWithSqlite(to.dataDir));
}

/** The search index has another format in each database, so it is built from the copied texts. */
async function indexTarget({ db }: OpenDatabase, stage: Stages): Promise<void> {
  const before = await indexSize(db);
  const indexed = stage('Search', before.texts);
  indexed(before.words);
  for (let more = true; more; ) {
    const after = Number((await progressOf(db, 'search')) ?? 0);
    more = await db.transaction().execute(async (tx) => {
      const { last, posts } = await indexWordsOfTexts(tx, after);
      await setProgress(tx, 'search', String(last));
      indexed(posts);
      return posts > 0;
    });
  }
  const { texts, words } = await indexSize(db);
  if (texts !== words) throw new DatabaseProblem(messages.searchIncomplete(words, texts));
}

async function moveImages(from: string, to: string, config: Config): Promise<void> {
  const [source, target] = [await openStore(from, config), await openStore(to, config)];
  console.log(messages.movingImages(source.location, target.location));
  const owner = await ownerOfBoth(source.files, target.files, target.location);
  const names = await filesToCopy(source.files, target.files, target.location);
  const { files, bytes } = await copyFiles(
    source.files,
    target.files,
    names,
    progressBar('Images', names.length),
  );
  if (owner !== null) await target.files.claim(owner);
  console.log(messages.imagesCopied(files, bytes));
  console.log(to === 's3' ? messages.startWithBucket : messages.startWithImageFolder(path.resolve(to)));
}

async function openStore(store: string, config: Config): Promise<{ files: Files; location: string }> {
  if (store !== 's3') {
    const dataDir = path.resolve(store);
    return {
      files: await openFiles({ ...config, dataDir, s3: null }),
      location: path.join(dataDir, 'images'),
    };
  }
  if (!config.s3) throw new ConfigProblem(messages.bucketNotConfigured);
  return { files: await openFiles(config), location: `the bucket ${config.s3.bucket}` };
}

export const command: Command = { name: 'move', usage, main };
