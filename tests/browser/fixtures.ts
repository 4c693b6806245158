import { test as base, expect, type Page } from '@playwright/test';
import { measureCpu } from '../support/cpu.ts';
import { type RunningServer, startServer } from '../support/server.ts';

type WorkerFixtures = { server: RunningServer };
/** Waits for the admin area to start, because it is empty until then. Public pages replay early clicks and need no wait. */
function waitForAdmin(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const hasStarted = () => page.evaluate(() => !document.querySelector('.admin-opening'));
  // Polls from outside the page, because tests that stop the clock also stop timers in the page.
  const started = () => expect.poll(hasStarted, { intervals: [20], timeout: 20_000 }).toBe(true);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await started();
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload(...args);
    await started();
    return answer;
  };
}

type TestFixtures = {
  /** Expects a console message or page error; unexpected ones fail the test. */
  expectConsole(pattern: RegExp): void;
  /** Allows a message that only some browsers log. */
  allowConsole(pattern: RegExp): void;
  cpu: undefined;
  consoleMessages: { seen: string[]; expected: RegExp[]; allowed: RegExp[] };
};

export { expect };

let visitors = 0;
/** Request options with an unused IP address, so that tests do not share rate limits. */
export function fromNewIpAddress(): { headers: Record<string, string> } {
  visitors++;
  return { headers: { 'X-Forwarded-For': `10.0.${visitors >> 8}.${visitors & 255}` } };
}

/** A test also pays for what its worker has started for it: the browser, the server and its content. */
let measuredUntil = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  cpu: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use, { file, titlePath }) => {
      const measured = measureCpu(file, { test: titlePath.slice(1).join(' › '), since: measuredUntil });
      await use(undefined);
      measuredUntil = measured();
    },
    { auto: true },
  ],

  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      // Trusts the tests as a proxy, so that visitors can have their own IP addresses and rate limits.
      const server = await startServer({ env: { TRUST_PROXY: '1', OUTGOING_ALLOW: '127.0.0.1' } });
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
  consoleMessages: async ({}, use) => {
    const consoleMessages = { seen: [] as string[], expected: [] as RegExp[], allowed: [] as RegExp[] };
    await use(consoleMessages);
    const { seen, expected, allowed } = consoleMessages;
    expect(
      seen.filter((message) => ![...expected, ...allowed].some((pattern) => pattern.test(message))),
      'unexpected console messages',
    ).toEqual([]);
    expect(
      expected.filter((pattern) => !seen.some((message) => pattern.test(message))),
      'missing console messages',
    ).toEqual([]);
  },

  expectConsole: ({ consoleMessages }, use) =>
    use((pattern) => {
      consoleMessages.expected.push(pattern);
    }),

  allowConsole: ({ consoleMessages }, use) =>
    use((pattern) => {
      consoleMessages.allowed.push(pattern);
    }),

  context: async ({ context, consoleMessages }, use) => {
    context.on('console', (message) => {
      if (!['error', 'warning', 'assert'].includes(message.type())) return;
      consoleMessages.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => consoleMessages.seen.push(`uncaught: ${webError.error().message}`));
    await use(context);
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForAdmin(page);
    await use(page);
  },
});
