import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, isExecutable } from './machine.ts';

/*
 * snac2, a small fediverse server in C. Debian has it since release 13 (trixie); its package also runs on Debian 12, whose
 * libraries it is satisfied with.
 */

const release = 'trixie';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'not-terrible', 'snac2');
const unpacked = join(cache, 'usr/bin/snac');

/** The program that SNAC names, an installed one, or the one that `installSnac` unpacked. */
export function findSnac(): string | undefined {
  return [process.env.SNAC, findOnPath('snac'), unpacked].find((file) => file && starts(file));
}

/** Unpacks Debian's package into a cache folder; undefined where that is not possible. */
export function installSnac(): string | undefined {
  const found = findSnac();
  if (found || process.platform !== 'linux' || !findOnPath('apt-get') || !findOnPath('dpkg')) return found;
  const folder = mkdtempSync(join(tmpdir(), 'not-terrible-snac-'));
  try {
    const file = download(folder);
    if (!file) return undefined;
    const root = join(folder, 'root');
    if (!run('dpkg', '-x', file, root)) return undefined;
    mkdirSync(join(cache, 'usr/bin'), { recursive: true });
    copyFileSync(join(root, 'usr/bin/snac'), `${unpacked}-${process.pid}`);
    renameSync(`${unpacked}-${process.pid}`, unpacked);
    return findSnac();
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With package lists of its own, so that the machine's stay as they are and no root is needed; apt checks the signatures. */
function download(folder: string): string | undefined {
  const mirror = debianMirror();
  if (!mirror) return undefined;
  console.log('Fetching snac2 with apt-get …');
  const sources = join(folder, 'sources.list');
  writeFileSync(
    sources,
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror} ${release} main\n`,
  );
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, name), { recursive: true });
  const options = Object.entries({
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...options, ...args], { cwd: folder, timeout: 120_000 }).status === 0;
  if (!aptGet('update') || !aptGet('download', 'snac2')) return undefined;
  const name = readdirSync(folder).find((file) => file.endsWith('.deb'));
  return name && join(folder, name);
}

/** The mirror that a Debian machine is set up with. */
function debianMirror(): string | undefined {
  const system = readFileSync('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(system)?.[1];
  if (!/^ID=debian$/m.test(system) || !codename) return undefined;
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(RELEASE) $(REPO_URI)'], {
    encoding: 'utf8',
  });
  const [, mirror] =
    stdout
      .split('\n')
      .map((line) => line.split(' '))
      .find(([name]) => name === codename || name === 'stable') ?? [];
  return mirror;
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A program whose libraries are missing does not print its usage. */
const starts = (file: string): boolean =>
  isExecutable(file) && /^snac 2\./.test(spawnSync(file, [], { encoding: 'utf8' }).stdout ?? '');
