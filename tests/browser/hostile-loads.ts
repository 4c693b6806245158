import type { Page } from '@playwright/test';

const wanted = ['x', 'a.png', '1', '`x`', '%60x%60'];

/**
 * Blocks requests of hostile markup to this site inside the browser; other hosts do not resolve anyway. page.route would
 * send each request through the test process and disable the HTTP cache.
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
