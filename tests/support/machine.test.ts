import { spawnSync } from 'node:child_process';
import { basename, dirname, isAbsolute } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { BrowserMissingError, findBrowser } from './browser.ts';
import { findJava } from './java.ts';
import { findOnPath } from './machine.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('programs are found on the path', () => {
  vi.stubEnv('PATH', dirname(process.execPath));
  expect(findOnPath(basename(process.execPath, '.exe'))).toBe(process.execPath);
  expect(findOnPath('no-such-program')).toBeUndefined();
});

test('the browser is a program that starts', async () => {
  const browser = await findBrowser();
  expect(isAbsolute(browser)).toBe(true);
  vi.stubEnv('CHROME_PATH', browser);
  expect(await findBrowser()).toBe(browser);
});

test('a CHROME_PATH that leads nowhere is an error that names it', async () => {
  vi.stubEnv('CHROME_PATH', '/no/such/chrome');
  await expect(findBrowser()).rejects.toThrow(BrowserMissingError);
  await expect(findBrowser()).rejects.toThrow('CHROME_PATH is /no/such/chrome');
});

test('Java is found without JAVA_HOME and in spite of a wrong one', async () => {
  vi.stubEnv('JAVA_HOME', '/no/such/java');
  const java = await findJava();
  expect(spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr).toContain('version');
});
