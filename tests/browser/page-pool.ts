import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** The options of a test that its context has been opened with. */
type Options = {
  baseURL: string;
  viewport: { width: number; height: number } | null;
  colorScheme: 'light' | 'dark' | 'no-preference' | null;
};
export type Opened = { context: BrowserContext; page: Page; isSpoiled: boolean };

/** What a test does with these outlasts it. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'setExtraHTTPHeaders',
  'setOffline',
] as const;
const maxContexts = 4;

/**
 * Contexts with a page each that tests of a worker use one after another, because the admin area costs twice the CPU time in
 * a new one. A test leaves no cookies, no stored data and no routes to the next; after what cannot be undone, the next test
 * gets a new context.
 */
export class PagePool {
  readonly #browser: Browser;
  readonly #opened = new Map<string, Opened>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The context of all tests with the same options. */
  async take(options: Options): Promise<Opened> {
    const key = JSON.stringify(options);
    const last = this.#opened.get(key);
    this.#opened.delete(key);
    const opened = last && (await this.#reset(last, options)) ? last : await this.open(options.baseURL);
    this.#opened.set(key, opened);
    const [oldest] = this.#opened.keys();
    if (oldest !== undefined && this.#opened.size > maxContexts) {
      await this.#opened.get(oldest)?.context.close();
      this.#opened.delete(oldest);
    }
    return opened;
  }

  /** A context with the options of the running test. */
  async open(baseURL: string): Promise<Opened> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    waitForAdmin(page);
    const opened = { context, page, isSpoiled: false };
    const spoil = () => {
      opened.isSpoiled = true;
    };
    for (const target of [context, page]) for (const name of lasting) before(target, name, spoil);
    for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const)
      before(context.clock, name, spoil);
    before(page, 'goto', (url) => {
      if (new URL(String(url), baseURL).origin !== baseURL) spoil();
    });
    return opened;
  }

  async #reset({ context, page, isSpoiled }: Opened, options: Options): Promise<boolean> {
    if (isSpoiled || page.isClosed()) {
      await context.close();
      return false;
    }
    // First, so that a page that sends its unsaved text while it closes is refused.
    await context.clearCookies();
    page.removeAllListeners();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    // A page of the same site, because the browser would start another process for an empty page.
    await page.goto(`${options.baseURL}/robots.txt`);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
    });
    if (options.viewport) await page.setViewportSize(options.viewport);
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme,
      reducedMotion: 'no-preference',
      forcedColors: 'none',
      contrast: 'no-preference',
    });
    await page.mouse.move(0, 0);
    return true;
  }
}

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

/** Calls another function before each call of a method. */
function before(target: object, name: string, act: (argument: unknown) => void): void {
  const methods = target as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  const method = methods[name];
  if (!method) return;
  methods[name] = (...args) => {
    act(args[0]);
    return method.apply(target, args);
  };
}
