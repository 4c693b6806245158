import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import type { DraftHead } from '../../src/core/posts/api/writing.ts';
import { canSandbox, findBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/**
 * Types into the writing screen, kills the browser in the middle of it, starts it again with the same profile and compares
 * what is offered with what was typed.
 */

export const postKinds = ['new', 'inactive', 'active'] as const;
/** What happens before the browser is killed: nothing, the connection is lost, or the server is killed as well. */
export const circumstances = ['online', 'offline', 'server killed'] as const;

export type Run = { post: (typeof postKinds)[number]; circumstance: (typeof circumstances)[number] };
export type Outcome = Run & {
  /** From the first key that was lost to the kill; 0 if none was lost. */
  lostMs: number;
  lostKeys: number;
  typedKeys: number;
  /** Whether what was found is the beginning of what was typed. */
  isIntact: boolean;
};

const msPerKey = 70;
const typingMs = { least: 1_000, most: 7_000 };

export class KillableBrowser {
  readonly context: BrowserContext;
  readonly #browser: Browser;
  readonly #child: ChildProcess;

  private constructor(browser: Browser, child: ChildProcess) {
    this.#browser = browser;
    this.#child = child;
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no context.');
    this.context = context;
  }

  static async start(profile: string): Promise<KillableBrowser> {
    await rm(join(profile, 'DevToolsActivePort'), { force: true });
    const program = await findBrowser();
    const child = spawn(
      program,
      [
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        ...(canSandbox(program) ? [] : ['--no-sandbox']),
        'about:blank',
      ],
      // Its own process group, so that its helpers end with it.
      { stdio: 'ignore', detached: true },
    );
    const port = await portOf(profile);
    return new KillableBrowser(await chromium.connectOverCDP(`http://127.0.0.1:${port}`), child);
  }

  /** SIGKILL for all of its processes. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    process.kill(-(this.#child.pid ?? 0), 'SIGKILL');
    await ended;
    await this.#browser.close().catch(() => {});
  }
}

async function portOf(profile: string): Promise<string> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n');
    if (port) return port;
    await sleep(50);
  }
  throw new Error('The browser did not start within 30 seconds.');
}

export async function browserKills(runs: readonly Run[], onOutcome: (outcome: Outcome) => void) {
  let server = await startServer();
  const dataDir = server.dataDir;
  const restart = async () => {
    const { port } = new URL(server.url);
    await server.kill9();
    return async () => {
      const stopped = server;
      server = await startServer({ env: { DATA_DIR: dataDir, PORT: port } });
      folders.push(stopped);
    };
  };
  /** Their data folder is still in use. */
  const folders: RunningServer[] = [];
  const outcomes: Outcome[] = [];
  try {
    for (const run of runs) {
      const outcome = await killOnce(run, () => server, restart);
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  } finally {
    for (const each of [server, ...folders]) await each.dispose();
  }
  return outcomes;
}

async function killOnce(
  run: Run,
  server: () => RunningServer,
  killServer: () => Promise<() => Promise<void>>,
): Promise<Outcome> {
  const profile = await mkdtemp(join(tmpdir(), 'killed-browser-'));
  const owner = await signedIn(server().url);
  await deleteAll(owner);
  const post = run.post === 'new' ? null : await newPost(owner, run.post === 'active');
  let browser = await KillableBrowser.start(profile);
  try {
    const page = await openPage(browser, owner, post ? `/admin/edit/${post.id}` : '/admin/add');
    await content(page).click();
    await page.keyboard.press('Control+End');
    const typing = type(page);
    const total = typingMs.least + Math.random() * (typingMs.most - typingMs.least);
    const restartServer = await disturb(run, page, total, killServer);
    const killedAt = Date.now();
    await browser.kill();
    const { text, times } = await typing;
    await restartServer();

    browser = await KillableBrowser.start(profile);
    const found = await readOffer(browser, await signedIn(server().url));
    const typed = text.slice(0, times.filter((time) => time <= killedAt).length);
    const firstLost = times[found.length];
    return {
      ...run,
      typedKeys: typed.length,
      lostKeys: Math.max(0, typed.length - found.length),
      lostMs: firstLost === undefined ? 0 : Math.max(0, killedAt - firstLost),
      isIntact: text.startsWith(found),
    };
  } finally {
    await browser.kill();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits until the moment of the kill; returns what brings the server back. */
async function disturb(
  { circumstance }: Run,
  page: Page,
  total: number,
  killServer: () => Promise<() => Promise<void>>,
): Promise<() => Promise<void>> {
  const part = Math.random() * 0.6 * total;
  await sleep(part);
  let bringBack = async () => {};
  if (circumstance === 'offline') await page.context().setOffline(true);
  if (circumstance === 'server killed') bringBack = await killServer();
  await sleep(total - part);
  return bringBack;
}

/** Types numbered words until the browser is gone. The time of a key is the moment before it is sent to the browser. */
async function type(page: Page): Promise<{ text: string; times: number[] }> {
  const times: number[] = [];
  let text = '';
  try {
    for (let word = 1; ; word++)
      for (const key of `w${String(word).padStart(4, '0')} `) {
        const time = Date.now();
        times.push(time);
        text += key;
        await page.keyboard.press(key === ' ' ? 'Space' : key);
        await sleep(Math.max(0, time + msPerKey - Date.now()));
      }
  } catch {
    return { text, times };
  }
}

const content = (page: Page) => page.getByRole('textbox', { name: 'Post Content' });

async function openPage(browser: KillableBrowser, owner: Client, path: string): Promise<Page> {
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: owner.baseUrl }));
  await browser.context.addCookies(cookies);
  const page = await browser.context.newPage();
  await page.goto(owner.baseUrl + path);
  return page;
}

/** The text that the list of drafts offers, after continuing it. Empty if nothing is offered. */
async function readOffer(browser: KillableBrowser, owner: Client): Promise<string> {
  const page = await openPage(browser, owner, '/admin?status=draft');
  const offer = page.getByRole('list', { name: 'Drafts' }).getByRole('link', { name: 'Continue' });
  if (!(await appears(offer))) return '';
  await offer.first().click();
  await content(page).waitFor({ timeout: 30_000 });
  // A trailing blank is a no-break space in the editor.
  const text = (await content(page).textContent()) ?? '';
  return text.replaceAll('\u00a0', ' ');
}

const appears = (locator: ReturnType<Page['getByRole']>): Promise<boolean> =>
  locator
    .first()
    .waitFor({ timeout: 10_000 })
    .then(
      () => true,
      () => false,
    );

async function signedIn(url: string): Promise<Client> {
  const owner = new Client(url);
  const { status } = await owner.login();
  if (status !== 200) throw new Error(`Signing in failed with ${status}.`);
  return owner;
}

async function deleteAll(owner: Client): Promise<void> {
  const { body } = await owner.get<DraftHead[]>('/webapi/api/admin/drafts');
  for (const { id } of body) await owner.delete(`/webapi/api/admin/drafts/${id}`);
}

async function newPost(owner: Client, active: boolean): Promise<Post> {
  const { body } = await owner.post<Post>('/webapi/api/posts', {
    post_title: 'Typed into',
    post_content: '<p></p>',
    active,
  });
  return body;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
