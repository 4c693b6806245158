import type { Page } from '@playwright/test';

/** Waits until the page has nothing left to do: its fonts have come, and the browser is idle before and after it has painted. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A page that paints nothing more may never be idle for Chromium, so each idle period follows a frame.
    for (const _ of ['before painting', 'after it']) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => {
        requestIdleCallback(resolve);
        requestAnimationFrame(() => {});
      });
    }
  });
}
