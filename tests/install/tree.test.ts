import { execFileSync } from 'node:child_process';
import { globSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importedPackages } from '../../tools/release/imported-packages.ts';
import { type Architecture, architectures, makeTree, nodeOfTree } from '../../tools/release/tree.ts';

const root = path.resolve(import.meta.dirname, '../..');
const minutes = 60_000;

let folder: string;
let release: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tree-'));
  execFileSync(process.execPath, [path.join(root, 'tools/release/release.ts'), '--to', folder]);
  release = path.join(folder, globSync('*.tgz', { cwd: folder })[0] ?? 'no release');
}, 10 * minutes);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every name with mode, time, and content or target. */
function listing(tree: string): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const file = path.join(tree, name);
      const { mode, mtimeMs, size } = lstatSync(file);
      const content = (mode & 0o170000) === 0o120000 ? readlinkSync(file) : size;
      return `${mode.toString(8)} ${mtimeMs} ${content} ${name}`;
    })
    .sort();
}

test(
  'a tree has the same files whatever the umask, and only what a program needs',
  () => {
    for (const arch of architectures) {
      const [first = '', second = ''] = ['first', 'second'].map((name) => path.join(folder, name + arch));
      makeTree({ release, to: first, arch });
      const before = process.umask(0o077);
      try {
        makeTree({ release, to: second, arch });
      } finally {
        process.umask(before);
      }
      expect(listing(second)).toEqual(listing(first));
      const modes = new Set(listing(first).map((line) => line.split(' ', 1)[0]));
      expect([...modes].sort()).toEqual(['100644', '100755', '120777', '40755']);
      expect(names(first, '{.package-lock.json,**/*.{d.ts,map,h}}')).toEqual([]);
      expect(names(first, '.bin/*')).toEqual(['.bin/node']);
      const megabytes = Number(
        execFileSync('du', ['-sm', '--apparent-size', first], { encoding: 'utf8' }).split('\t')[0],
      );
      console.log(`The tree for ${arch} takes ${megabytes} MB.`);
      expect(megabytes).toBeLessThanOrEqual(205);
    }
  },
  10 * minutes,
);

const names = (tree: string, pattern: string): string[] =>
  globSync(pattern, { cwd: path.join(tree, 'node_modules') });

test('every package has its license, and programs for the right processor', () => {
  const machines: Record<Architecture, number> = { arm64: 183, x64: 62 };
  for (const arch of architectures) {
    const modules = path.join(folder, `first${arch}`, 'node_modules');
    const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules }).map(path.dirname);
    expect(packages.length).toBeGreaterThan(10);
    const licensed = /^(licen[cs]e|copying|notice)/i;
    for (const name of packages)
      expect(
        readdirSync(path.join(modules, name)).some((file) => licensed.test(file)) ||
          /licen[cs]e/i.test(readFileSync(path.join(modules, name, 'README.md'), 'utf8')),
        name,
      ).toBe(true);
    const programs = globSync(['.bin/node', '**/*.node', '**/*.so.*'], { cwd: modules });
    expect(programs.length).toBeGreaterThanOrEqual(3);
    // The field e_machine of the ELF header.
    for (const name of programs)
      expect(readFileSync(path.join(modules, name)).readUInt16LE(18), name).toBe(machines[arch]);
  }
});

test('the program of the tree loads every package that its code imports', () => {
  const tree = path.join(folder, `first${process.arch}`);
  const run = (...args: string[]) =>
    execFileSync(path.join(tree, nodeOfTree), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const { version } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8'));
  expect(run(path.join(tree, 'dist/server/cli.js'), '--version')).toBe(`not-terrible ${version}\n`);
  const imported = importedPackages(path.join(tree, 'dist/server'));
  expect(imported).toContain('sharp');
  const code = imported.map((name) => `import '${name}';`).join('');
  execFileSync(path.join(tree, nodeOfTree), ['--input-type=module', '--eval', code], { cwd: tree });
});

test('it refuses a folder with other files', () => {
  expect(() => makeTree({ release, to: folder, arch: 'x64' })).toThrow('is not empty');
});
