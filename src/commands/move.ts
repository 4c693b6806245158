import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexSize, indexWordsOfTexts } from '../blog/posts/search.ts';
import { type Config, ConfigProblem, environment, readConfig } from '../config.ts';
import {
  copyTables,
  differences,
  finish,
  prepareTarget,
  progressOf,
  readContent,
  type Stages,
  setProgress,
} from '../db/move.ts';
import { DatabaseProblem, type OpenDatabase, openDatabase } from '../db/open.ts';
import { copyFiles, filesToCopy, ownerOfBoth } from '../media/copy.ts';
import type { Files } from '../media/files.ts';
import { openFiles } from '../media/open.ts';
import { explainError } from '../operator/explain-error.ts';
import { progressBar } from './progress.ts';

const usage = `Usage: npm run move -- [--to PLACE] [--from PLACE] [--images-to STORE] [--images-from STORE]

Copies the site into an empty database, its pictures into an empty store, or both; the source stays as it is. Stop the
site first. Run again after an interruption, it goes on where it was.

PLACE  postgres://user:password@host:5432/name, or a data folder for SQLite in it
STORE  s3 for the bucket that the S3_ variables name, or a data folder for its images

Without --from it is the database that the environment names (DATABASE_URL, else DATA_DIR); without --images-from the
pictures of DATA_DIR when they go to s3, else those that the environment names.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      'images-to': { type: 'string' },
      'images-from': { type: 'string' },
    },
  });
  const { to, from, 'images-to': imagesTo, 'images-from': imagesFrom } = values;
  if (!to && !imagesTo) {
    console.error(usage);
    return 1;
  }
  const config = readConfig(environment());
  if (to) await moveDatabase(placeOf('--from', from, config), placeOf('--to', to, config));
  if (imagesTo) {
    const standard = imagesTo !== 's3' && config.s3 ? 's3' : config.dataDir;
    await moveImages(imagesFrom ?? standard, imagesTo, config);
  }
  return 0;
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

function placeOf(option: string, text: string | undefined, config: Config): Place {
  if (text === undefined) return config;
  if (!/^[a-z]+:\/\//i.test(text)) return { dataDir: path.resolve(text), databaseUrl: null };
  try {
    return readConfig({ DATABASE_URL: text, DATA_DIR: config.dataDir });
  } catch {
    throw new ConfigProblem(
      `${option} must be a data folder, or look like postgres://user:password@host:5432/name.`,
    );
  }
}

/** Tells the person at the terminal. */
export type Voice = { say(text: string): void; stage: Stages };
const terminal: Voice = { say: (text) => console.log(text), stage: progressBar };

export async function moveDatabase(from: Place, to: Place, { say, stage } = terminal): Promise<void> {
  if (!from.databaseUrl && !existsSync(path.join(from.dataDir, 'blog.sqlite')))
    throw new DatabaseProblem(`There is no site in ${from.dataDir}: it has no blog.sqlite.`);
  const source = openDatabase(from);
  const target = openDatabase(to);
  try {
    say(`From ${source.location}\nto   ${target.location}`);
    if (await source.isInUse())
      say('A site works on the source right now. What it changes from here on will not be moved.');
    await prepareTarget(target);
    const content = await copyTables(source, target, stage);
    await indexTarget(target, stage);
    const all = [...content.sums.values()].reduce((rows, sum) => rows + sum.rows, 0);
    const wrong = differences(content, await readContent(target.db, content.tables, stage('Comparing', all)));
    if (wrong.length > 0)
      throw new DatabaseProblem(
        `After the move ${wrong.join(', ')} differ. Nothing but this command may write to the target; run it again with an empty one.`,
      );
    const changed = differences(content, await readContent(source.db, content.tables));
    if (changed.length > 0)
      throw new DatabaseProblem(
        `The source has changed meanwhile (${changed.join(', ')}). Stop the site, then run this again: it begins anew.`,
      );
    await finish(target.db);
    say(`${all.toLocaleString('en')} rows of ${content.tables.length} tables are the same in both.`);
    say(
      to.databaseUrl
        ? 'Set DATABASE_URL to the new database and start the site.'
        : `Set DATA_DIR to ${to.dataDir}, take DATABASE_URL away and start the site.`,
    );
  } finally {
    await source.db.destroy();
    await target.db.destroy();
  }
}

/** The words of the search have a form of their own on each database, so they are made from the texts that were copied. */
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
  if (texts !== words)
    throw new DatabaseProblem(
      `The search knows ${words} posts of ${texts}. Run this again with an empty target.`,
    );
}

async function moveImages(from: string, to: string, config: Config): Promise<void> {
  const [source, target] = [await openStore(from, config), await openStore(to, config)];
  console.log(`Pictures from ${source.place}\nto ${target.place}`);
  const owner = await ownerOfBoth(source.files, target.files, target.place);
  const names = await filesToCopy(source.files, target.files, target.place);
  const { files, bytes } = await copyFiles(
    source.files,
    target.files,
    names,
    progressBar('Pictures', names.length),
  );
  if (owner !== null) await target.files.claim(owner);
  const size = (bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 });
  console.log(`${files.toLocaleString('en')} files with ${size} MB are the same in both.`);
  console.log(
    to === 's3'
      ? 'Keep the S3_ variables set and start the site.'
      : `Take the S3_ variables away, set DATA_DIR to ${path.resolve(to)} and start the site.`,
  );
}

async function openStore(store: string, config: Config): Promise<{ files: Files; place: string }> {
  if (store !== 's3') {
    const dataDir = path.resolve(store);
    return { files: await openFiles({ ...config, dataDir, s3: null }), place: path.join(dataDir, 'images') };
  }
  if (!config.s3)
    throw new ConfigProblem('S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must name the bucket.');
  return { files: await openFiles(config), place: `the bucket ${config.s3.bucket}` };
}

if (import.meta.main)
  process.exitCode = await main().catch((error) => {
    console.error(explainError(error));
    return 1;
  });
