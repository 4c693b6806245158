import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Client } from '../support/client.ts';
import { onEachDatabase, temporaryDatabase } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const cli = path.resolve(import.meta.dirname, '../../dist/server/cli.js');

async function doctor(
  env: Record<string, string>,
  nodeArgs: string[] = [],
): Promise<{ code: number; output: string }> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'not-terrible-doctor-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const child = spawn(process.execPath, [...nodeArgs, cli, 'doctor'], {
    cwd,
    env: { ...commandEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

test('names the file with the settings of a service', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'not-terrible-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'not-terrible.env');
  const run = async (settings: string) => {
    await writeFile(file, settings);
    return (await doctor({ DATA_DIR: path.join(folder, 'data') }, [`--env-file=${file}`])).output;
  };
  expect(await run('PORT=0')).toContain(`Settings: ${file}\n`);
  expect(await run('PORT=x')).toContain(`Correct it in the environment or in ${file}.`);
});

const started = async (env: Record<string, string> = {}): Promise<RunningServer> => {
  const server = await startServer({ env });
  onTestFinished(() => server.dispose());
  return server;
};

type Forward = (headers: NodeJS.Dict<string | string[]>) => NodeJS.Dict<string | string[]>;

/** A proxy that changes headers; returns its URL. */
async function startProxy(target: string, forward: Forward): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const outgoing = request(
      new URL(incoming.url ?? '/', target),
      { headers: forward({ ...incoming.headers }) },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy()).end();
  });
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const appends: Forward = (headers) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], '198.51.100.9'].filter(Boolean).join(', '),
});

describe('what a proxy passes on', () => {
  test.each<[name: string, trust: string, forward: Forward, expected: RegExp]>([
    ['the address of readers', '1', appends, /ok {7}Requests: those to .* arrive with the addresses/],
    [
      'an invented address',
      '1',
      (headers) => headers,
      /problem {2}Requests: clients can invent their IP address/,
    ],
    ['one hop too many', '2', appends, /problem {2}Requests: clients can invent their IP address/],
    [
      'an address that is not trusted',
      '',
      appends,
      /warning {2}Requests: a proxy that is not trusted sent x-forwarded-for/,
    ],
    [
      'another host',
      '1',
      (headers) => ({ ...appends(headers), host: 'localhost' }),
      /warning {2}Requests: the proxy replaces the host of .* with localhost\n/,
    ],
  ])(
    '%s',
    async (_, TRUST_PROXY, forward, expected) => {
      const server = await started({ TRUST_PROXY });
      const SITE_URL = await startProxy(server.url, forward);
      // For doctor the site is public, so that it asks over SITE_URL.
      const env = {
        DATA_DIR: server.dataDir,
        HOST: '0.0.0.0',
        PORT: new URL(server.url).port,
        TRUST_PROXY,
        SITE_URL,
      };
      // The detector of proxies writes in the background.
      await expect.poll(async () => (await doctor(env)).output, { timeout: 60_000 }).toMatch(expected);
    },
    120_000,
  );

  test('a request without a signature learns nothing', async () => {
    const server = await started();
    const headers = { 'x-not-terrible-probe': `${Date.now()}-${'A'.repeat(43)}` };
    expect(await (await fetch(`${server.url}/healthz`, { headers })).text()).toBe('ok\n');
  });

  test('another program at the port, and one at SITE_URL', async () => {
    const server = await started();
    const other = await startProxy('http://127.0.0.1:1', (headers) => headers);
    const env = { DATA_DIR: server.dataDir, HOST: '0.0.0.0', PORT: new URL(server.url).port };
    expect(await doctor({ ...env, SITE_URL: other, TRUST_PROXY: '1' })).toEqual({
      code: 1,
      output: expect.stringMatching(/problem {2}Requests: .* does not answer: /),
    });
    const elsewhere = createServer((_, answer) => answer.end('hello'));
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const port = (elsewhere.address() as AddressInfo).port;
    expect(await doctor({ ...env, SITE_URL: `http://127.0.0.1:${port}`, TRUST_PROXY: '1' })).toEqual({
      code: 1,
      output: expect.stringContaining('is answered by another program (status 200)'),
    });
    expect(await doctor({ DATA_DIR: server.dataDir, PORT: String(port) })).toEqual({
      code: 1,
      output: expect.stringContaining('a program that is not this site'),
    });
  });
});

onEachDatabase('backups', (kind) => {
  test('that were made, are gone, old or switched off', async () => {
    const database = await temporaryDatabase(kind);
    onTestFinished(database.dispose);
    const { dataDir: DATA_DIR, databaseUrl } = database.config;
    const env = { DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const server = await started(env);
    expect((await doctor(env)).output).toContain('ok       Backups: the first one is made when');
    const owner = new Client(server.url);
    await owner.login();
    expect((await owner.post('/webapi/api/admin/backups', {})).status).toBe(201);
    expect((await doctor(env)).output).toMatch(/ok {7}Backups: the last one was made 20/);
    expect(await doctor({ ...env, BACKUPS_KEEP: '0' })).toEqual({
      code: 0,
      output: expect.stringMatching(/warning {2}Backups: switched off/),
    });
    await rm(path.join(DATA_DIR, 'backups'), { recursive: true });
    expect(await doctor(env)).toEqual({
      code: 1,
      output: expect.stringMatching(/problem {2}Backups: .* there is none/),
    });
  });
});

describe('services', () => {
  test('an SMTP server, and one that is not there', async () => {
    await using server = await startMailServer();
    const data = await mkdtemp(path.join(tmpdir(), 'not-terrible-doctor-data-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const env = { DATA_DIR: data, SMTP_URL: server.url };
    expect((await doctor(env)).output).toMatch(/ok {7}Mail: (localhost|127\.0\.0\.1):\d+ /);
    expect(server.received).toEqual([]);
    const closed = await doctor({ ...env, SMTP_URL: 'smtp://me:a-secret@127.0.0.1:1' });
    expect(closed).toEqual({ code: 1, output: expect.stringMatching(/problem {2}Mail: 127\.0\.0\.1:1: /) });
    expect(closed.output).not.toContain('a-secret');
    expect((await doctor({ DATA_DIR: data })).output).toContain('ok       Mail: off');
  });

  test('a bucket, and one with a wrong key', async () => {
    const store = await startS3Server();
    onTestFinished(() => store.close());
    const data = await mkdtemp(path.join(tmpdir(), 'not-terrible-doctor-data-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const env = { DATA_DIR: data, ...store.env };
    expect((await doctor(env)).output).toContain('ok       Images: bucket pictures\n');
    expect(store.requests).toEqual(['GET ']);
    const refused = await doctor({ ...env, S3_SECRET_ACCESS_KEY: 'wrong-secret' });
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/problem {2}Images: bucket pictures: /),
    });
    expect(refused.output).not.toContain('wrong-secret');
  });
});
