import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { untilIdle } from './idle.ts';
import { type Content, expect, test } from './site-content.ts';

/** An interaction on a public page and its results. */
type Interaction = {
  name: string;
  path(post: Post): string;
  control: string;
  /** The result in the same document. */
  inPlace(page: Page): Promise<void>;
  /** The result without the island's script, through a plain link or form. */
  plain(page: Page): Promise<void>;
};

/** Modules may be delayed by two seconds each. */
const slow = { timeout: 15_000 };

const shows = (selector: string, text: string | RegExp) => (page: Page) =>
  expect(page.locator(selector).first()).toHaveText(text, slow);

const sendComment = async (page: Page) => {
  await page.getByLabel('Comment', { exact: true }).fill('Written by hand.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Thank you for submitting a comment.')).toBeVisible();
};

const interactions: Interaction[] = [
  {
    name: 'vote',
    path: (post) => `/post/${post.post_title_web}`,
    control: '.vote button',
    inPlace: shows('.vote button', 'Not Terrible (1)'),
    plain: shows('.vote button', 'Not Terrible (1)'),
  },
  {
    name: 'comment',
    path: (post) => `/post/${post.post_title_web}`,
    control: '.comment-toggle button',
    inPlace: (page) => expect(page.locator('.comment-form')).toBeVisible(slow),
    plain: (page) => expect(page.locator('.comment-form')).toBeVisible(),
  },
  {
    name: 'viewer',
    path: (post) => `/post/${post.post_title_web}`,
    control: '.gallery a',
    inPlace: (page) => expect(page.getByRole('dialog', { name: /Images of/ })).toBeVisible(slow),
    plain: (page) => expect(page).toHaveURL(/\/images\//),
  },
  {
    name: 'counter',
    path: () => '/apps/there',
    control: '.counter-row button.primary',
    inPlace: shows('.counter-row output', '1'),
    plain: shows('.counter-row output', '1'),
  },
  {
    name: 'card comments',
    path: (post) => `/tag/${post.tags[0]?.tag_name}`,
    control: '.comment-toggle button',
    inPlace: (page) => expect(page.locator('.card-comments .comment-text')).toHaveText('Approved.', slow),
    plain: async (page) => {
      await expect(page).toHaveURL(/\?comment=1#comments$/);
      await expect(page.locator('.comment-form')).toBeVisible();
    },
  },
];

const islandModules = /\/assets\/(?!start-)[^/]+\.js$/;

/** A new post for each test, because a visitor can vote only once. */
async function ownPost(content: Content): Promise<Post> {
  const tag = `t${Math.random().toString(36).slice(2, 10)}`;
  const post = await content.write({ title: `Island ${tag}`, tags: [tag], images: 2 });
  // The administrator's comments are approved at once and not rate limited.
  await content.admin.post(`/webapi/api/posts/comment/${post.id}`, { comment_text: 'Approved.' });
  return post;
}

function documentsOf(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++;
  });
  return () => count;
}

