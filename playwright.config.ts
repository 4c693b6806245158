import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { canSandbox, findBrowser } from './tests/support/browser.ts';

const testDir = join(import.meta.dirname, 'tests/browser');

/**
 * One project per module of fixtures. A worker keeps its browser, its server and its content only while the next test uses the
 * same worker fixtures, and the tests of a project run one after another.
 */
const projects = Map.groupBy(globSync('**/*.spec.ts', { cwd: testDir }).sort(), (file) => {
  const importsTest = /^import \{[^}]*\btest\b[^}]*\} from '\.\/([\w/-]+)\.ts';$/m;
  return importsTest.exec(readFileSync(join(testDir, file), 'utf8'))?.[1] ?? 'other';
});

// The workers load this file too: they find the answers of the first load here.
process.env.CHROME_PATH = await findBrowser();
process.env.CHROME_SANDBOX ??= canSandbox(process.env.CHROME_PATH) ? 'on' : 'off';

export default defineConfig({
  testDir,
  projects: [...projects].map(([name, files]) => ({ name: name.replace(/\/.*/, ''), testMatch: files })),
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
  timeout: 30_000,
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
