import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Architecture } from './tree.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** As Debian and images name the architectures of processors. */
export const platformOf: Record<Architecture, string> = { arm64: 'linux/arm64', x64: 'linux/amd64' };

type Image = {
  release: string;
  arch: Architecture;
  tag: string;
  /** Debian with Node 26, npm and apt; the default of the Containerfile is a public image. */
  builder?: string;
  /** podman with its global options. */
  podman?: readonly string[];
  options?: readonly string[];
};

/** Builds the image of a release, which may be anywhere: the context of the build contains it and nothing that changes otherwise. */
export function buildImage({ release, arch, tag, builder, podman = ['podman'], options = [] }: Image): void {
  const context = mkdtempSync(path.join(tmpdir(), 'not-terrible-image-'));
  try {
    for (const name of ['Containerfile', 'tools/release/tree.ts', 'tools/release/npm-environment.ts'])
      cpSync(path.join(root, name), path.join(context, name));
    cpSync(release, path.join(context, 'release', path.basename(release)));
    const version = /-(\d[^/]*)\.tgz$/.exec(release)?.[1] ?? '';
    const [program = 'podman', ...globals] = podman;
    execFileSync(
      program,
      [
        ...globals,
        'build',
        // Images of the format oci have no health check.
        '--format=docker',
        // The same bytes for the same files.
        '--timestamp=0',
        // Build stages are no images of their own.
        '--layers=false',
        `--platform=${platformOf[arch]}`,
        // buildah 1.28 does not set it for another platform.
        `--build-arg=BUILDPLATFORM=${platformOf[process.arch as Architecture]}`,
        ...(builder ? [`--build-arg=BUILDER=${builder}`] : []),
        `--build-arg=VERSION=${version}`,
        `--tag=${tag}`,
        ...options,
        context,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
