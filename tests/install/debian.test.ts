import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildDebianPackage } from '../../tools/release/debian/build.ts';
import { architectures } from '../../tools/release/tree.ts';
import { Client } from '../support/client.ts';
import { isInstalled, testWith } from '../support/test-with.ts';
import { DebianMachine, missingForMachines } from './debian-machine.ts';
import { checkPost, makeRelease, nextVersion, publishPost } from './steps.ts';

const minutes = 60_000;
const native = process.arch === 'arm64' ? 'arm64' : 'x64';
const debianName = { arm64: 'arm64', x64: 'amd64' };
/** The number of the processor in the header of an ELF file. */
const elfMachine = { arm64: 183, x64: 62 };
const missing = missingForMachines();
const testOnMachine = testWith(missing);

let folder: string;
let release: string;
/** The packages of this release, by architecture. */
const packages = new Map<string, string>();
let machine: DebianMachine;
let installed: string;
let next: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'not-terrible-debian-'));
  release = makeRelease(path.join(folder, 'release'));
}, 10 * minutes);
afterAll(() => {
  machine?.remove();
  rmSync(folder, { recursive: true, force: true });
}, minutes);

for (const arch of architectures)
  testWith(isInstalled('dpkg-deb') ? [] : ['dpkg-deb'])(
    `the package for ${debianName[arch]} has the same bytes twice, files of root, and programs of its architecture`,
    () => {
      const file = buildDebianPackage({ release, arch, to: path.join(folder, 'first') });
      const second = buildDebianPackage({ release, arch, to: path.join(folder, 'second') });
      expect(readFileSync(second).equals(readFileSync(file))).toBe(true);
      rmSync(second);
      packages.set(arch, file);

      const listed = execFileSync('dpkg-deb', ['--contents', file], { encoding: 'utf8', maxBuffer: 2 ** 26 });
      const rows = listed
        .trim()
        .split('\n')
        .map((line) => line.split(/\s+/));
      expect(rows.filter(([, owner]) => owner !== '0/0')).toEqual([]);
      const special = rows.filter(
        ([mode]) => !['-rw-r--r--', 'drwxr-xr-x', 'lrwxrwxrwx'].includes(mode ?? ''),
      );
      expect(special.map(([mode, , , , , name]) => `${mode} ${name}`)).toEqual([
        '-rw-r----- ./etc/not-terrible.env',
        '-rwxr-xr-x ./usr/bin/not-terrible',
        `-rwxr-xr-x ./usr/lib/not-terrible/node_modules/node-linux-${arch}/bin/node`,
      ]);

      const unpacked = path.join(folder, 'unpacked');
      execFileSync('dpkg-deb', ['--extract', file, unpacked]);
      const programs = execFileSync(
        'find',
        [unpacked, '-type', 'f', '-regex', '.*/\\(node\\|[^/]*\\.node\\|[^/]*\\.so[.0-9]*\\)'],
        { encoding: 'utf8' },
      )
        .trim()
        .split('\n')
        .map((name) => readFileSync(name))
        .filter((bytes) => bytes.subarray(1, 4).toString() === 'ELF');
      expect(programs.length).toBe(3);
      for (const bytes of programs) expect(bytes.readUInt16LE(18)).toBe(elfMachine[arch]);
      rmSync(unpacked, { recursive: true });
      const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
      expect(control).toContain(`\nArchitecture: ${debianName[arch]}\n`);
    },
    10 * minutes,
  );

