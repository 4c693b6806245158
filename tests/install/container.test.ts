import { chownSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildImage, platformOf } from '../../tools/release/image.ts';
import type { Architecture } from '../../tools/release/tree.ts';
import { testWith } from '../support/test-with.ts';
import { missingForImages, Podman } from './podman.ts';
import { checkPost, makeRelease, nextVersion, publishPost } from './steps.ts';

const minutes = 60_000;
const test = testWith(missingForImages);
const arch = process.arch as Architecture;
const password = '--env=ADMIN_PASSWORD=correct horse battery';
const maxBytes = 220_000_000;

let folder: string;
let podman: Podman;
let builder: string;
let release: string;
const image = (name: string) => `localhost/not-terrible:${name}`;

const build = (file: string, name: string, architecture = arch) =>
  buildImage({
    release: file,
    arch: architecture,
    tag: image(name),
    builder,
    podman: podman.command,
    options: ['--network=host'],
  });

beforeAll(() => {
  if (missingForImages.length > 0) return;
  folder = mkdtempSync(path.join(tmpdir(), 'container-'));
  podman = new Podman(folder);
  builder = podman.makeBuilder();
  release = makeRelease(path.join(folder, 'release'));
  build(release, 'current');
}, 15 * minutes);
afterAll(async () => {
  if (missingForImages.length > 0) return;
  podman.remove();
  await rm(folder, { recursive: true, force: true });
}, 2 * minutes);

/** All files of an image. */
function withFiles<Result>(name: string, look: (files: string) => Result): Result {
  try {
    return look(podman.get('image', 'mount', image(name)));
  } finally {
    podman.run('image', 'unmount', image(name));
  }
}

const inspected = (name: string) => JSON.parse(podman.get('image', 'inspect', image(name)))[0];

test('the image is small, has no shell, and runs as a user without rights', () => {
  const { Size, Config, Architecture, Healthcheck } = inspected('current');
  console.log(`The image takes ${(Size / 1_000_000).toFixed(0)} MB.`);
  expect(Size).toBeLessThanOrEqual(maxBytes);
  expect(`linux/${Architecture}`).toBe(platformOf[arch]);
  expect(Config).toMatchObject({ User: '1000:0', Volumes: { '/data': {} }, StopSignal: 'SIGTERM' });
  expect(Config.Labels['org.opencontainers.image.version']).toBe(/-([\d.]+)\.tgz$/.exec(release)?.[1]);
  expect(Healthcheck ?? Config.Healthcheck).toMatchObject({
    Test: ['CMD', '/usr/bin/not-terrible', 'health'],
  });
  withFiles('current', (files) => {
    expect(globSync('usr/bin/*', { cwd: files }).sort()).toEqual(
      ['node', 'not-terrible', 'tini'].map((name) => `usr/bin/${name}`),
    );
    expect(globSync('**/*.{ts,h}', { cwd: files })).toEqual([]);
  });
});

test(
  'the same release gives the same image, also for the other architecture',
  () => {
    build(release, 'again');
    // The configuration names the container that it was made with.
    expect(inspected('again').RootFS.Layers).toEqual(inspected('current').RootFS.Layers);
    const other: Architecture = arch === 'arm64' ? 'x64' : 'arm64';
    build(release, 'other', other);
    const { Size, Architecture } = inspected('other');
    expect(Size).toBeLessThanOrEqual(maxBytes);
    expect(`linux/${Architecture}`).toBe(platformOf[other]);
    const machines: Record<Architecture, number> = { arm64: 183, x64: 62 };
    withFiles('other', (files) => {
      const programs = globSync(['usr/bin/tini', 'usr/lib/*-linux-gnu/*.so.*', '**/bin/node', '**/*.node'], {
        cwd: files,
      });
      expect(programs.length).toBeGreaterThan(8);
      // The field e_machine of the ELF header.
      for (const name of programs.filter((each) => each !== 'usr/bin/node'))
        expect(readFileSync(path.join(files, name)).readUInt16LE(18), name).toBe(machines[other]);
    });
  },
  15 * minutes,
);

