import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServerFailedError, startServer } from './server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'not-terrible-scripts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, code: string): Promise<string> {
  const file = join(folder, `${name}.mjs`);
  await writeFile(file, code);
  return file;
}

/** Ready only at the third request, so that a test notices if startServer does not wait. */
const serving = `
  import { createServer } from 'node:http';
  let asked = 0;
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.writeHead(++asked < 3 ? 503 : 200).end();
    else response.end(JSON.stringify({ asked, env: process.env, cwd: process.cwd() }));
  });
  server.listen(Number(process.env.PORT), process.env.HOST, () =>
    console.log('Listening on http://localhost:' + server.address().port));
  process.on('SIGTERM', () => { console.error('bye'); process.exit(7); });
`;

describe('startServer', () => {
  test('waits until the server is ready, and does not pass on the environment of the test run', async () => {
    process.env.DATABASE_URL = 'postgres://database.example.org/precious';
    const server = await startServer({
      script: await script('serving', serving),
      env: { LOG_LEVEL: 'debug' },
    });
    try {
      const answer = (await (await fetch(server.url)).json()) as {
        asked: number;
        env: NodeJS.ProcessEnv;
        cwd: string;
      };
      expect(answer.asked).toBe(3);
      expect(answer.env).toMatchObject({
        HOST: '127.0.0.1',
        DATA_DIR: server.dataDir,
        ADMIN_PASSWORD: server.adminPassword,
        LOG_LEVEL: 'debug',
      });
      expect(answer.env).not.toHaveProperty('DATABASE_URL');
      expect(answer.cwd).not.toBe(process.cwd());
      expect(await server.stop()).toBe(7);
      expect(server.output()).toContain('bye');
      expect(existsSync(answer.cwd)).toBe(true);
      await server.dispose();
      expect(existsSync(answer.cwd)).toBe(false);
    } finally {
      delete process.env.DATABASE_URL;
      await server.dispose();
    }
  });

  test('kill9 ends the server without a graceful shutdown', async () => {
    const server = await startServer({ script: await script('serving', serving) });
    await server.kill9();
    expect(server.output()).not.toContain('bye');
    await expect(fetch(server.url)).rejects.toThrow();
    expect(await server.stop()).toBeNull();
    await server.dispose();
  });

  test('a server that exits at once is an error that contains its output', async () => {
    const failing = await script('failing', `console.error('PORT is not a number'); process.exit(1);`);
    const failure = startServer({ script: failing });
    await expect(failure).rejects.toThrow(ServerFailedError);
    await expect(failure).rejects.toThrow('PORT is not a number');
  });

  test('the server exits when the process that started it exits', async () => {
    const parent = await script(
      'parent',
      `const { startServer } = await import(${JSON.stringify(join(import.meta.dirname, 'server.ts'))});
       const server = await startServer({ script: ${JSON.stringify(await script('serving', serving))} });
       console.log(server.url);`,
    );
    const child = spawn(process.execPath, [parent], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect((await fetch(url.trim())).ok).toBe(true);
    child.kill('SIGKILL');
    await expect
      .poll(
        () =>
          fetch(url.trim()).then(
            () => 'running',
            () => 'ended',
          ),
        { timeout: 5000 },
      )
      .toBe('ended');
  });
});
