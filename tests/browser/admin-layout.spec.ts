import type { Page } from '@playwright/test';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { addComment, addImage, expect, listOf, test, unique } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { untilIdle } from './idle.ts';
import { rowOf } from './posts-table.ts';
import { type Small, smallTargets } from './targets.ts';

const screens = [
  '',
  'pages',
  'menu',
  'detail',
  'comments',
  'image',
  'image/media',
  'users',
  'categories',
  'settings',
  'settings/language',
  'settings/writing',
  'settings/announcement',
  'settings/conversation',
  'settings/networks',
  'settings/backups',
  'design',
  'design/logo',
  'design/footer',
  'security',
  'activity',
  'bin',
  'add',
] as const;

const scrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test('twenty posts are one line each, with all actions under the pointer', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
  server,
}) => {
  const word = `dense${unique()}`;
  for (let number = 0; number < 20; number++) {
    const post = await newPost({
      post_title: `What I learned about ${word} in ${number} weeks, and what I would do again`,
    });
    await addImage(owner, post.id, '#204060');
    for (const tag of ['bread', 'recipes', 'slow']) await owner.post(`/webapi/api/tag/${post.id}/${tag}`, {});
    for (let comment = 0; comment < number % 5; comment++)
      await addComment(server.url, post.id, `Comment ${comment} with some words, and a few more of them.`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto(`/admin?search=${word}`);
  await expect(page.getByRole('rowheader')).toHaveCount(20);
  const table = page.getByRole('table', { name: 'All Posts' });
  const height = async () => (await table.boundingBox())?.height;
  expect(await height()).toBeLessThanOrEqual(1200);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await height()).toBeLessThanOrEqual(2000);
  await page.setViewportSize({ width: 1280, height: 860 });

  // At rest the figures are seen; everything of the specification has its name all the time.
  const row = page.locator('tbody').first();
  const opacity = (selector: string) =>
    row.locator(selector).evaluate((one) => getComputedStyle(one).opacity);
  await expect(row.getByText('4 comments', { exact: true })).toBeInViewport();
  expect([await opacity('.figures'), await opacity('.row-actions')]).toEqual(['1', '0']);
  for (const name of ['DeActivate', 'tweet', 'delete', 'Show Images', 'Save Tag', 'Cancel'])
    await expect(row.getByRole('button', { name, exact: true })).toHaveCount(1);
  await expect(row.getByRole('link', { name: 'edit', exact: true })).toHaveCount(1);
  await expect(row.getByRole('combobox')).toBeInViewport();
  await row.hover();
  expect([await opacity('.figures'), await opacity('.row-actions')]).toEqual(['0', '1']);
  expect(await height()).toBeLessThanOrEqual(1200);

  await row.getByRole('button', { name: /^More: / }).click();
  await expect(row.getByText('Upload images')).toBeInViewport();
  await expect(row.getByText('4 comments, 4 waiting')).toBeInViewport();
  await expect(row.getByRole('list', { name: /^Images of/ })).toBeInViewport();
  // Three comments or fewer are open.
  await expect(page.locator('tbody').nth(1).getByRole('button', { name: 'approve' })).toHaveCount(3);
});

for (const width of [320, 360, 820, 1280])
  test(`a long unbreakable title does not widen All Posts, at ${width} px`, { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    server,
  }) => {
    const mark = unique();
    const post = await newPost({ post_title: `${mark}${'W'.repeat(500 - mark.length)}` });
    await owner.post(`/webapi/api/tag/${post.id}/${'t'.repeat(100)}`, {});
    await addComment(server.url, post.id, 'C'.repeat(500));
    await page.setViewportSize({ width, height: 800 });
    await page.goto(listOf(post));
    await page.getByRole('button', { name: /^More: / }).click();
    await expect(page.getByRole('button', { name: 'delete', exact: true })).toBeInViewport();
    await page.getByRole('switch', { name: 'Show details' }).check();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByRole('region', { name: 'Selected posts' })).toBeInViewport();
    expect(await scrollWidth(page)).toBeLessThanOrEqual(width);
  });

