import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isInstalled } from '../support/test-with.ts';

/** What a machine needs to run the tests of this file. */
export const missingForMachines = (): string[] => [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...['mmdebstrap', 'podman', 'runc', 'dpkg-deb'].filter((program) => !isInstalled(program)),
];

/** What a server has before the package is installed, with the libraries that it depends on: nothing is downloaded later. */
const basePackages = ['systemd', 'systemd-sysv', 'dbus', 'adduser', 'libatomic1', 'libstdc++6'];

/** An empty Debian with a running systemd, in a container. It uses the network of this machine. */
export class DebianMachine {
  readonly root: string;
  readonly port: number;
  readonly url: string;
  readonly #name = `not-terrible-debian-${process.pid}`;

  private constructor(root: string, port: number) {
    this.root = root;
    this.port = port;
    this.url = `http://localhost:${port}`;
  }

  static async boot(root: string): Promise<DebianMachine> {
    execFileSync(
      'mmdebstrap',
      ['--variant=minbase', `--include=${basePackages.join(',')}`, 'bookworm', root],
      { stdio: 'pipe' },
    );
    const machine = new DebianMachine(root, await freePort());
    const rights = ['--cap-add', 'SYS_ADMIN', '--security-opt', 'seccomp=unconfined'];
    const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
    spawn(
      'podman',
      ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc', 'run', '--rm', '--name', machine.#name]
        .concat(['--systemd=always', '--network', 'host', ...rights, ...limits])
        .concat(['--rootfs', root, '/sbin/init']),
      { stdio: 'ignore' },
    );
    for (let tries = 0; tries < 120; tries++) {
      if (machine.try('systemctl is-system-running').output.trim() === 'running') return machine;
      await wait(500);
    }
    throw new Error('systemd did not start in the container.');
  }

  /** Runs a line of shell as root and returns its output. */
  run(line: string): string {
    const { code, output } = this.try(line);
    if (code !== 0) throw new Error(`"${line}" ended with ${code}:\n${output}`);
    return output;
  }

  try(line: string): { code: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync('podman', ['exec', this.#name, 'sh', '-c', line], {
      encoding: 'utf8',
    });
    return { code: status, output: stdout + stderr };
  }

  /** Copies a file into the machine and returns its path there. */
  copy(file: string): string {
    mkdirSync(path.join(this.root, 'srv/files'), { recursive: true });
    copyFileSync(file, path.join(this.root, 'srv/files', path.basename(file)));
    return `/srv/files/${path.basename(file)}`;
  }

  read = (file: string): string => readFileSync(path.join(this.root, file), 'utf8');
  write = (file: string, text: string): void => writeFileSync(path.join(this.root, file), text);
  append = (file: string, text: string): void => appendFileSync(path.join(this.root, file), text);

  journal = (): string => this.run('journalctl --unit not-terrible --output cat --no-pager');

  /** Waits until the site answers. */
  async ready(): Promise<void> {
    for (let tries = 0; tries < 300; tries++) {
      const response = await fetch(`${this.url}/readyz`).catch(() => null);
      if (response?.ok) return;
      await wait(200);
    }
    throw new Error(`The site did not start:\n${this.journal().slice(-3000)}`);
  }

  remove(): void {
    spawnSync('podman', ['rm', '--force', '--time', '5', this.#name]);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
