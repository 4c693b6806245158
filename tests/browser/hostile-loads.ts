import type { Page } from '@playwright/test';

const wanted = ['x', 'a.png', '1', '`x`', '%60x%60'];

/**
 * What hostile markup wants to load from this site is refused within the browser; other hosts are unknown to it anyway. A
 * route would take each request through the test, and pages could keep no file.
 */
export async function refuseLoads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urlPatterns = wanted.flatMap((name) =>
    ['', 'post/', 'tag/', 'admin/', 'admin/edit/'].map((folder) => ({
      urlPattern: `http://*:*/${folder}${name}`,
      block: true,
    })),
  );
  await session.send('Network.setBlockedURLs', { urlPatterns });
}
