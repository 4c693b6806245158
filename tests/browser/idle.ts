import type { Page } from '@playwright/test';

/** Waits until the page has nothing left to do: its fonts have come, and the browser is idle before and after it has painted. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(async () => {
    await document.fonts.ready;
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    await idle();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await idle();
  });
}
