import { test as base, expect, type Page } from '@playwright/test';
import { type RunningServer, startServer } from '../support/server.ts';

type WorkerFixtures = { server: RunningServer };
/** Public pages hold what is clicked until their script is there; the admin area is empty until it has started. */
function waitForAdmin(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const hasStarted = () => page.evaluate(() => !document.querySelector('.admin-opening'));
  // Asked from outside: tests that stop the clock stop the browser's own ways to wait.
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
  /** Names a console message or page error that the test provokes; without it, each one fails the test. */
  expectConsole(pattern: RegExp): void;
  /** Names one that some browsers have and others have not. */
  allowConsole(pattern: RegExp): void;
  complaints: { seen: string[]; expected: RegExp[]; allowed: RegExp[] };
};

export { expect };

let visitors = 0;
/** Options for a request of a visitor with an IP address of its own, so that no test uses up the rate limit of another. */
export function fromNewAddress(): { headers: Record<string, string> } {
  visitors++;
  return { headers: { 'X-Forwarded-For': `10.0.${visitors >> 8}.${visitors & 255}` } };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      // Behind a trusted proxy, so that visitors of the tests can have addresses and share no rate limit.
      const server = await startServer({ env: { TRUST_PROXY: '1' } });
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
  complaints: async ({}, use) => {
    const complaints = { seen: [] as string[], expected: [] as RegExp[], allowed: [] as RegExp[] };
    await use(complaints);
    const { seen, expected, allowed } = complaints;
    expect(
      seen.filter((message) => ![...expected, ...allowed].some((pattern) => pattern.test(message))),
      'Nothing unexpected in the console',
    ).toEqual([]);
    expect(
      expected.filter((pattern) => !seen.some((message) => pattern.test(message))),
      'Each expected console message was there',
    ).toEqual([]);
  },

  expectConsole: ({ complaints }, use) =>
    use((pattern) => {
      complaints.expected.push(pattern);
    }),

  allowConsole: ({ complaints }, use) =>
    use((pattern) => {
      complaints.allowed.push(pattern);
    }),

  context: async ({ context, complaints }, use) => {
    context.on('console', (message) => {
      if (!['error', 'warning', 'assert'].includes(message.type())) return;
      complaints.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (webError) => complaints.seen.push(`uncaught: ${webError.error().message}`));
    await use(context);
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForAdmin(page);
    await use(page);
  },
});
