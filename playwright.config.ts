import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { canSandbox, findBrowser } from './tests/support/browser.ts';

const testDir = join(import.meta.dirname, 'tests/browser');

// The workers load this file too: they find the answers of the first load here.
process.env.CHROME_PATH = await findBrowser();
process.env.CHROME_SANDBOX ??= canSandbox(process.env.CHROME_PATH) ? 'on' : 'off';

export default defineConfig({
  testDir,
  globalSetup: './tests/support/run-setup.ts',
  // The built server runs as it is, and Node strips types itself; only JSX needs to be compiled.
  build: { external: ['**/dist/**', '**/*.ts'] },
  outputDir: 'test-results/browser',
  reporter: [
    ['list'],
    ['./tests/support/playwright-reporter.ts'],
    ['json', { outputFile: 'test-results/browser.json' }],
  ],
  // Pages wait for timers, transitions and the network more than they compute.
  workers: Math.ceil(availableParallelism() * 1.5),
  fullyParallel: true,
  forbidOnly: true,
  // The run names each test that needed it.
  retries: 1,
  // Generous, because a busy machine is slow; whatever is there earlier ends the wait.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      chromiumSandbox: process.env.CHROME_SANDBOX === 'on',
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
