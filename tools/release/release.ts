import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildInto } from '../../src/commands/build.ts';
import { compressAssets } from '../../src/platform/http/pages/compress-assets.ts';
import { importedPackages } from './imported-packages.ts';
import { bundledLicenses, fontLicenses, installedLicenses, licenseFile } from './licenses.ts';
import { type ProjectManifest, releaseManifest } from './manifest.ts';
import { type Lockfile, shrinkwrapOf } from './shrinkwrap.ts';
import { type PackedFile, tarball } from './tarball.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What a release has besides the build. */
const copied = [
  'bin/not-terrible.js',
  'LICENSE',
  'CHANGELOG.md',
  '.env.example',
  'docs/{,handbook/}*.md',
  'demo/{posts,pages,images,images/small}/*.*',
];
const readme = `# Not Terrible

A personal blog engine. [docs/install.md](docs/install.md) explains how to install and run this package.
`;

async function release(to: string): Promise<string> {
  const json = <Type>(name: string) => JSON.parse(readFileSync(name, 'utf8')) as Type;
  const project = json<ProjectManifest>('package.json');
  const built = `dist-release-${process.pid}`;
  try {
    // Messages then name commands as those of the installed program.
    await buildInto(built, { define: { isRelease: 'true' }, licenses: true });
    await compressAssets(path.join(built, 'client/assets'));
    const lockfile = json<Lockfile>('package-lock.json');
    const manifest = releaseManifest(project, lockfile, importedPackages(path.join(built, 'server')));
    const shrinkwrap = shrinkwrapOf(manifest, lockfile);
    const licenses = licenseFile([
      ...bundledLicenses(built),
      ...installedLicenses(shrinkwrap as Lockfile, 'node_modules'),
      ...fontLicenses('src/platform/web/ui/fonts'),
    ]);
    const packed = tarball([
      { name: 'package.json', content: textOf(manifest) },
      { name: 'npm-shrinkwrap.json', content: textOf(shrinkwrap) },
      ...filesIn(built)
        .filter((name) => !/\.vite\Wlicenses-/.test(name))
        .map((name) => read(path.join(built, name), `dist/${name}`)),
      { name: 'THIRD-PARTY-LICENSES', content: Buffer.from(licenses) },
      { name: 'README.md', content: Buffer.from(readme) },
      ...globSync(copied).map((name) => read(name)),
    ]);
    mkdirSync(to, { recursive: true });
    const file = path.join(to, `${project.name}-${project.version}.tgz`);
    writeFileSync(file, packed);
    console.log(`${file} (${(packed.length / 1_000_000).toFixed(1)} MB)`);
    return file;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

const textOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const read = (file: string, name = file): PackedFile => ({
  name: name.replaceAll(path.sep, '/'),
  content: readFileSync(file),
  isProgram: name.startsWith('bin/'),
});

/** Also those in folders whose name begins with a dot, which hold the manifests of the build. */
const filesIn = (start: string): string[] =>
  globSync(['**/*', '**/.*/**/*'], { cwd: start }).filter((name) =>
    statSync(path.join(start, name)).isFile(),
  );

const { values } = parseArgs({
  options: { to: { type: 'string', default: 'release' }, all: { type: 'boolean', default: false } },
});
// Vite and the list of resources use paths in the project.
const folder = path.resolve(values.to);
process.chdir(root);
const file = await release(folder);
if (values.all) (await import('./all.ts')).makeAllForms(file);