test(
  'a post survives a restart, a kill, an upgrade and the way back',
  async () => {
    const volume = '--volume=site:/data';
    let url = await podman.start('site', image('current'), [volume, password]);
    await publishPost(url);
    await checkPost(url);
    expect(podman.run('healthcheck', 'run', 'site')).toMatchObject({ code: 0 });
    expect(podman.run('exec', 'site', 'not-terrible', 'backup', 'copy.tar')).toMatchObject({ code: 0 });
    expect(podman.run('exec', 'site', 'not-terrible', 'doctor').output).toMatch(/ok +Database/);
    expect(podman.stop('site')).toBe(0);
    // A command of its own, with the site stopped.
    const saved = podman.once(image('current'), [volume], 'backup', '/data/second.tar');
    expect(saved, saved.output).toMatchObject({ code: 0 });
    const wrong = podman.once(image('current'), [volume], 'bakcup');
    expect(wrong).toEqual({ code: 2, output: expect.stringContaining('Did you mean "backup"?') });

    // No time to finish anything.
    await podman.start('killed', image('current'), [volume]);
    podman.get('kill', '--signal=KILL', 'killed');
    podman.get('wait', 'killed');
    podman.get('rm', 'killed');
    url = await podman.start('site', image('current'), [volume]);
    await checkPost(url);
    expect(podman.stop('site')).toBe(0);

    build(nextVersion(release, path.join(folder, 'next')), 'next');
    url = await podman.start('site', image('next'), [volume]);
    await checkPost(url);
    expect(await (await fetch(`${url}/post/from-the-package`)).text()).toContain('(next version)');
    expect(podman.stop('site')).toBe(0);

    const refused = podman.once(image('current'), [volume]);
    expect(refused.code).toBe(1);
    const backup = /restore --replace ([\w/-]+)/.exec(refused.output)?.[1] ?? refused.output;
    const restored = podman.once(image('current'), [volume], 'restore', '--replace', backup);
    expect(restored, restored.output).toMatchObject({ code: 0 });
    url = await podman.start('site', image('current'), [volume]);
    await checkPost(url);
    expect(await (await fetch(`${url}/post/from-the-package`)).text()).not.toContain('(next version)');
    expect(podman.stop('site')).toBe(0);

    // A backup in a new volume.
    const other = ['--volume=other:/data', '--volume=site:/before:ro'];
    expect(podman.once(image('current'), other, 'restore', '/before/copy.tar')).toMatchObject({ code: 0 });
    url = await podman.start('other', image('current'), ['--volume=other:/data']);
    await checkPost(url);
    expect(podman.stop('other')).toBe(0);
  },
  15 * minutes,
);

test(
  'several web processes stop in order, and orphaned processes are reaped',
  async () => {
    const options = ['--volume=several:/data', password, '--env=WEB_PROCESSES=2'];
    const url = await podman.start('several', image('current'), options);
    await publishPost(url);
    const worker = podman
      .get('top', 'several', 'hpid', 'pid', 'ppid', 'args')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .find(([, pid, ppid]) => pid !== '1' && ppid !== '0' && ppid !== '1')?.[0];
    process.kill(Number(worker), 'SIGKILL');
    await expect.poll(() => podman.isReady('several', url)).toBe(true);
    expect(podman.get('top', 'several', 'state')).not.toContain('Z');
    expect(podman.stop('several')).toBe(0);
  },
  3 * minutes,
);

test(
  'data of another user is refused with what to do; any user may have an empty volume',
  async () => {
    const mounted = path.join(folder, 'mounted');
    mkdirSync(mounted);
    expect(podman.once(image('current'), [`--volume=${mounted}:/data`])).toEqual({
      code: 1,
      output: expect.stringMatching(/\/data belongs to user 0.*runs as user 1000.*chown -R 1000/),
    });
    expect(readdirSync(mounted)).toEqual([]);
    chownSync(mounted, 1000, 1000);
    let url = await podman.start('mounted', image('current'), [`--volume=${mounted}:/data`, password]);
    await publishPost(url);
    expect(podman.stop('mounted')).toBe(0);
    expect(podman.once(image('current'), [`--volume=${mounted}:/data`, '--user=12345'])).toEqual({
      code: 1,
      output: expect.stringMatching(/belongs to user 1000.*runs as user 12345/),
    });

    url = await podman.start('user', image('current'), ['--volume=user:/data', '--user=12345', password]);
    await publishPost(url);
    await checkPost(url);
    expect(podman.stop('user')).toBe(0);
  },
  5 * minutes,
);

test(
  'two containers serve one volume',
  async () => {
    const options = ['--volume=shared:/data', password];
    const first = await podman.start('first', image('current'), options);
    const second = await podman.start('second', image('current'), options);
    await publishPost(first);
    await checkPost(second);
    expect(podman.stop('first')).toBe(0);
    await checkPost(second);
    expect(podman.stop('second')).toBe(0);
  },
  5 * minutes,
);
