import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../support/browser.ts';
import { atMost, type Measurement, median } from '../bench-run.ts';

const clicks = 40;

/**
 * Time from a click on a link to the painted next page, with in-place navigation and with the script blocked; and the
 * number of long tasks while a page loads with the CPU throttled four times, like a phone.
 */
export const navigation: Measurement = async (run) => {
  const executablePath = await findBrowser().catch(() => null);
  if (!executablePath) return { lines: [], figures: [] };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const inPlace = await openPage(browser, run.many.url);
    const plain = await openPage(browser, run.many.url);
    await plain.route('**/assets/*.js', (route) => route.abort());
    const times: { inPlace: number[]; plain: number[] } = { inPlace: [], plain: [] };
    for (let click = 0; click < (run.quick ? 4 : clicks); click++) {
      times.inPlace.push(await clickToPaint(inPlace, run.many.url));
      times.plain.push(await clickToPaint(plain, run.many.url));
    }
    const ratio = median(times.inPlace) / median(times.plain);
    const long = await longTasks(browser, [`${run.many.url}/`, `${run.many.url}/post/seeded-post-5`]);
    return {
      lines: [],
      figures: [
        { name: 'click to painted page, in place', value: median(times.inPlace), unit: 'ms' },
        {
          name: 'click to painted page, in place relative to a plain link',
          value: ratio,
          unit: '×',
          wanted: atMost('', ratio, 1),
        },
        {
          name: 'long tasks of list and post, 4 × slower CPU',
          value: long,
          unit: 'tasks',
          wanted: atMost('', long, 0),
        },
      ],
    };
  } finally {
    await browser.close();
  }
};

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  return page;
}

/** Uses Date.now(), because performance.now() starts anew in each document. */
async function clickToPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const link = page.locator('article h2 a').first();
  await link.hover();
  await page.waitForTimeout(150);
  await page.evaluate(() => {
    addEventListener('click', () => sessionStorage.setItem('clicked', String(Date.now())), { capture: true });
  });
  await link.click({ noWaitAfter: true });
  await page.locator('article.post h1').waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          setTimeout(() => resolve(Date.now() - Number(sessionStorage.getItem('clicked')))),
        ),
      ),
  );
}

async function longTasks(browser: Browser, urls: readonly string[]): Promise<number> {
  let count = 0;
  for (const url of urls) {
    const page = await (await browser.newContext()).newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(url, { waitUntil: 'networkidle' });
    count += await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries().length));
          observer.observe({ type: 'longtask', buffered: true });
          setTimeout(resolve, 500, 0);
        }),
    );
    await page.close();
  }
  return count;
}