test('the bar for selected posts is one line on a phone', { tag: '@deep' }, async ({ page, newPost }) => {
  const post = await newPost();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(listOf(post));
  // At rest the box is not there.
  await rowOf(page, post).hover();
  await page.getByRole('checkbox', { name: `Select ${post.post_title}` }).check();
  const bar = page.getByRole('region', { name: 'Selected posts' });
  expect((await bar.boundingBox())?.height).toBeLessThan(64);
  // The rest of it is reached by scrolling, or with the keyboard.
  await bar.getByRole('button', { name: 'Clear selection' }).focus();
  await expect(bar.getByRole('button', { name: 'Clear selection' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
});

test('a comment opens to its whole text', { tag: '@deep' }, async ({ page, newPost, server }) => {
  const post = await newPost();
  await addComment(server.url, post.id, `Two lines\nof a comment ${'that goes on '.repeat(40)}to its end`);
  await page.goto(listOf(post));
  await page.getByRole('button', { name: /^More: / }).click();
  const comment = page.getByRole('list', { name: /^Comments of/ }).getByRole('listitem');
  const height = async () => (await comment.boundingBox())?.height ?? 0;
  const closed = await height();
  await comment.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(height).toBeGreaterThan(2 * closed);
  await expectAccessible(page);
});

/** Content of all kinds on every screen. */
async function fill({ newPost, owner, server }: Fill): Promise<Post> {
  const post = await newPost();
  await addImage(owner, post.id, '#224466');
  await addComment(server.url, post.id, `A word for the queue ${'W'.repeat(200)}`);
  await owner.post(`/webapi/api/tag/${post.id}/tea`, {});
  await owner.post('/webapi/api/admin/cat', { category_path: `c${unique()}` });
  const gone = await newPost();
  await owner.delete(`/webapi/api/posts/${gone.id}`);
  return post;
}
type Fill = {
  newPost: () => Promise<Post>;
  owner: Parameters<typeof addImage>[0];
  server: { url: string };
};

test('no screen scrolls sideways at 320 px, and headings have one edge', { tag: '@deep' }, async ({
  page,
  newPost,
  owner,
  server,
}) => {
  test.slow();
  const post = await fill({ newPost, owner, server });
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const edges = new Set<number | undefined>();
    for (const path of [...screens, `edit/${post.id}`, `edit/${post.id}/revisions`]) {
      await page.goto(`/admin/${path}`);
      const heading = page.getByRole('heading', { level: 1 }).first();
      await expect(heading).toBeAttached();
      expect(await scrollWidth(page), `${path} at ${width} px`).toBeLessThanOrEqual(width);
      const box = await heading.boundingBox();
      if (!/add|edit/.test(path)) edges.add(box?.x);
    }
    expect([...edges]).toHaveLength(1);
  }
});

test('screens do not shift while they load', { tag: '@deep' }, async ({ page, newPost, owner, server }) => {
  test.slow();
  const post = await fill({ newPost, owner, server });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const found: Record<string, number> = {};
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [...screens, `edit/${post.id}`]) {
      await page.goto(`/admin/${path}`);
      await untilIdle(page);
      const shift = await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      );
      if (shift >= 0.02) found[`${path} at ${width} px`] = shift;
    }
  }
  expect(found).toEqual({});
});

for (const width of [720, 1100, 1280])
  test(`no row of the editor's toolbar begins with a separator, at ${width} px`, { tag: '@deep' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/admin/add');
    await expect(page.getByRole('toolbar').first()).toBeVisible();
    const places = await page.evaluate(() => {
      const bar = document.querySelector('.editor-toolbar')?.getBoundingClientRect().left ?? 0;
      const rows = Map.groupBy(
        document.querySelectorAll('.editor-group'),
        (group) => group.getBoundingClientRect().top,
      );
      return [...rows.values()].map(([first]) =>
        Math.round((first?.getBoundingClientRect().left ?? bar) - bar),
      );
    });
    // The separator is one pixel wide, and the bar cuts off what is outside of it.
    expect(places).toEqual(places.map(() => -1));
    expect(places.length).toBeGreaterThan(0);
  });

