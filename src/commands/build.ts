import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepPreviousBuilds } from './previous-builds.ts';
import { serverBuild } from './server-build.ts';

const stamp = 'dist/built';
const sources = ['src', 'vite.config.ts', 'package-lock.json'];
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Builds the pages and the server, unless what is built is made of exactly these sources. */
export async function build(): Promise<void> {
  const fingerprint = fingerprintOf(sources);
  if (readOr(stamp, '') === fingerprint) return;
  console.log('Building …');
  // Built beside and put in place at the end: an interrupted build leaves the old one.
  const fresh = `dist-${process.pid}`;
  // Whatever the shell says: with anything else Vite would pack React's development version, twice the size.
  process.env.NODE_ENV = 'production';
  // Only a build needs Vite, and loading it takes a while.
  const [vite, { buildOf }] = await Promise.all([import('vite'), import('../../vite.config.ts')]);
  await vite.build(buildOf('site', `${fresh}/client`));
  await vite.build(buildOf('admin', `${fresh}/client`));
  await vite.build(buildOf('server', `${fresh}/server`));
  await vite.build(serverBuild(`${fresh}/server`));
  await compressAll(`${fresh}/client`);
  writeFileSync(`${fresh}/built`, fingerprint);
  keepPreviousBuilds('dist', fresh);
  rmSync('dist', { recursive: true, force: true });
  renameSync(fresh, 'dist');
}

function fingerprintOf(places: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const place of places)
    for (const file of filesUnder(place))
      hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesUnder(place: string): string[] {
  if (path.extname(place)) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

/** Compressed once, as small as it gets, so that serving costs nothing. */
async function compressAll(folder: string): Promise<void> {
  const files = filesUnder(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (import.meta.main) await build();
