import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, test } from './admin.ts';
import { expectAccessible } from './axe.ts';

const player = 'https://player.example.org';

/** A page on another server, with an image and a player. */
async function otherSite() {
  const image = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#305070' } })
    .png()
    .toBuffer();
  const server = createServer(({ url = '' }, response) => {
    if (url === '/image.png') return response.setHeader('content-type', 'image/png').end(image);
    if (url.startsWith('/oembed'))
      return response.end(
        JSON.stringify({
          title: 'Tea in the rain',
          author_name: 'A tea shop',
          provider_name: 'Films',
          html: `<iframe src="${player}/1"></iframe>`,
          width: 640,
          height: 360,
        }),
      );
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<meta property="og:image" content="/image.png"><link type="application/json+oembed" href="/oembed">',
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/film`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('readers load a player only when they ask for it', async ({ browser, server, newPost }) => {
  await using other = await otherSite();
  const post = await newPost({
    post_content: `<p>Look:</p><figure class="embed"><a href="${other.url}">${other.url}</a></figure><p>${'word '.repeat(200)}</p>`,
    active: true,
  });
  const context = await browser.newContext({ baseURL: server.url });
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(server.url)) elsewhere.push(request.url());
  });
  await context.route(`${player}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' }),
  );
  const page = await context.newPage();
  const preview = page.getByRole('link', { name: /Tea in the rain/ });

  await test.step('on a page that was loaded', async () => {
    await page.goto(`/post/${post.post_title_web}`);
    await expect(preview.locator('img')).toHaveJSProperty('complete', true);
    await expectAccessible(page);
    expect(elsewhere).toEqual([]);
    await preview.click();
    await expect(page.frameLocator('iframe').getByText('The film')).toBeVisible();
    await expect(page.locator('iframe')).toHaveAttribute('title', 'Tea in the rain');
    expect(elsewhere).toEqual([`${player}/1`]);
    await expectAccessible(page);
  });

  await test.step('on a page that was reached by a link, with the keyboard', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: post.post_title, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/post/${post.post_title_web}$`));
    await preview.focus();
    await page.keyboard.press('Enter');
    await expect(page.frameLocator('iframe').getByText('The film')).toBeVisible();
    await expect(page.locator('iframe')).toBeFocused();
  });
  await context.close();
});
