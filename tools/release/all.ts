import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildDebianPackage } from './debian/build.ts';
import { npmEnvironment } from './npm-environment.ts';
import { architectures } from './tree.ts';

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
  for (const platform of builder ? ['arm64', 'amd64'] : [])
    report(makeImage(String(builder), release, platform, path.join(to, `${name}-${platform}.image.tar`)));
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
function makeImage(builder: string, release: string, platform: string, to: string): string {
  const version = /-(\d[^/]*)\.tgz$/.exec(release)?.[1] ?? '';
  const image = `localhost/not-terrible:${version}-${platform}`;
  const more = (process.env.CONTAINER_BUILD_ARGS ?? '').split(' ').filter(Boolean);
  const run = (...args: string[]) => execFileSync(builder, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  rmSync(to, { force: true });
  run(
    ...['build', '--format', 'docker', '--timestamp', '0', '--platform', `linux/${platform}`, '--tag', image],
    ...['--build-arg', `RELEASE=${path.relative('.', release)}`, '--build-arg', `VERSION=${version}`],
    ...more,
    '.',
  );
  run('push', image, `docker-archive:${to}:${image}`);
  return to;
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
