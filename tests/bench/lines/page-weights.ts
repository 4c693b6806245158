import { chromium } from '@playwright/test';
import { findBrowser } from '../../support/browser.ts';
import { atMost, type Figure, type Measurement } from '../bench-run.ts';

const kilobyte = 1024;
const limits: Record<string, number> = { script: 5, stylesheet: 10 };

/** Kilobytes that a browser with an empty cache downloads. */
export const pageWeights: Measurement = async (run) => {
  const executablePath = await findBrowser().catch(() => null);
  if (!executablePath) return { lines: [], figures: [] };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const figures: Figure[] = [];
    for (const [name, path] of [
      ['post page', '/post/seeded-post-5'],
      ['list page', '/'],
    ] as const) {
      const page = await (await browser.newContext()).newPage();
      const weights: Record<string, number> = {};
      page.on('requestfinished', async (request) => {
        const { responseBodySize } = await request.sizes();
        const type = request.resourceType();
        weights[type] = (weights[type] ?? 0) + responseBodySize;
      });
      await page.goto(run.many.url + path, { waitUntil: 'networkidle' });
      await page.waitForTimeout(300);
      for (const [type, bytes] of Object.entries(weights).sort()) {
        const value = bytes / kilobyte;
        const limit = limits[type];
        figures.push({
          name: `${name}, ${type}`,
          value,
          unit: 'KB',
          ...(limit ? { wanted: atMost('', value, limit) } : {}),
        });
      }
    }
    return { lines: [], figures };
  } finally {
    await browser.close();
  }
};
