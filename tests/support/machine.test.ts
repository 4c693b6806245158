import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { BrowserMissingError, findBrowser } from './browser.ts';
import { findJava } from './java.ts';
import { aptInstall, findOnPath } from './machine.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('finds programs on the PATH', () => {
  vi.stubEnv('PATH', dirname(process.execPath));
  expect(findOnPath(basename(process.execPath, '.exe'))).toBe(process.execPath);
  expect(findOnPath('no-such-program')).toBeUndefined();
});

test('installs a package without prompting where apt-get exists, and does nothing elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-apt-'));
  try {
    vi.stubEnv('PATH', folder);
    expect(aptInstall('chromium')).toBe(false);
    const log = join(folder, 'log');
    await writeFile(log, '');
    const program = (code: string) => `#!/bin/sh\n${code}\n`;
    await writeFile(join(folder, 'apt-get'), program(`echo "$@" >> '${log}'`), { mode: 0o755 });
    await writeFile(join(folder, 'sudo'), program('shift; exec "$@"'), { mode: 0o755 });
    const isLinux = process.platform === 'linux';
    expect(aptInstall('chromium')).toBe(isLinux);
    const calls = (await readFile(log, 'utf8')).split('\n').filter(Boolean);
    const expected = [/ update$/, / install -y --no-install-recommends chromium$/];
    expect(calls).toEqual(isLinux ? expected.map((pattern) => expect.stringMatching(pattern)) : []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('finds a browser that starts', async () => {
  const browser = await findBrowser();
  expect(isAbsolute(browser)).toBe(true);
  vi.stubEnv('CHROME_PATH', browser);
  expect(await findBrowser()).toBe(browser);
});

test.runIf(process.platform === 'linux')('prefers the headless shell to a full browser', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'not-terrible-browsers-'));
  try {
    vi.stubEnv('CHROME_PATH', '');
    vi.stubEnv('PATH', folder);
    for (const name of ['chromium', 'chromium-headless-shell']) {
      await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
      expect(await findBrowser()).toBe(join(folder, name));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a CHROME_PATH that does not exist is an error that names it', async () => {
  vi.stubEnv('CHROME_PATH', '/no/such/chrome');
  await expect(findBrowser()).rejects.toThrow(BrowserMissingError);
  await expect(findBrowser()).rejects.toThrow('CHROME_PATH is /no/such/chrome');
});

test('finds Java without JAVA_HOME and with a wrong JAVA_HOME', async () => {
  vi.stubEnv('JAVA_HOME', '/no/such/java');
  const java = await findJava();
  expect(spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr).toContain('version');
});