testWith(isInstalled('lintian') ? [] : ['lintian'])(
  'lintian finds nothing that is not explained',
  () => {
    const found = execFileSync('lintian', ['--fail-on', 'none', packages.get(native) ?? ''], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(found).toBe('');
  },
  5 * minutes,
);

testOnMachine(
  'it installs without network and questions, and does not start where a policy forbids it',
  async () => {
    machine = await DebianMachine.boot(path.join(folder, 'root'));
    installed = machine.copy(packages.get(native) ?? '');
    next = machine.copy(
      buildDebianPackage({
        release: nextVersion(release, path.join(folder, 'next')),
        arch: native,
        to: path.join(folder, 'next'),
      }),
    );
    machine.write('usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n');
    machine.run('chmod 755 /usr/sbin/policy-rc.d');
    const output = machine.run(`unshare --net dpkg -i ${installed} </dev/null`);
    expect(output).toContain('run: not-terrible admin claim\n');
    machine.run('rm /usr/sbin/policy-rc.d');

    expect(machine.run('systemctl is-enabled not-terrible').trim()).toBe('enabled');
    expect(machine.try('systemctl is-active not-terrible').output.trim()).toBe('inactive');
    const [, , uid, , , home, shell] = machine.run('getent passwd not-terrible').trim().split(':');
    expect(Number(uid)).toBeLessThan(1000);
    expect([home, shell]).toEqual(['/var/lib/not-terrible', '/usr/sbin/nologin']);
    expect(machine.run('stat -c "%a %U %G" /etc/not-terrible.env /var/lib/not-terrible')).toBe(
      '640 root not-terrible\n700 not-terrible not-terrible\n',
    );
    expect(machine.run('dpkg --verify not-terrible')).toBe('');
  },
  15 * minutes,
);

testOnMachine('the exposure of the service is at most 2.0', () => {
  const report = machine.run('systemd-analyze security --no-pager not-terrible.service');
  const [, exposure] = /exposure level for not-terrible\.service: (\d+\.\d+)/.exec(report) ?? [];
  console.log(`The exposure level is ${exposure}.`);
  expect(Number(exposure)).toBeLessThanOrEqual(2);
});

testOnMachine(
  'the service waits for its port, and publishes a post with an image',
  async () => {
    // A value with blanks, which needs no quotation marks.
    machine.append(
      'etc/not-terrible.env',
      `\nPORT=${machine.port}\nADMIN_PASSWORD=correct horse battery\nWEB_PROCESSES=2\n`,
    );
    const other = createServer().listen(machine.port, '127.0.0.1');
    await once(other, 'listening');
    machine.run('systemctl start not-terrible');
    await expect
      .poll(() => machine.journal(), { timeout: minutes, interval: 500 })
      .toContain(`${machine.port}`);
    other.close();
    await machine.ready();
    await publishPost(machine.url);
    await checkPost(machine.url);
    const client = new Client(machine.url);
    await client.login();
    // A worker thread checks it.
    expect((await client.post('/webapi/api/admin/backups', {})).status).toBe(201);
    // Nothing that the server does is forbidden by the unit.
    expect(machine.journal()).not.toMatch(/EPERM|EACCES|not permitted|CRITICAL|core dumped/);
    const foreign = 'find /var/lib/not-terrible ! -user not-terrible -o -perm /077 ! -type l';
    expect(machine.run(foreign)).toBe('');
  },
  5 * minutes,
);

testOnMachine(
  'commands work on the site as its user',
  () => {
    expect(machine.run('cd /root && not-terrible doctor')).toContain('/var/lib/not-terrible/data');
    machine.run('cd /root && not-terrible backup site.tar');
    expect(machine.run('stat -c "%a %U" /var/lib/not-terrible/site.tar')).toBe('600 not-terrible\n');
    const refused = machine.try('setpriv --reuid=65534 --clear-groups not-terrible doctor');
    expect(refused).toEqual({ code: 1, output: expect.stringContaining('sudo not-terrible doctor') });
    // Every user may ask for help; the manual page names the same commands.
    const help = machine.run('setpriv --reuid=65534 --clear-groups not-terrible --help');
    const commands = [...help.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name);
    const manual = machine.run('zcat /usr/share/man/man1/not-terrible.1.gz');
    const section = manual.slice(manual.indexOf('.SH COMMANDS'), manual.indexOf('.SH OPTIONS'));
    expect([...section.matchAll(/^\.B (\w+)$/gm)].map(([, name]) => name)).toEqual(commands);
  },
  2 * minutes,
);

/** The folder of the backup that was made before the database was changed, as the journal says. */
function automaticBackup(): string {
  const [, id = 'none'] = /Made the backup (\S+) before/.exec(machine.journal()) ?? [];
  return `/var/lib/not-terrible/data/backups/${id}`;
}

testOnMachine(
  'an upgrade that is killed and repeated keeps the post, the settings, and a backup',
  async () => {
    const settings = machine.read('etc/not-terrible.env');
    machine.try(`timeout --signal KILL 2 dpkg -i ${next} </dev/null`);
    machine.try('dpkg --configure -a </dev/null');
    machine.run(`dpkg -i ${next} </dev/null`);
    await machine.ready();
    expect(await (await fetch(`${machine.url}/post/from-the-package`)).text()).toContain('(next version)');
    await checkPost(machine.url);
    expect(machine.read('etc/not-terrible.env')).toBe(settings);
    expect(machine.run('dpkg --audit')).toBe('');
    machine.run(`ls ${automaticBackup()}`);
  },
  5 * minutes,
);

testOnMachine(
  'the version before refuses the new database, and goes back with the automatic backup',
  async () => {
    machine.run(`dpkg -i ${installed} </dev/null`);
    await expect
      .poll(() => machine.journal().split('\n').slice(-20).join('\n'), { timeout: minutes, interval: 500 })
      .toMatch(/newer version/i);
    machine.run('systemctl stop not-terrible');
    machine.run(`not-terrible restore --replace ${automaticBackup()}`);
    machine.run('systemctl start not-terrible');
    await machine.ready();
    await checkPost(machine.url);
    expect(await (await fetch(`${machine.url}/post/from-the-package`)).text()).not.toContain(
      '(next version)',
    );
  },
  5 * minutes,
);

testOnMachine(
  'removing keeps settings and site; an upgrade leaves a stopped site stopped',
  async () => {
    machine.run('dpkg --remove not-terrible');
    expect(machine.try('systemctl is-active not-terrible').output).toContain('inactive');
    expect(machine.try('ls /usr/lib/not-terrible').code).not.toBe(0);
    machine.run(`dpkg -i ${installed} </dev/null`);
    await machine.ready();
    await checkPost(machine.url);
    machine.run('systemctl stop not-terrible');
    machine.run(`dpkg -i ${installed} </dev/null`);
    expect(machine.try('systemctl is-active not-terrible').output.trim()).toBe('inactive');
  },
  3 * minutes,
);

testOnMachine(
  'purging asks nothing and deletes settings and caches, but never a site',
  () => {
    const output = machine.run('dpkg --purge not-terrible </dev/null');
    expect(output).toContain('the site is still in /var/lib/not-terrible');
    expect(machine.try('ls /etc/not-terrible.env').code).not.toBe(0);
    expect(machine.run('ls /var/lib/not-terrible/data')).toMatch(/blog\.sqlite/);
    expect(machine.run('ls /var/lib/not-terrible/data')).not.toMatch(/compiled/);
    const units = machine.run('find /etc/systemd /var/lib/systemd /run -name "not-terrible*"');
    expect(units).toBe('');
  },
  2 * minutes,
);

testOnMachine(
  'the site can be on another disk; the first start prints how to sign in',
  async () => {
    machine.run(
      'rm -r /var/lib/not-terrible/* && mkdir /srv/disk && mount --bind /srv/disk /var/lib/not-terrible',
    );
    machine.run('mkdir -p /etc/systemd/system/not-terrible.service.d');
    machine.write(
      'etc/systemd/system/not-terrible.service.d/port.conf',
      `[Service]\nEnvironment=PORT=${machine.port}\n`,
    );
    machine.run('journalctl --rotate && journalctl --vacuum-time 1s');
    machine.run(`dpkg -i ${installed} </dev/null`);
    await machine.ready();
    expect(machine.run('ls /srv/disk/data')).toContain('blog.sqlite');
    await expect.poll(() => machine.journal(), { timeout: minutes }).toMatch(/\/claim\/|\/login/);
    machine.run('dpkg --purge not-terrible </dev/null');
    expect(machine.run('ls /srv/disk/data')).toContain('blog.sqlite');
  },
  3 * minutes,
);

testOnMachine(
  'the account of a person never becomes that of the service',
  () => {
    machine.run('userdel not-terrible; umount /var/lib/not-terrible; useradd --uid 1500 not-terrible');
    const { code, output } = machine.try(`dpkg -i ${installed} </dev/null`);
    expect(code).not.toBe(0);
    expect(output).toContain('There is an account named not-terrible');
    expect(machine.try('ls /usr/lib/not-terrible').code).not.toBe(0);
    // Nothing is left of a package without a site.
    machine.run(`userdel not-terrible; dpkg -i ${installed} </dev/null`);
    machine.run(
      'systemctl stop not-terrible; rm -rf /var/lib/not-terrible/data/*; dpkg --purge not-terrible',
    );
    expect(machine.try('ls -d /var/lib/not-terrible').code).not.toBe(0);
  },
  3 * minutes,
);