test('the bar with Save stays on top of a long text on a phone', { tag: '@deep' }, async ({
  page,
  newPost,
}) => {
  const post = await newPost({ post_content: '<p>Words and more words.</p>'.repeat(80) });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/edit/${post.id}`);
  await expect(page.getByRole('textbox', { name: 'Post Content' })).toBeVisible();
  await page.mouse.wheel(0, 1200);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
  expect((await save.boundingBox())?.y).toBeLessThan(60);
  // Not covered by anything.
  await save.click({ trial: true });
});

test.describe('with a coarse pointer', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('the bar with New post covers no part of a row, nor what has the focus', async ({ page, newPost }) => {
    const word = `rows${unique()}`;
    for (let number = 0; number < 14; number++) await newPost({ post_title: `${word} ${number}` });
    await page.goto(`/admin?search=${word}`);
    const rows = page.getByRole('rowheader');
    await expect(rows).toHaveCount(14);
    const newPostTop = (await page.getByRole('link', { name: 'New post' }).boundingBox())?.y ?? 0;
    expect(newPostTop).toBeGreaterThan(600);
    const inRow = (x: number) =>
      page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.closest('tbody') !== null, [
        x,
        newPostTop + 4,
      ] as const);
    expect([await inRow(30), await inRow(180), await inRow(330)]).toEqual([false, false, false]);
    const last = rows.last().getByRole('link');
    await last.focus();
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(newPostTop);
  });

  test('targets have 24 px at least, primary actions 44 px', { tag: '@deep' }, async ({
    page,
    newPost,
    owner,
    server,
  }) => {
    test.slow();
    const post = await fill({ newPost, owner, server });
    const found: Record<string, Small[]> = {};
    const check = async (name: string) => {
      const small = await smallTargets(page);
      if (small.length > 0) found[name] = small;
    };
    for (const path of [...screens, `edit/${post.id}`, `edit/${post.id}/revisions`]) {
      await page.goto(`/admin/${path}`);
      await check(`/admin/${path}`);
    }
    await page.goto(listOf(post));
    await page.getByRole('button', { name: /^More: / }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('switch', { name: 'Show details' }).check();
    await check('All Posts, all open');
    await page.goto('/admin/detail');
    await page.getByRole('button', { name: 'Menu' }).click();
    await check('the drawer');
    expect(found).toEqual({});
  });

  test('targets of public screens have 24 px at least', { tag: '@deep' }, async ({
    page,
    context,
    newPost,
    owner,
    server,
  }) => {
    const post = await fill({ newPost, owner, server });
    await context.clearCookies();
    const found: Record<string, Small[]> = {};
    for (const path of [
      '/',
      '/?view=compact',
      `/post/${post.post_title_web}`,
      '/tag/tea',
      '/search?q=words',
      '/login',
      '/apps/there',
    ]) {
      await page.goto(path);
      const small = await smallTargets(page);
      if (small.length > 0) found[path] = small;
    }
    expect(found).toEqual({});
  });
});

/** Texts are 40% longer in some languages: every text of the screen is lengthened, as by a translation. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const { data } = text;
      if (!data.trim() || text.parentElement?.closest('script, style, option')) continue;
      text.data = data.replaceAll(
        /\p{L}{3,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });

/** Controls whose text does not fit into them. */
const cutControls = (page: Page) =>
  page.evaluate(() => {
    /** For screen readers alone. */
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
    return [...document.querySelectorAll<HTMLElement>('button, .button, summary, label, legend, h1, h2')]
      .filter((element) => element.checkVisibility() && !isClipped(element))
      .filter((element) => getComputedStyle(element).overflowX === 'hidden')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent);
  });

for (const width of [390, 1280])
  test(`no screen breaks at ${width} pixels with texts that are 40% longer`, { tag: '@deep' }, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 844 });
    const broken: unknown[] = [];
    for (const screen of screens) {
      await page.goto(`/admin/${screen}`);
      await untilIdle(page);
      await lengthen(page);
      const [wide, cut] = [await scrollWidth(page), await cutControls(page)];
      if (wide > width || cut.length > 0) broken.push({ screen, wide, cut });
    }
    expect(broken).toEqual([]);
  });
