import { type CDPSession, chromium, type Page } from '@playwright/test';
import { addSessionCookies } from '../../browser/admin.ts';
import { findBrowser } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { atMost, type Figure, type Measurement, median } from '../bench-run.ts';
import { ownerOf } from '../blog-site.ts';

const keys = 200;
const warmUpKeys = 40;
/** Ten keys a second: fast typing. */
const keyIntervalMs = 100;

const posts = [
  { words: 500, wantedMs: 8 },
  { words: 50_000, wantedMs: 20 },
];

/**
 * CPU time of the renderer's main thread per key typed into a post of the built admin area. A key includes what is
 * painted and what is deferred until the next key.
 */
export const typing: Measurement = async (run) => {
  const executablePath = await findBrowser().catch(() => null);
  if (!executablePath) return { lines: [], figures: [] };
  const { client } = await ownerOf(run.few);
  const figures: Figure[] = [];
  for (const { words, wantedMs } of posts) {
    const cost = await typingCost(executablePath, client, words, run.quick ? 40 : keys);
    const name = `CPU time per key, ${words.toLocaleString('en')} words`;
    const middle = median(cost);
    figures.push(
      { name: `${name}, median`, value: middle, unit: 'ms', wanted: atMost('', middle, wantedMs) },
      { name: `${name}, mean`, value: cost.reduce((sum, one) => sum + one, 0) / cost.length, unit: 'ms' },
    );
  }
  return { lines: [], figures };
};

/** Milliseconds of CPU time of each key. */
export async function typingCost(
  executablePath: string,
  client: Client,
  words: number,
  count: number,
): Promise<number[]> {
  const { body } = await client.post<{ id: number }>('/webapi/api/posts', {
    post_title: `Typing in ${words} words`,
    post_content: postOf(words),
    active: false,
  });
  // Its own process for each post: the compiler and the garbage collector remember what came before.
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await addSessionCookies(context, client);
    const page = await context.newPage();
    await page.goto(`${client.baseUrl}/admin/edit/${body.id}`);
    await placeCursor(page);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await typeKeys(page, session, warmUpKeys);
    return await typeKeys(page, session, count);
  } finally {
    await browser.close();
    await client.delete(`/webapi/api/posts/${body.id}`);
  }
}

async function typeKeys(page: Page, session: CDPSession, count: number): Promise<number[]> {
  const costs: number[] = [];
  let before = await mainThreadMs(session);
  for (let key = 0; key < count; key++) {
    await page.keyboard.press(key % 6 === 5 ? ' ' : 'e');
    await page.waitForTimeout(keyIntervalMs);
    const after = await mainThreadMs(session);
    costs.push(after - before);
    before = after;
  }
  return costs;
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000;
}

/** At the end of a paragraph in the middle of the post. */
async function placeCursor(page: Page): Promise<void> {
  const text = page.locator('.ProseMirror');
  await text.waitFor();
  await text.focus();
  await text.evaluate((element) => {
    const paragraphs = element.querySelectorAll('p');
    const middle = paragraphs[paragraphs.length >> 1];
    middle?.scrollIntoView({ block: 'center' });
    getSelection()?.setPosition(middle?.firstChild ?? null, middle?.textContent?.length);
  });
  await page.waitForTimeout(500);
}

/** Sections of a heading and paragraphs of a hundred words each. */
function postOf(words: number): string {
  const paragraph = `<p>${'A plain sentence has ten words, as this one does. '.repeat(10).trim()}</p>`;
  const section = `<h2>A heading</h2>${paragraph.repeat(5)}`;
  return section.repeat(words / 500);
}
