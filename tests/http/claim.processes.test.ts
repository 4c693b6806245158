import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { modules } from '../../src/modules.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { routesOf } from '../../src/platform/module.ts';
import { openBlog } from '../../src/server/open-blog.ts';
import { claimLinks, claimPath, ownPassword, sendClaim } from '../support/claim.ts';
import { Client } from '../support/client.ts';
import { migratedDatabase, onEachDatabase, type TemporaryDatabase } from '../support/databases.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { commandEnv } from '../support/source-command.ts';

const table = routesOf(modules);

const home = path.resolve(import.meta.dirname, '../..');
const hour = 60 * 60_000;
const wrongPath = `/claim/${'A'.repeat(43)}`;

onEachDatabase('a site without an administrator', (kind) => {
  let database: TemporaryDatabase | undefined;
  const servers: RunningServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.dispose();
    await database?.dispose();
    database = undefined;
  });

  const environment = async (): Promise<Record<string, string>> => {
    database ??= await migratedDatabase(kind);
    const { dataDir, databaseUrl } = database.config;
    return { DATA_DIR: dataDir, ADMIN_PASSWORD: '', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  };
  const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
    const server = await startServer({ env: { ...(await environment()), ...env } });
    servers.push(server);
    return server;
  };
  /** Reads the database beside the running servers. */
  const inDatabase = async <Result>(
    work: (opened: Awaited<ReturnType<typeof openBlog>>) => Promise<Result>,
  ): Promise<Result> => {
    const config = { ...readConfig({}), ...(database as TemporaryDatabase).config };
    const opened = await openBlog(config, createLog('silent'));
    try {
      return await work(opened);
    } finally {
      await opened.blog.db.destroy();
    }
  };
  const administrators = () =>
    inDatabase(({ blog }) => blog.db.selectFrom('users').select('username').execute());
  const sessions = () => inDatabase(({ blog }) => blog.db.selectFrom('sessions').select('id').execute());
  const admin = async (...args: string[]) => {
    const env = { ...commandEnv(), PORT: '3456', ...(await environment()) };
    return new Promise<{ code: number; output: string }>((resolve) =>
      execFile(
        process.execPath,
        [path.join(home, 'src/commands/cli.ts'), 'admin', ...args],
        { cwd: database?.config.dataDir, env },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
      ),
    );
  };

  test('is claimed by the owner with the printed link, once', async () => {
    const server = await start({ ADMIN_USERNAME: 'maria' });
    const link = claimPath(server.output());
    // Loading the page changes nothing, however often a program that checks links does it.
    for (let visit = 0; visit < 3; visit++) {
      const page = await fetch(server.url + link);
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('x-robots-tag')).toContain('noindex');
      expect(page.headers.get('referrer-policy')).toBe('strict-origin');
      expect(page.headers.getSetCookie()).toEqual([]);
      const html = await page.text();
      expect(html).toContain('value="maria"');
      expect(html).toContain('autoComplete="username"');
      expect(html.match(/autoComplete="new-password"/g)).toHaveLength(2);
      expect(html).not.toContain('<script');
    }
    expect(await administrators()).toEqual([]);

    const claimed = await sendClaim(server.url, link, { username: 'Maria' });
    expect([claimed.status, claimed.headers.get('location')]).toEqual([303, '/admin']);
    expect(await administrators()).toEqual([{ username: 'Maria' }]);
    const owner = new Client(server.url);
    for (const cookie of claimed.headers.getSetCookie()) {
      expect(cookie).toMatch(/; Path=\/; SameSite=Lax/);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      owner.cookies.set(name, value);
    }
    expect((await owner.get('/webapi/api/admin/auth')).body).toEqual({ status: 'auth' });
    expect((await owner.get('/webapi/api/admin/first-run')).body).toEqual({
      open: true,
      previews: expect.any(Object),
    });
    expect((await owner.get('/admin')).status).toBe(200);
    const { text } = await owner.get('/webapi/api/admin/activity');
    expect(text).toContain('Claimed the site as the administrator \\"Maria\\"');
    const other = new Client(server.url);
    expect((await other.login('maria', ownPassword)).status).toBe(200);

    for (const used of [await fetch(server.url + link), await sendClaim(server.url, link)]) {
      expect(used.status).toBe(404);
      expect(await used.text()).toContain('This link does not work');
    }
    expect(await administrators()).toHaveLength(1);
  });

  test('keeps the token out of logs, the database and the metrics', async () => {
    const server = await start({ LOG_LEVEL: 'debug' });
    const link = claimPath(server.output());
    const token = link.slice('/claim/'.length);
    const printed = server.output().split(token).length - 1;
    expect(printed).toBe(1);
    for (const misspelled of [link, `/Claim/${token}`, `${link}/`, `${link}/x`, `//claim/${token}`])
      await fetch(server.url + misspelled, { redirect: 'manual' });
    await fetch(`${server.url}${link.slice(0, 30)}`);
    await fetch(`${server.url}/claim/%E0%A4${token.slice(0, 20)}`);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('/claim/{token}');
    await sendClaim(server.url, link, { password: 'short', again: 'short' });
    await sendClaim(server.url, link);
    await fetch(server.url + link);
    // The counts of unknown paths are written at the stop.
    await server.stop();
    expect(server.output().split(token.slice(0, 12)).length - 1).toBe(printed);
    expect(server.output()).toContain('"path":"/claim/…"');
    expect(metrics).not.toContain(token.slice(0, 12));
    const tables = await inDatabase(async ({ blog }) => {
      const found = await Promise.all(
        (await blog.db.introspection.getTables()).map(({ name }) =>
          blog.db
            .selectFrom(name as 'settings')
            .selectAll()
            .execute(),
        ),
      );
      return JSON.stringify(found);
    });
    expect(tables).toContain('Claimed the site');
    expect(tables).not.toContain(token.slice(0, 12));
    if (kind === 'postgres') return;
    const folder = (database as TemporaryDatabase).config.dataDir;
    for (const file of (await readdir(folder)).filter((name) => name.startsWith('blog.sqlite')))
      expect((await readFile(path.join(folder, file))).includes(token.slice(0, 12)), file).toBe(false);
  });

  test('gives one answer for wrong, shortened and expired links', async () => {
    const server = await start();
    const link = claimPath(server.output());
    const answer = async (at: string) => {
      const { status, headers, text } = await new Client(server.url).get(at);
      return { status, cache: headers.get('cache-control'), robots: headers.get('x-robots-tag'), text };
    };
    const wrong = await answer(wrongPath);
    expect(wrong).toMatchObject({ status: 404, cache: 'private, no-store', robots: 'noindex, nofollow' });
    expect(wrong.text).toContain('npm run admin -- claim');
    for (const other of [link.slice(0, -1), `${link}A`, '/claim/x', '/claim/%00'])
      expect((await answer(other)).status, other).toBe(404);
    expect(await answer(link.slice(0, -1))).toEqual(wrong);
    // 48 hours later.
    await inDatabase(async ({ blog }) => {
      const { value } = await blog.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'claim')
        .executeTakeFirstOrThrow();
      const created = new Date(Date.now() - 48 * hour - 1000).toISOString();
      const links = (JSON.parse(value) as object[]).map((stored) => ({ ...stored, created }));
      await blog.db
        .updateTable('settings')
        .set({ value: JSON.stringify(links) })
        .where('name', '=', 'claim')
        .execute();
    });
    expect(await answer(link)).toEqual(wrong);
    expect((await sendClaim(server.url, link)).status).toBe(404);
    expect(await administrators()).toEqual([]);
  });

  test('refuses weak passwords, odd names, and forms of other sites', async () => {
    const server = await start();
    const link = claimPath(server.output());
    const send = async (typed: Parameters<typeof sendClaim>[2]) => {
      const answer = await sendClaim(server.url, link, typed);
      return { status: answer.status, html: await answer.text(), cookies: answer.headers.getSetCookie() };
    };
    for (const [typed, problem] of [
      [{ password: 'short' }, 'at least 12 characters'],
      [{ password: 'Password1234' }, 'too easy to guess'],
      [{ username: 'gregorius', password: 'gregorius1234' }, 'too easy to guess'],
      [{ password: 'x'.repeat(1001) }, 'at most 1,000 characters'],
      [{ username: '' }, 'cannot be empty'],
      [{ username: ' owner' }, 'begin or end with a space'],
      [{ username: 'x'.repeat(51) }, 'username'],
      [{ again: 'another sentence of mine' }, 'not the same'],
    ] as const) {
      const { status, html, cookies } = await send(typed);
      expect([status, cookies]).toEqual([422, []]);
      expect(html).toContain(problem);
      expect(html).toContain('role="alert"');
      expect(html).not.toContain(ownPassword);
    }
    expect((await send({ username: '<b>"me"', password: 'short' })).html).toContain(
      'value="&lt;b&gt;&quot;me&quot;"',
    );
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.url, 'sec-fetch-site': 'cross-site' },
      { origin: server.url, 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[])
      expect((await send({ headers })).status, JSON.stringify(headers)).toBe(403);
    expect(await administrators()).toEqual([]);
    expect((await send({})).status).toBe(303);
  });

  test('prints a working link on each of several machines that start at once, and one claim wins', async () => {
    await environment();
    const [one, other] = await Promise.all([start({ WEB_PROCESSES: '2' }), start()]);
    const paths = [one, other].map(({ output }) => claimPath(output()));
    expect(new Set(paths).size).toBe(2);
    for (const { url } of [one, other])
      for (const link of paths) expect((await fetch(url + link)).status).toBe(200);

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const { url } = index % 2 === 0 ? one : other;
        return sendClaim(url, paths[index % 3 === 0 ? 0 : 1] ?? '', { username: `owner${index}` });
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(7);
    const winner = statuses.indexOf(303);
    expect(await administrators()).toEqual([{ username: `owner${winner}` }]);
    expect(await sessions()).toHaveLength(1);
    for (const lost of answers.filter((_, index) => index !== winner)) {
      expect(lost.headers.getSetCookie()).toEqual([]);
      expect(await lost.text()).toContain('If you have chosen a password already, sign in with it.');
    }
    for (const { url } of [one, other])
      for (const link of paths) expect((await fetch(url + link)).status).toBe(404);
  });

  test('prints a new link at a restart, which ends the old one', async () => {
    const first = await start();
    const old = claimPath(first.output());
    await first.stop();
    // A minute later, as starts of several machines are closer together.
    await inDatabase(async ({ blog }) => {
      const row = await blog.db
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'claim')
        .executeTakeFirstOrThrow();
      const value = row.value.replaceAll(/"created":"[^"]+"/g, (match) =>
        match.replace(/"[^"]+"$/, JSON.stringify(new Date(Date.now() - 61_000).toISOString())),
      );
      await blog.db.updateTable('settings').set({ value }).where('name', '=', 'claim').execute();
    });
    const second = await start();
    expect((await fetch(second.url + old)).status).toBe(404);
    expect((await fetch(second.url + claimPath(second.output()))).status).toBe(200);
    // A start that fails prints no link, so it must not end the one that was printed.
    const port = new URL(second.url).port;
    await expect(startServer({ env: { ...(await environment()), PORT: port } })).rejects.toThrow(/in use/);
    expect((await fetch(second.url + claimPath(second.output()))).status).toBe(200);
  });

  test('gets a new link by a command, until it is claimed', async () => {
    const server = await start();
    const old = claimPath(server.output());
    expect(await admin('reset-password')).toEqual({
      code: 1,
      output:
        'This site has no administrator yet. "npm run admin -- claim" prints a link that creates one.\n',
    });
    const printed = await admin('claim', '--username', 'elena');
    expect(printed.code).toBe(0);
    expect(printed.output).toMatch(/^Choose a name .* at http:\/\/localhost:3456\/claim\/[\w-]{43} \(.*\n$/);
    const link = claimPath(printed.output);
    expect((await fetch(server.url + old)).status).toBe(404);
    expect(await (await fetch(server.url + link)).text()).toContain('value="elena"');
    expect((await sendClaim(server.url, link)).status).toBe(303);
    expect(await admin('claim')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^This site has an administrator.* npm run admin -- reset-password .*\n$/,
      ),
    });
  });

  test('has no other way to become its administrator, and says on the login page what to do', async () => {
    const server = await start();
    const visitor = new Client(server.url);
    await visitor.get('/webapi/api/admin/auth');
    const login = async () => (await fetch(`${server.url}/login`)).text();
    const html = await login();
    expect(html).toContain('This site has no administrator yet.');
    expect(html).not.toContain('type="password"');
    expect(html).not.toContain(claimPath(server.output()).slice(0, 20));
    expect((await fetch(`${server.url}/admin`, { redirect: 'manual' })).headers.get('location')).toBe('/');
    for (const body of [
      { username: 'admin', password: '' },
      { username: '', password: '' },
    ])
      expect((await visitor.post('/webapi/api/admin/auth', body)).status).toBe(401);
    for (const { method, path: pattern, access } of table) {
      const at = `/webapi${pattern.replaceAll(/:\w+/g, '1')}`;
      const { status } = await visitor.request(
        method,
        at,
        method === 'GET' ? undefined : { username: 'owner', password: ownPassword },
      );
      if (access === 'admin') expect([401, 404], `${method} ${at}`).toContain(status);
    }
    expect(await administrators()).toEqual([]);
    expect((await sendClaim(server.url, claimPath(server.output()))).status).toBe(303);
    // With the page cache on, the old login page is gone at once.
    for (let visit = 0; visit < 3; visit++) expect(await login()).toContain('type="password"');
  });

  test('limits guesses, but never refuses the right link', async () => {
    const server = await start();
    const link = claimPath(server.output());
    const counts = new Map<number, number>();
    for (let round = 0; round < 20; round++)
      for (const { status } of await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const guess = `/claim/${String(round * 10 + index).padStart(43, 'x')}`;
          return index % 2 ? sendClaim(server.url, guess) : fetch(server.url + guess);
        }),
      ))
        counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([...counts].sort()).toEqual([
      [404, 20],
      [429, 180],
    ]);
    const limited = await fetch(server.url + wrongPath);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(server.url + link)).status).toBe(200);
    expect((await sendClaim(server.url, link)).status).toBe(303);
  });

  test('is claimed or not, but never half, after kill -9', async () => {
    const seen = new Set<string>();
    for (const delayMs of [0, 20, 60, 120, 250]) {
      const server = await start();
      const users = await administrators();
      const link = users.length === 0 ? claimPath(server.output()) : wrongPath;
      const answer = sendClaim(server.url, link).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await server.kill9();
      await answer;
      const created = await administrators();
      const open = await inDatabase(({ blog }) =>
        blog.db.selectFrom('settings').select('name').where('name', '=', 'claim').execute(),
      );
      const isClaimed = created.length === 1;
      seen.add(isClaimed ? 'claimed' : 'not claimed');
      expect([created.length, open.length, (await sessions()).length]).toEqual(
        isClaimed ? [1, 0, 1] : [0, 1, 0],
      );
      if (isClaimed) break;
    }
    const again = await start();
    if (seen.has('claimed')) {
      expect((await new Client(again.url).login('owner', ownPassword)).status).toBe(200);
      expect(claimLinks(again.output())).toEqual([]);
    } else expect((await sendClaim(again.url, claimPath(again.output()))).status).toBe(303);
  });
});