for (const { name, path, control, inPlace, plain } of interactions) {
  test(`${name}: works in place, with its script loaded on intent`, { tag: '@deep' }, async ({
    page,
    content,
  }) => {
    const documents = documentsOf(page);
    await page.goto(path(await ownPost(content)));
    await page.locator(control).first().click();
    await inPlace(page);
    expect(documents()).toBe(1);
  });

  test(`${name}: a click before hydration is not lost`, { tag: '@deep' }, async ({ page, content }) => {
    const documents = documentsOf(page);
    await page.route(islandModules, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await page.addInitScript((selector) => {
      addEventListener('DOMContentLoaded', () => document.querySelector<HTMLElement>(selector)?.click());
    }, control);
    await page.goto(path(await ownPost(content)));
    await inPlace(page);
    expect(documents()).toBe(1);
  });

  test(`${name}: falls back to a plain link or form without its script`, { tag: '@deep' }, async ({
    page,
    content,
    expectConsole,
    allowConsole,
  }) => {
    expectConsole(/dynamically imported module/);
    allowConsole(/ERR_FAILED/);
    await page.route(islandModules, (route) => route.abort());
    await page.goto(path(await ownPost(content)));
    await page.locator(control).first().click();
    await plain(page);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(name, { tag: '@deep' }, async ({ page, content }) => {
      await page.goto(path(await ownPost(content)));
      await page.locator(control).first().click();
      await plain(page);
    });
  });
}

test('all clicks before hydration are replayed', { tag: '@deep' }, async ({ page }) => {
  await page.route(islandModules, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/apps/there');
  const plus = page.getByRole('button', { name: '+', exact: true });
  for (let click = 0; click < 7; click++) await plus.click();
  await page.getByRole('button', { name: '-', exact: true }).click();
  await expect(page.locator('.counter-row output')).toHaveText('6');
});

for (const action of ['vote', 'comment'] as const)
  test(`a second click before hydration sends no second ${action}`, async ({ page, content }) => {
    const post = await ownPost(content);
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    await page.route(islandModules, async (route) => {
      await loaded;
      await route.continue();
    });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.goto(`/post/${post.post_title_web}?comment=1`);
    if (action === 'comment') await page.getByLabel('Comment', { exact: true }).fill('Only once, please.');
    await page.locator(action === 'vote' ? '.vote button' : '.comment-form button').dblclick();
    load();
    if (action === 'vote') await expect(page.locator('.vote button')).toHaveText('Not Terrible (1)');
    else await expect(page.locator('.thank-you')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

test('reading a page does not load React', async ({ page, content, expectConsole }) => {
  expectConsole(/404/);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const { post_title_web } = content.rich;
  for (const path of [
    '/',
    '/?view=compact',
    '/tag/slow',
    '/filter/travel',
    `/post/${post_title_web}`,
    '/search',
    '/search?q=tide',
    '/feed.xml',
    '/apps/there',
    '/post/never-written',
  ]) {
    scripts.length = 0;
    await page.goto(path);
    await untilIdle(page);
    expect(scripts, path).toEqual([expect.stringMatching(/^\/assets\/start-/)]);
  }
});

test('using every island downloads less than 68 KB of scripts', async ({ page, content }) => {
  const post = await ownPost(content);
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.set(response.url(), Promise.resolve(Number(response.headers()['content-length'])));
  });
  await page.goto(`/tag/${post.tags[0]?.tag_name}`);
  await page.locator('.comment-toggle button').click();
  await sendComment(page);
  await page.locator('.vote button').click();
  await expect(page.locator('.vote button')).toHaveText('Not Terrible (1)');
  await page.getByRole('link', { name: '[clear]' }).click();
  await page.getByRole('button', { name: 'load more...' }).click();
  await expect(page.locator('article.card')).toHaveCount(10);
  await page.locator('article.card h2 a').first().click();
  await expect(page.locator('article.post')).toBeVisible();
  await page.goBack();
  await expect(page.locator('article.card')).toHaveCount(10);
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThanOrEqual(68 * 1024);
});

test('a vote invalidates prefetched pages', { tag: '@deep' }, async ({ page, content }) => {
  const post = await ownPost(content);
  await page.goto(`/tag/${post.tags[0]?.tag_name}`);
  const link = page.locator('article.card h2 a');
  const prefetched = page.waitForResponse(`**/post/${post.post_title_web}`);
  await link.hover();
  await prefetched;
  await page.locator('.vote button').click();
  await expect(page.locator('.vote button')).toHaveText('Not Terrible (1)');
  await link.click();
  await expect(page.locator('article.post .vote button')).toHaveText('This is Terrible (1)');
});

test('a response that is not from our server is an error', { tag: '@deep' }, async ({
  page,
  content,
  expectConsole,
}) => {
  expectConsole(/POST \/api\/vote/);
  expectConsole(/POST \/api\/posts\/comment/);
  const post = await ownPost(content);
  await page.goto(`/post/${post.post_title_web}`);
  // A captive portal answers every request with its own page.
  await page.route('**/webapi/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Please sign in to this network.' })
      : route.continue(),
  );
  const failed = page.getByText('Server error - is the REST server running?');
  await page.locator('.vote button').click();
  await expect(failed).toHaveCount(1);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Comment' });
  await text.fill('Do not lose this.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(failed).toHaveCount(2);
  await expect(text).toHaveValue('Do not lose this.');
  await expect(page.getByText('Thank you for submitting a comment.')).toHaveCount(0);
});

test('after a comment was sent, one click opens the form again', { tag: '@deep' }, async ({
  page,
  content,
}) => {
  const post = await ownPost(content);
  await page.goto(`/post/${post.post_title_web}`);
  const toggle = page.getByRole('button', { name: 'Comment', exact: true });
  await toggle.click();
  await sendComment(page);
  await toggle.click();
  await expect(page.locator('.comment-form')).toBeVisible();
  await page.goto(`/tag/${post.tags[0]?.tag_name}`);
  const onCard = page.locator('.comment-toggle button');
  await onCard.click();
  await sendComment(page);
  await onCard.click();
  await expect(page.locator('.comment-form')).toBeVisible();
});

test('navigating away during hydration causes no error', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/');
  for (let round = 0; round < 5; round++) {
    await page.evaluate(() => {
      for (const control of document.querySelectorAll('.island button'))
        control.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await page
      .getByRole('link', { name: round % 2 ? 'Not Terrible' : 'Travel', exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(round % 2 ? '/' : '/filter/travel');
    await expect(page.locator('article.card').first()).toBeVisible();
  }
});
