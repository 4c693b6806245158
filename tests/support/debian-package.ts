import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** With package lists of its own, so that the machine's stay as they are and no root is needed; apt checks the signatures. */
export function downloadDebianPackage(name: string, folder: string, release?: string): string | undefined {
  const system = debian();
  if (!system) return undefined;
  console.log(`Fetching ${name} with apt-get …`);
  const sources = join(folder, 'sources.list');
  writeFileSync(
    sources,
    `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${system.mirror} ${release ?? system.codename} main\n`,
  );
  for (const part of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, part), { recursive: true });
  const options = Object.entries({
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::SourceList': sources,
    'Dir::Etc::SourceParts': '/dev/null',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'APT::Sandbox::User': 'root',
  }).flatMap(([option, value]) => ['-o', `${option}=${value}`]);
  const aptGet = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...options, ...args], { cwd: folder, timeout: 120_000 }).status === 0;
  if (!aptGet('update') || !aptGet('download', name)) return undefined;
  const file = readdirSync(folder).find((found) => found.endsWith('.deb'));
  return file && join(folder, file);
}

/** The release of a Debian machine, and the mirror that it is set up with. */
function debian(): { codename: string; mirror: string } | undefined {
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
  return mirror === undefined ? undefined : { codename, mirror };
}