describe('the printed link', () => {
  test('uses SITE_URL, whatever hosts are asked for', async () => {
    const env = { ADMIN_PASSWORD: '', SITE_URL: 'https://blog.example.org', TRUST_PROXY: '1' };
    const server = await startServer({ env });
    try {
      const [link = ''] = claimLinks(server.output());
      expect(link).toMatch(/^https:\/\/blog\.example\.org\/claim\//);
      const { pathname } = new URL(link);
      const html = await new Promise<string>((resolve, reject) => {
        const headers = {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          forwarded: 'host=evil.example',
        };
        rawRequest(server.url + pathname, { headers }, async (response) => {
          let text = '';
          for await (const chunk of response.setEncoding('utf8')) text += chunk;
          resolve(text);
        })
          .once('error', reject)
          .end();
      });
      expect(html).toContain('Claim this site');
      expect(html).not.toContain('evil.example');
      const claimed = await sendClaim(server.url, pathname, {
        headers: { origin: 'https://blog.example.org' },
      });
      expect(claimed.headers.get('location')).toBe('/admin');
      for (const cookie of claimed.headers.getSetCookie())
        expect(cookie).toMatch(/^(__Host-|XSRF).*; Secure/);
    } finally {
      await server.dispose();
    }
  });

  test('does not exist with ADMIN_PASSWORD, and nothing secret is printed', async () => {
    const password = 'a first password of mine';
    const server = await startServer({ env: { ADMIN_USERNAME: 'maria', ADMIN_PASSWORD: password } });
    try {
      expect(server.output()).toContain(`Sign in at ${server.url}/login`);
      expect(server.output()).not.toContain(password);
      expect(claimLinks(server.output())).toEqual([]);
      expect((await new Client(server.url).login('maria', password)).status).toBe(200);
      expect((await fetch(server.url + wrongPath)).status).toBe(404);
    } finally {
      await server.dispose();
    }
  });

  test('ends when a later start creates the administrator', async () => {
    const first = await startServer({ env: { ADMIN_PASSWORD: '' } });
    const link = claimPath(first.output());
    await first.stop();
    const second = await startServer({ env: { DATA_DIR: first.dataDir } });
    try {
      expect((await fetch(second.url + link)).status).toBe(404);
      expect((await new Client(second.url).login()).status).toBe(200);
    } finally {
      await second.dispose();
      await first.dispose();
    }
  });
});
