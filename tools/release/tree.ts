import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { npmEnvironment } from './npm-environment.ts';

/** As Node and npm name the architectures of processors. */
export const architectures = ['arm64', 'x64'] as const;
export type Architecture = (typeof architectures)[number];

/** The program of the tree is started as `NODE dist/server/cli.js COMMAND`, with this Node. */
export const nodeOfTree = 'node_modules/.bin/node';

/**
 * An installed release as a folder of files, for packages and images that bring everything along: the same release gives the same
 * files, modes and times on every machine, also for another architecture. It needs npm and `tar`.
 */
export function makeTree({ release, to, arch }: { release: string; to: string; arch: Architecture }): void {
  if (existsSync(to) && readdirSync(to).length > 0) throw new Error(`${to} is not empty.`);
  mkdirSync(to, { recursive: true });
  execFileSync('tar', ['-xzf', release, '-C', to, '--strip-components=1', '--no-same-owner']);
  const released = statSync(path.join(to, 'package.json')).mtime;
  // With the hashes of npm-shrinkwrap.json.
  execFileSync(
    'npm',
    ['ci', '--omit=dev', '--ignore-scripts', '--os=linux', `--cpu=${arch}`, '--libc=glibc', ...quiet],
    { cwd: to, env: npmEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  prune(path.join(to, 'node_modules'), `node-linux-${arch}`);
  normalize(to, released);
}

const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];

/** Removes what no program reads at run time. Licenses stay. */
function prune(modules: string, node: string): void {
  const remove = (name: string) => rmSync(path.join(modules, name), { recursive: true, force: true });
  const nodeBinary = path.join(node, 'bin/node');
  if (!existsSync(path.join(modules, nodeBinary))) throw new Error(`npm has not installed ${node}.`);
  // npm's record of what it installed.
  remove('.package-lock.json');
  for (const name of readdirSync(path.join(modules, '.bin')))
    if (name !== path.basename(nodeOfTree)) remove(path.join('.bin', name));
  // The package of Node contains its headers, manuals and scripts for debuggers.
  for (const name of readdirSync(path.join(modules, node)))
    if (!['bin', 'LICENSE', 'package.json'].includes(name)) remove(path.join(node, name));
  for (const name of globSync('**/*', { cwd: modules, exclude: ['.bin/**'] }))
    if (isUnused(modules, name)) remove(name);
  removeEmptyFolders(modules);
}

/** Types, source maps, style sheets, C++ sources and texts: Node loads none of them, and the build contains the styles of pages. */
const unusedEndings = /\.(?:d\.[cm]?ts|[cm]?ts|map|s?css|md|markdown|flow|cc|h|gyp)$/i;
const licenses = /licen[cs]e|copying|notice/i;

function isUnused(modules: string, name: string): boolean {
  if (!unusedEndings.test(name) || licenses.test(path.basename(name))) return false;
  if (!statSync(path.join(modules, name)).isFile()) return false;
  // Some packages have their license in the readme only.
  const folder = path.dirname(name);
  const isReadme =
    /^readme/i.test(path.basename(name)) && existsSync(path.join(modules, folder, 'package.json'));
  return !isReadme || readdirSync(path.join(modules, folder)).some((other) => licenses.test(other));
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(path.join(folder, entry.name));
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

/** Modes without the umask of this process, and the time that all files of the release have. */
function normalize(file: string, time: Date): void {
  const status = lstatSync(file);
  if (status.isDirectory()) for (const name of readdirSync(file)) normalize(path.join(file, name), time);
  if (!status.isSymbolicLink())
    chmodSync(file, status.isDirectory() || (status.mode & 0o100) !== 0 ? 0o755 : 0o644);
  lutimesSync(file, time, time);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { release: { type: 'string' }, to: { type: 'string' }, arch: { type: 'string' } },
  });
  const arch = architectures.find((each) => each === values.arch);
  if (!values.release || !values.to || !arch) {
    console.error(
      `Usage: node tools/release/tree.ts --release FILE.tgz --to FOLDER --arch ${architectures.join('|')}`,
    );
    process.exit(2);
  }
  makeTree({ release: values.release, to: values.to, arch });
}
