import { execFile, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { programFile } from '../../src/platform/process/package-root.ts';
import { claimPath, ownPassword, sendClaim } from '../support/claim.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';
import { testWith } from '../support/test-with.ts';

const home = path.resolve(import.meta.dirname, '../..');
let folder: string;
let server: RunningServer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await server?.dispose();
  server = undefined;
});

type Ended = { code: number; output: string };

/** Runs a script and waits for its exit. */
function run(
  script: string,
  env: Record<string, string>,
  args: string[] = [],
  options = {},
  node = process.execPath,
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      node,
      [path.join(home, script), ...args],
      {
        cwd: folder,
        env: { ...commandEnv(), PORT: '0', DATA_DIR: path.join(folder, 'data'), ...env },
        timeout: 20_000,
        ...options,
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

const oneLine = (text: string) => expect.stringMatching(new RegExp(`^${text}\\n$`));

test('the compile cache is written at start, so that it survives kill -9', async () => {
  const cacheFolder = path.join(folder, 'compiled');
  server = await startServer({ env: { NODE_COMPILE_CACHE: cacheFolder } });
  await server.kill9();
  expect((await readdir(cacheFolder, { recursive: true })).length).toBeGreaterThan(10);
});

/** A Node on PATH that is too old for the server, if there is one. */
const olderNode = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((directory) => path.join(directory, 'node'))
  .find(
    (file) =>
      existsSync(file) && /^v(1\d|2[0-5])\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' })),
  );

testWith(olderNode ? [] : ['an older Node'])('an older Node fails with a one-line message', async () => {
  const ended = await run('dist/server/main.js', {}, [], {}, olderNode);
  expect(ended).toEqual({ code: 1, output: oneLine('Not Terrible needs Node 26, .*') });
});

test.each(['1', '2'])(
  'a port in use fails with one line and creates nothing: %s processes',
  async (processes) => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const DATA_DIR = path.join(folder, 'data-of-used-port');
    const ended = await run('dist/server/main.js', {
      PORT: String(port),
      DATA_DIR,
      WEB_PROCESSES: processes,
    });
    blocker.close();
    expect(ended).toEqual({ code: 1, output: oneLine(`Port ${port} is in use\\. .*`) });
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

test('an unreachable database fails with a one-line message', async () => {
  const ended = await run('dist/server/main.js', { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' });
  expect(ended).toEqual({
    code: 1,
    output: oneLine('The database of DATABASE_URL cannot be reached \\(ECONNREFUSED\\)\\. .*'),
  });
});

test('an invalid setting fails with a one-line message', async () => {
  const ended = await run('dist/server/main.js', { PORT: 'x' });
  expect(ended).toEqual({ code: 1, output: oneLine('PORT must be a number from 0 to 65535, not "x"\\.') });
});

test('an unwritable data folder fails with a one-line message', async () => {
  const locked = path.join(folder, 'locked');
  await mkdir(locked);
  // Root may write anywhere, so for root the parent of the data folder is a file.
  if (process.getuid?.() === 0) await writeFile(path.join(locked, 'file'), '');
  else await chmod(locked, 0o500);
  const dataDir = process.getuid?.() === 0 ? path.join(locked, 'file', 'data') : path.join(locked, 'data');
  const ended = await run('dist/server/main.js', { DATA_DIR: dataDir });
  expect(ended).toEqual({ code: 1, output: oneLine('DATA_DIR cannot be written .*') });
});

test('a file that is not a database fails with a one-line message and is unchanged', async () => {
  const dataDir = path.join(folder, 'foreign');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'blog.sqlite'), 'dear diary, '.repeat(1000));
  const ended = await run('dist/server/main.js', { DATA_DIR: dataDir });
  expect(ended).toEqual({ code: 1, output: oneLine('The SQLite database in DATA_DIR cannot be used: .*') });
  expect(await readFile(path.join(dataDir, 'blog.sqlite'), 'utf8')).toMatch(/^dear diary/);
});

test('a new site prints its URL, its folder and a claim link, and has no post', async () => {
  const first = await startServer({ env: { ADMIN_PASSWORD: '' } });
  expect(first.output()).toContain(`Not Terrible is running at ${first.url}`);
  expect(first.output()).toContain(`Its data is in ${first.dataDir}`);
  const path = claimPath(first.output());
  expect(path).toMatch(/^\/claim\/[\w-]{43}$/);
  expect((await new Client(first.url).get('/webapi/getposts')).body).toEqual([]);
  const unclaimed = (await (await fetch(first.url)).text()).replace(/<!--.*?-->/g, '');
  expect(unclaimed).toContain('This blog is being set up.');
  expect(unclaimed).toContain('<code dir="ltr">npm run admin -- claim</code>');
  expect(unclaimed).toContain('<meta name="robots" content="noindex"/>');
  expect(unclaimed).not.toContain('/claim/');
  expect((await sendClaim(first.url, path)).status).toBe(303);
  const owner = new Client(first.url);
  await owner.login('owner', ownPassword);
  expect((await owner.get('/')).text).toContain('There are current no posts for public view.');
  expect((await owner.post('/webapi/api/admin/first-run', {})).status).toBe(200);
  expect(await first.stop()).toBe(0);

  server = await startServer({ env: { DATA_DIR: first.dataDir, ADMIN_PASSWORD: 'another password' } });
  expect(server.output()).not.toMatch(/password|claim/);
  // The first questions are not asked again, and ADMIN_PASSWORD no longer has an effect.
  const again = new Client(server.url);
  await again.login('owner', ownPassword);
  expect((await again.get('/webapi/api/admin/first-run')).body).toEqual({
    open: false,
    previews: expect.any(Object),
  });
  expect((await new Client(server.url).login('admin', 'another password')).status).toBe(401);
  await first.dispose();
});

test('health and readiness have separate checks, and every response has a logged id', async () => {
  server = await startServer();
  const health = await fetch(`${server.url}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, 'ready\n']);

  const missing = await fetch(`${server.url}/webapi/nothing`);
  const id = missing.headers.get('x-request-id');
  expect(await missing.json()).toEqual({
    error: { code: 'not_found', message: 'No such route: GET /webapi/nothing.', id },
  });
  const line = await vi.waitUntil(() =>
    server
      ?.output()
      .split('\n')
      .find((text) => text.includes(String(id)) && text.endsWith('}')),
  );
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    id,
    method: 'GET',
    path: '/webapi/nothing',
    status: 404,
  });
});

test('SIGTERM finishes the requests in progress and exits with 0', async () => {
  server = await startServer();
  const slow = new Client(server.url);
  const answers = Array.from({ length: 20 }, () => slow.get('/webapi/getposts'));
  await sleep(5);
  const code = server.stop('SIGTERM');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await code).toBe(0);
});

test('a signal to npm stops the server', async () => {
  const child = spawn('npm', ['start'], {
    cwd: home,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: path.join(folder, 'npm'),
      ADMIN_PASSWORD: 'correct horse battery',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  onTestFinished(() => void child.kill('SIGKILL'));
  while (!/Sign in at/.test(output)) {
    if (child.exitCode !== null) expect.fail(output);
    await sleep(50);
  }
  const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  await once(child, 'exit');
  for (let attempt = 0; attempt < 50; attempt++) {
    const gone = await fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
    if (gone) return;
    await sleep(100);
  }
  expect.fail('The server outlived npm.');
});

test('a process of jobs whose server is gone ends without an error', async () => {
  const { config, dispose } = await migratedDatabase('sqlite');
  const child = fork(programFile('server/run-jobs'), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await dispose();
  });
  const ended = once(child, 'exit');
  child.send({ config: { ...readConfig({}), ...config }, queue: 'publish' }, () => child.disconnect());
  expect(child.stderr && (await text(child.stderr))).toBe('');
  expect(await ended).toEqual([0, null]);
});

test('the development server renders pages from their sources', async () => {
  server = await startServer({ script: path.join(home, 'tools/dev.ts') });
  const page = await fetch(server.url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('/@vite/client');
  expect(html).toContain('There are current no posts for public view.');
  const script = await fetch(`${server.url}/src/modules/client/start.ts`);
  expect(script.headers.get('content-type')).toContain('javascript');
});

test('an easy first password is refused on a public site and causes a warning on a local one', async () => {
  const DATA_DIR = path.join(folder, 'easy');
  for (const env of [
    { HOST: '0.0.0.0', ADMIN_PASSWORD: 'short' },
    { SITE_URL: 'https://blog.example.org', ADMIN_PASSWORD: 'Password1234' },
  ]) {
    const { code, output } = await run('dist/server/main.js', { ...env, DATA_DIR });
    expect(code).toBe(1);
    expect(output).toMatch(/^ADMIN_PASSWORD: .*\n$/);
  }
  server = await startServer({ env: { DATA_DIR, ADMIN_PASSWORD: 'Password1234' } });
  expect(server.output()).toContain('ADMIN_PASSWORD: This password is too easy to guess');
  expect((await new Client(server.url).login('admin', 'Password1234')).status).toBe(200);
});

test('a lost password can be reset, which ends all sessions', async () => {
  server = await startServer();
  const owner = new Client(server.url);
  await owner.login();
  const reset = await run('src/commands/cli.ts', { DATA_DIR: server.dataDir }, [
    'admin',
    'reset-password',
    '--password',
    'a brand new password',
  ]);
  expect(reset).toEqual({ code: 0, output: 'The password of admin is now a brand new password\n' });
  expect((await owner.get('/webapi/api/admin/auth')).body).toEqual({ status: 'no auth' });
  expect((await new Client(server.url).login('admin', 'a brand new password')).status).toBe(200);

  const stranger = await run('src/commands/cli.ts', { DATA_DIR: server.dataDir }, [
    'admin',
    'reset-password',
    '--username',
    'nobody',
  ]);
  expect(stranger).toEqual({ code: 1, output: 'There is no administrator called "nobody".\n' });
  const short = await run('src/commands/cli.ts', { DATA_DIR: server.dataDir }, [
    'admin',
    'reset-password',
    '--password',
    'short',
  ]);
  expect(short).toEqual({ code: 1, output: 'A password needs at least 12 characters.\n' });
  const common = await run('src/commands/cli.ts', { DATA_DIR: server.dataDir }, [
    'admin',
    'reset-password',
    '--password',
    'Password1234',
  ]);
  expect(common).toMatchObject({ code: 1, output: expect.stringMatching(/^This password is too easy/) });
  expect((await new Client(server.url).login('admin', 'a brand new password')).status).toBe(200);
  const factor = await run('src/commands/cli.ts', { DATA_DIR: server.dataDir }, [
    'admin',
    'reset-second-factor',
  ]);
  expect(factor).toEqual({
    code: 0,
    output: 'admin can sign in with the password alone. Passkeys and recovery codes were removed.\n',
  });
  const lost = await run('src/commands/cli.ts', {}, ['admin', 'dance']);
  expect(lost.output).toMatch(/^Usage:/);
});
