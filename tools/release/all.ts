import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDebianPackage } from './debian/build.ts';
import { buildImage, platformOf } from './image.ts';
import { npmEnvironment } from './npm-environment.ts';
import { type Architecture, architectures } from './tree.ts';

const sums = 'SHA256SUMS';

/** Every other form of a release, in its folder: Debian packages, images, the list of all packages, and checksums. */
export function makeAllForms(release: string): void {
  const to = path.dirname(release);
  const name = path.basename(release, '.tgz');
  const made = [path.basename(release)];
  const report = (file: string) => {
    made.push(path.basename(file));
    console.log(file);
  };
  for (const arch of architectures) report(buildDebianPackage({ release, arch, to }));
  const builder = ['buildah', 'podman'].find((program) => spawnSync(program, ['--version']).status === 0);
  if (!builder) console.log('SKIPPED: images of containers, because buildah and podman are not installed.');
  if (builder) for (const arch of architectures) report(makeImage(builder, release, arch));
  const list = path.join(to, `${name}.cdx.json`);
  writeFileSync(list, billOfMaterials());
  report(list);
  writeFileSync(path.join(to, sums), made.map((file) => lineOf(to, file)).join(''));
  console.log(path.join(to, sums));
  const others = readdirSync(to).filter((file) => file !== sums && !made.includes(file));
  if (others.length > 0) console.log(`Not of this release: ${others.join(', ')}`);
}

/** As `sha256sum --check` reads it. */
const lineOf = (folder: string, file: string): string =>
  `${createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('hex')}  ${file}\n`;

/** CONTAINER_BUILD_ARGS holds further options, for machines that build from another base. */
function makeImage(builder: string, release: string, arch: Architecture): string {
  const name = path.basename(release, '.tgz');
  const platform = path.basename(platformOf[arch]);
  const file = path.join(path.dirname(release), `${name}-${platform}.image.tar`);
  const tag = `localhost/${name.replace(/-(?=\d)/, ':')}-${platform}`;
  const options = (process.env.CONTAINER_BUILD_ARGS ?? '').split(' ').filter(Boolean);
  rmSync(file, { force: true });
  buildImage({ release, arch, tag, podman: [builder], options });
  execFileSync(builder, ['push', tag, `docker-archive:${file}:${tag}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}

const billOfMaterials = (): string =>
  execFileSync(
    'npm',
    [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--omit=dev',
      '--loglevel=error',
    ],
    { env: npmEnvironment(), encoding: 'utf8' },
  );
