import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { commandEnv } from '../support/source-command.ts';

/** The program of an installed package, in front of this build. */
const launcher = path.resolve(import.meta.dirname, '../../bin/not-terrible.js');
const names = [
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
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not terrible '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function launch(args: string[], env: Record<string, string> = {}): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { ...commandEnv(), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, output: () => output };
}

async function run(args: string[], env: Record<string, string> = {}) {
  const { child, output } = launch(args, env);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

/** Waits until the site answers and returns the process id of its server. */
async function started({ child, output }: ReturnType<typeof launch>): Promise<number> {
  await vi.waitUntil(() => output().includes('/claim/'), 30_000);
  return Number(execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }));
}

test('explains itself and each command', async () => {
  const help = await run(['--help']);
  expect(help.code).toBe(0);
  for (const name of names) expect(help.output).toMatch(new RegExp(`^  ${name} `, 'm'));
  const example = await readFile(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  for (const [, setting] of example.matchAll(/^#([A-Z]\w+=.*)$/gm))
    expect(help.output).toContain(`\n  ${setting}\n`);
  for (const name of names)
    expect(await run([name, '--help']), name).toEqual({
      code: 0,
      output: expect.stringMatching(new RegExp(`^Usage: .*\\b${name}\\b`)),
    });
  expect(await run(['help', 'backup'])).toEqual(await run(['backup', '--help']));
  expect(await run(['--version'])).toEqual({ code: 0, output: `not-terrible ${packageJson.version}\n` });
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [['bakcup'], /^There is no command "bakcup". Did you mean "backup"\? .*--help.*\n$/],
  [['constructor'], /^There is no command "constructor". "not-terrible --help" .*\n$/],
  [['--port', '80'], /^There is no option "--port"\. .*PORT.*\n$/],
  [['start', '--port'], /^Unknown option '--port'\. .*\n$/],
  [['backup', '--fast', 'x.tar'], /^Unknown option '--fast'\. .*backup.*--help.*\n$/],
  [['move', 'x'], /^Unexpected argument 'x'\. .*\n$/],
  [['backup'], /^Usage: /],
])('%j is refused with exit code 2', async (args, words) => {
  expect(await run(args)).toEqual({ code: 2, output: expect.stringMatching(words) });
});

describe('the launcher', () => {
  test('passes a signal on and ends as the server does', async () => {
    const site = launch([], { DATA_DIR: path.join(folder, 'stopped') });
    const server = await started(site);
    expect(server).not.toBe(site.child.pid);
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(() => process.kill(server, 0)).toThrow('ESRCH');
  });

  test('lets the site finish when one Ctrl-C arrives from several senders', async () => {
    const site = launch([], { DATA_DIR: path.join(folder, 'interrupted') });
    const server = await started(site);
    const ended = once(site.child, 'exit');
    process.kill(server, 'SIGINT');
    site.child.kill('SIGINT');
    site.child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('is killed by the signal that kills the server', async () => {
    const site = launch([], { DATA_DIR: path.join(folder, 'killed') });
    const ended = once(site.child, 'exit');
    process.kill(await started(site), 'SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  test('stops the site when the shell that npx puts before it is ended', async () => {
    const shell = spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, launcher], {
      cwd: folder,
      env: { ...commandEnv(), PORT: '0', DATA_DIR: path.join(folder, 'npx'), npm_command: 'exec' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await vi.waitUntil(() => output.includes('/claim/'), 30_000);
    const children = (pid: number) =>
      Number(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }));
    const server = children(children(shell.pid ?? 0));
    onTestFinished(() => {
      if (shell.stdout.destroyed) return;
      process.kill(server, 'SIGKILL');
    });
    // The server holds the other end of the pipe.
    const ended = once(shell, 'close');
    shell.kill('SIGTERM');
    await ended;
    expect(() => process.kill(server, 0)).toThrow('ESRCH');
  });

  test('runs several web processes', async () => {
    const site = launch(['start'], { DATA_DIR: path.join(folder, 'several'), WEB_PROCESSES: '2' });
    await started(site);
    const url = /http:\/\/localhost:\d+/.exec(site.output())?.[0];
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const env = { PORT: new URL(url ?? '').port };
    expect(await run(['health'], env)).toEqual({ code: 0, output: expect.stringMatching(/: ready\n$/) });
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const down = { code: 1, output: expect.stringMatching(/: not ready \(ECONNREFUSED\)\n$/) };
    expect(await run(['health'], env)).toEqual(down);
    const wrong = { code: 1, output: expect.stringContaining('PORT must be') };
    expect(await run(['health'], { PORT: 'x' })).toEqual(wrong);
  });
});

describe('doctor', () => {
  onEachDatabase('a new site', (kind) => {
    test('has nothing wrong but that it is not claimed', async () => {
      const database = await temporaryDatabase(kind);
      onTestFinished(database.dispose);
      const { dataDir: DATA_DIR, databaseUrl } = database.config;
      const env = { DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      const before = await run(['doctor'], env);
      expect(before).toEqual({ code: 0, output: expect.stringContaining('a start creates') });
      const site = launch([], env);
      await started(site);
      const found = await run(['doctor'], env);
      expect(found).toEqual({
        code: 0,
        output: expect.stringMatching(/ok {7}Database: .*, version \d{3}-[\s\S]*\n1 warning\n$/),
      });
      expect(found.output).toMatch(/warning {2}Owner: the site is not claimed yet\n.* admin -- claim"/);
      site.child.kill('SIGTERM');
      await once(site.child, 'exit');
    });
  });

  test('says what to do about a foreign database, an unreachable one and a wrong setting', async () => {
    const data = path.join(folder, 'broken');
    await mkdir(data);
    await writeFile(path.join(data, 'blog.sqlite'), 'nonsense');
    expect(await run(['doctor'], { DATA_DIR: data })).toEqual({
      code: 1,
      output: expect.stringMatching(
        /warning {2}Data folder: other users[\s\S]*problem {2}Database: .*not a SQLite/,
      ),
    });
    expect(await run(['doctor'], { PORT: 'x' })).toEqual({
      code: 1,
      output: expect.stringMatching(/problem {2}Settings: PORT must be/),
    });
    const address = 'postgres://me:secret@127.0.0.1:1/none';
    const unreachable = await run(['doctor'], { DATABASE_URL: address, DATA_DIR: data });
    expect(unreachable).toEqual({
      code: 1,
      output: expect.stringMatching(/problem {2}Database: .*cannot be reached/),
    });
    expect(unreachable.output).not.toContain('secret');
  });
});
