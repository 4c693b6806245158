import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, findOnPath, isExecutable } from './machine.ts';

const shell = 'chromium-headless-shell';

export class BrowserMissingError extends Error {
  override name = 'BrowserMissingError';
}

/**
 * The Chromium that the browser tests use: an installed one, or else one that can be installed. The headless shell comes
 * first, because the full browser opens a window for each test, which takes 1.2 CPU seconds instead of 0.3.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    throw new BrowserMissingError(`CHROME_PATH is ${named}, but there is no program at that place.`);
  }
  return installedShell() ?? (aptInstall(shell) ? installedShell() : undefined) ?? findWholeBrowser();
}

/** A full browser, because the headless shell has no back/forward cache. */
export async function findWholeBrowser(): Promise<string> {
  const named = process.env.CHROME_PATH;
  if (named && !named.endsWith(shell)) return named;
  const browser =
    installedBrowser() ??
    (aptInstall('chromium') ? installedBrowser() : undefined) ??
    (playwrightInstall() ? installedBrowser() : undefined);
  if (browser) return browser;
  throw new BrowserMissingError(
    'The browser tests need Chromium or Chrome, none was found and none could be installed: install one, or set CHROME_PATH to its program.',
  );
}

function installedShell(): string | undefined {
  const file = findOnPath(shell);
  return file && starts(file) ? file : undefined;
}

function installedBrowser(): string | undefined {
  return [
    ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) =>
      findOnPath(name),
    ),
    ...usualPlaces(),
    chromium.executablePath(),
  ].find((file) => file !== undefined && existsSync(file) && starts(file));
}

/** Ubuntu's chromium-browser may be a script that only asks to install a snap. */
function starts(browser: string): boolean {
  return process.platform !== 'linux' || spawnSync(browser, ['--version'], { stdio: 'ignore' }).status === 0;
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
  }
  return [];
}

function playwrightInstall(): boolean {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  console.log('Installing Chromium with Playwright …');
  const install = (...options: string[]) =>
    spawnSync(process.execPath, [cli, 'install', ...options, 'chromium'], { stdio: 'inherit' }).status === 0;
  const mayInstallLibraries = process.platform === 'linux' && process.getuid?.() === 0;
  return (mayInstallLibraries && install('--with-deps')) || install();
}

/**
 * Chromium's sandbox does not run as root and needs user namespaces, which many containers lack.
 * The tests only open pages of this project, so they run without it where they must.
 */
export function canSandbox(browser: string): boolean {
  if (process.getuid?.() === 0) return false;
  if (process.platform !== 'linux') return true;
  const probe = spawnSync(browser, ['--headless=new', '--disable-gpu', '--dump-dom', 'about:blank'], {
    stdio: 'ignore',
    timeout: 20_000,
  });
  return probe.status === 0;
}
