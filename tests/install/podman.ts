import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { isInstalled } from '../support/test-with.ts';

/** What the machine lacks to build and run images without a registry. */
export const missingForImages = [
  ...['podman', 'mmdebstrap', 'npm'].filter((program) => !isInstalled(program)),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];

const builder = 'localhost/not-terrible-builder';
/** As the image should run: nothing but the volume can be written, and there is nothing to gain. */
const confined = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
];

type Ended = { code: number | null; output: string };

/** podman with images, containers and volumes of its own, all below one folder. */
export class Podman {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly command: readonly string[];
  readonly #containers = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
    const file = path.join(folder, 'containers.conf');
    const runtime = isInstalled('runc') ? 'runc' : 'crun';
    // Limits that the machine allows: those of podman may be higher than those of this process.
    writeFileSync(
      file,
      `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]
[engine]
runtime = "${runtime}"
cgroup_manager = "cgroupfs"
events_logger = "file"
`,
    );
    this.#env = { ...process.env, CONTAINERS_CONF: file };
    process.env.CONTAINERS_CONF = file;
    this.command = [
      'podman',
      `--root=${path.join(folder, 'storage')}`,
      `--runroot=${path.join(folder, 'run')}`,
    ];
  }

  run(...args: string[]): Ended {
    const [program = '', ...globals] = this.command;
    const { status, stdout, stderr } = spawnSync(program, [...globals, ...args], {
      env: this.#env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: status, output: stdout + stderr };
  }

  /** Its output; throws if it fails. */
  get(...args: string[]): string {
    const [program = '', ...globals] = this.command;
    return execFileSync(program, [...globals, ...args], {
      env: this.#env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  /** Stands in for the public image with Node, where no registry of images can be reached. */
  makeBuilder(): string {
    const files = path.join(this.#folder, 'builder');
    const include = '--include=ca-certificates,libatomic1,libstdc++6';
    execFileSync('mmdebstrap', ['--variant=apt', include, 'trixie', files, 'http://deb.debian.org/debian'], {
      stdio: 'pipe',
    });
    const local = path.join(files, 'usr/local');
    cpSync(process.execPath, path.join(local, 'bin/node'), { dereference: true });
    const globalPackages = execFileSync('npm', ['root', '--global'], {
      encoding: 'utf8',
      cwd: this.#folder,
    }).trim();
    mkdirSync(path.join(local, 'lib/node_modules'), { recursive: true });
    cpSync(path.join(globalPackages, 'npm'), path.join(local, 'lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
    // A network may have certificates of its own.
    const certificates = '/etc/ssl/certs/ca-certificates.crt';
    if (existsSync(certificates)) cpSync(certificates, path.join(files, certificates));
    const archive = path.join(this.#folder, 'builder.tar');
    execFileSync('tar', ['-C', files, '-cf', archive, '.']);
    const environment = [
      'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `NODE_EXTRA_CA_CERTS=${certificates}`,
    ];
    this.get('import', ...environment.flatMap((each) => ['--change', `ENV ${each}`]), archive, builder);
    execFileSync('rm', ['-rf', files, archive]);
    return builder;
  }

  /** Starts a container and returns the URL of its site. */
  async start(name: string, image: string, options: string[], ...args: string[]): Promise<string> {
    this.#containers.add(name);
    this.get(
      'run',
      '--detach',
      `--name=${name}`,
      '--publish=127.0.0.1::3000',
      ...confined,
      ...options,
      image,
      ...args,
    );
    const url = `http://${this.get('port', name, '3000/tcp')}`;
    await expect
      .poll(() => this.isReady(name, url), { timeout: 60_000, interval: 300, message: `${name} is ready` })
      .toBe(true);
    return url;
  }

  async isReady(name: string, url: string): Promise<boolean> {
    if (this.get('inspect', '--format={{.State.Running}}', name) !== 'true')
      throw new Error(`The container ended: ${this.logs(name)}`);
    return fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  logs(name: string): string {
    return this.run('logs', name).output;
  }

  /** Runs a command to its end in a container of its own. */
  once(image: string, options: string[], ...args: string[]): Ended {
    return this.run('run', '--rm', ...confined, ...options, image, ...args);
  }

  /** Stops a container as `podman stop` does, and removes it. Returns its exit code; 137 if it had to be killed. */
  stop(name: string): number {
    this.get('stop', '--time=30', name);
    const code = Number(this.get('inspect', '--format={{.State.ExitCode}}', name));
    this.get('rm', name);
    this.#containers.delete(name);
    return code;
  }

  remove(): void {
    for (const name of this.#containers) this.run('rm', '--force', '--time=0', name);
    this.run('rm', '--all', '--force', '--time=0');
    this.run('volume', 'rm', '--all', '--force');
    this.run('rmi', '--all', '--force');
  }
}
