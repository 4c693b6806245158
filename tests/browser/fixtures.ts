import { test as base, type ConsoleMessage, expect, type WebError } from '@playwright/test';
import { measureCpu } from '../support/cpu.ts';
import { startWithJobsHere } from '../support/jobs-here.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { type Opened, PagePool } from './page-pool.ts';

/**
 * Makes what tests share in a worker when the first of them needs it. Worker fixtures would do the same, but each set of them
 * starts workers of its own, with a browser each.
 */
export type OncePerWorker = <T>(
  name: string,
  make: (atEnd: (end: () => Promise<unknown>) => void) => Promise<T>,
) => Promise<T>;

type TestFixtures = {
  server: TestSite;
  /** Expects a console message or page error; unexpected ones fail the test. */
  expectConsole(pattern: RegExp): void;
  /** Allows a message that only some browsers log. */
  allowConsole(pattern: RegExp): void;
  /** True for tests that need an empty cache, or leave more behind than a pool can undo. */
  ownContext: boolean;
  opened: Opened;
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

/** A site with its jobs in this process: on a busy machine a page would wait long for those of a process that has to start first. */
export const startBlog = (env: Record<string, string> = {}): Promise<TestSite> =>
  startSite({ env, start: startWithJobsHere });

/** A site for all tests of a worker that ask for the name. */
export const siteOfWorker =
  (name: string, env: Record<string, string> = {}) =>
  async (
    { oncePerWorker }: { oncePerWorker: OncePerWorker },
    use: (site: TestSite) => Promise<void>,
  ): Promise<void> =>
    use(
      await oncePerWorker(`site ${name}`, async (atEnd) => {
        // Trusts the tests as a proxy, so that visitors can have their own IP addresses and rate limits.
        const site = await startBlog({ TRUST_PROXY: '1', OUTGOING_STRANGERS: '127.0.0.1', ...env });
        atEnd(site.dispose);
        return site;
      }),
    );

/** A test also pays for what its worker has started for it: the browser, the server and its content. */
let measuredUntil = 0;

export const test = base.extend<TestFixtures, { oncePerWorker: OncePerWorker }>({
  cpu: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use, { file, titlePath }) => {
      const measured = measureCpu(file, { test: titlePath.slice(1).join(' › '), since: measuredUntil });
      await use(undefined);
      measuredUntil = measured();
    },
    { auto: true },
  ],

  oncePerWorker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      const made = new Map<string, Promise<unknown>>();
      const undo: (() => Promise<unknown>)[] = [];
      await use(<T>(name: string, make: (atEnd: (end: () => Promise<unknown>) => void) => Promise<T>) => {
        const value = made.get(name) ?? make((end) => undo.push(end));
        made.set(name, value);
        return value as Promise<T>;
      });
      for (const end of undo.reverse()) await end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  server: siteOfWorker('plain'),

  baseURL: ({ server }, use) => use(server.url),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
  consoleMessages: async ({}, use) => {
    const consoleMessages = {
      seen: [] as string[],
      expected: [] as RegExp[],
      // On a busy machine an image may be painted later than the browser expects.
      allowed: [/was preloaded using link preload but not used/],
    };
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

  opened: async (
    {
      browser,
      oncePerWorker,
      ownContext,
      baseURL,
      viewport,
      colorScheme,
      javaScriptEnabled,
      bypassCSP,
      permissions,
      locale,
      timezoneId,
      hasTouch,
      isMobile,
    },
    use,
  ) => {
    const home = baseURL ?? '';
    const others = { javaScriptEnabled, bypassCSP, permissions, locale, timezoneId, hasTouch, isMobile };
    const pool = await oncePerWorker('pages', async () => new PagePool(browser));
    if (!ownContext) return use(await pool.take({ baseURL: home, viewport, colorScheme, ...others }));
    const opened = await pool.open(home);
    await use(opened);
    await opened.context.close();
  },

  ownContext: [false, { option: true }],

  context: async ({ opened: { context }, consoleMessages }, use) => {
    const onMessage = (message: ConsoleMessage) => {
      if (!['error', 'warning', 'assert'].includes(message.type())) return;
      consoleMessages.seen.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    };
    const onError = (webError: WebError) => {
      consoleMessages.seen.push(`uncaught: ${webError.error().message}`);
    };
    context.on('console', onMessage).on('weberror', onError);
    await use(context);
    context.off('console', onMessage).off('weberror', onError);
  },

  // Needs the context, which other modules extend.
  page: ({ context: _, opened: { page } }, use) => use(page),
});
