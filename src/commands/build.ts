import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { License } from '../core/site/api/version.ts';

const stamp = 'dist/built';
const sources = ['src', 'docs', 'vite.config.ts', 'package-lock.json'];

/**
 * Builds pages and server, unless dist was built from exactly these sources. Without `compress`, the server compresses the assets
 * after its start.
 */
export async function build({ compress = true } = {}): Promise<void> {
  const fingerprint = fingerprintOf(sources);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) await rebuild(fingerprint);
  if (!compress) return;
  const { compressAssets } = await import('../platform/http/pages/compress-assets.ts');
  await compressAssets('dist/client/assets');
}

async function rebuild(fingerprint: string): Promise<void> {
  console.log('Building …');
  // Built in another folder and renamed at the end, so that an interrupted build leaves the old one.
  const newBuild = `dist-${process.pid}`;
  await buildInto(newBuild);
  writeFileSync(`${newBuild}/built`, fingerprint);
  rmSync('dist', { recursive: true, force: true });
  renameSync(newBuild, 'dist');
}

/**
 * `define` replaces names in the code, as Vite's option of that name does. With `licenses`, each build lists those of the packages
 * in it, in `.vite/licenses-NUMBER.json`.
 */
export async function buildInto(
  folder: string,
  {
    define = {},
    licenses: listsLicenses = false,
  }: { define?: Record<string, string>; licenses?: boolean } = {},
): Promise<void> {
  // With any other value from the shell, Vite would bundle React's development version, which is twice as large.
  process.env.NODE_ENV = 'production';
  // Imported only here, because Vite takes a while to load and most starts do not build.
  const [vite, { buildOf }, { resources, serverBuild }] = await Promise.all([
    import('vite'),
    import('../../vite.config.ts'),
    import('./server-build.ts'),
  ]);
  const builds = [
    buildOf('site', `${folder}/client`),
    buildOf('admin', `${folder}/client`),
    serverBuild(`${folder}/server`),
  ];
  await Promise.all(
    builds.map((config, index) => {
      const license = listsLicenses && { license: { fileName: `.vite/licenses-${index}.json` } };
      const options = { ...config.build, ...license };
      return vite.build({ ...config, build: options, define: { ...config.define, ...define } });
    }),
  );
  for (const name of resources)
    cpSync(path.join('src', name), path.join(folder, 'resources', name), { recursive: true });
  writeFileSync(path.join(folder, 'resources/licenses.json'), JSON.stringify(licenses()));
  for (const name of globSync('docs/{,handbook/}*.md')) cpSync(name, path.join(folder, 'resources', name));
}

/** The packages that run on a site and the fonts, with their licenses, for the admin area. */
function licenses(): License[] {
  type Package = { version?: string; license?: string; dev?: boolean };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Package>;
  };
  const installed = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, { version = '', license = '' }]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
    }));
  const fonts = globSync('*-LICENSE.txt', { cwd: 'src/platform/web/ui/fonts' }).map((file) => ({
    name: `Font ${file.slice(0, -'-LICENSE.txt'.length)}`,
    version: '',
    license: 'OFL-1.1',
  }));
  return [...installed, ...fonts].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.version} ${process.env.BUILD_SOURCE_MAPS ?? ''}`);
  for (const each of paths)
    for (const file of filesUnder(each))
      hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function filesUnder(fileOrFolder: string): string[] {
  if (path.extname(fileOrFolder)) return [fileOrFolder];
  return readdirSync(fileOrFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

if (import.meta.main) await build({ compress: !process.argv.includes('--uncompressed') });
