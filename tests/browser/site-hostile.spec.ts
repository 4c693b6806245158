import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BrowserContext, Page } from '@playwright/test';
import { sanitize } from '../../src/content/document/sanitize.ts';
import type { Post } from '../../src/core/posts/api/posts.ts';
import { hostileTrees } from '../support/hostile-trees.ts';
import { report, size } from '../support/size.ts';
import { xssCorpus } from '../support/xss-corpus.ts';
import { addSessionCookies } from './admin.ts';
import { refuseLoads } from './hostile-loads.ts';
import { untilIdle } from './idle.ts';
import { expect, test } from './site-content.ts';

const trees = hostileTrees(size(120, 20_000));
/** Each tree is sanitized separately, so that none can swallow the next; then many are combined into a post. */
const inOnePost = size(100, 1_000);
const commentLength = 4_500;

/** Records everything that the corpus tries to do, in every frame; its requests are blocked. */
async function trap(context: BrowserContext, page: Page): Promise<() => Promise<string[]>> {
  const caught: string[] = [];
  page.on('dialog', (dialog) => {
    caught.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => caught.push('a popup'));
  await context.exposeFunction('recordRun', (what: string) => caught.push(what));
  await context.addInitScript(() => {
    const { recordRun } = window as unknown as { recordRun(what: string): void };
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
      window[name] = (() => recordRun(`${name} in ${location.href}`)) as never;
  });
  await refuseLoads(page);
  return async () => {
    // Scripts would run in a later task.
    await untilIdle(page);
    return caught.splice(0);
  };
}

/** Triggers pointer, keyboard and click handlers; navigation is prevented. */
const provoke = (page: Page) =>
  page.evaluate(() => {
    addEventListener('submit', (event) => event.preventDefault(), true);
    const keep = (event: Event) => {
      const link = (event.target as Element).closest('a');
      if (link && !/^\s*(java|vb)script/i.test(link.getAttribute('href') ?? '')) event.preventDefault();
    };
    addEventListener('click', keep, true);
    for (const element of document.querySelectorAll('.content *, .comments *, .ProseMirror *')) {
      for (const type of ['pointerenter', 'mouseover', 'focus', 'animationstart', 'toggle', 'beforetoggle'])
        element.dispatchEvent(new Event(type, { bubbles: true }));
      if (element instanceof HTMLAnchorElement)
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  });

/** Combines trees up to the maximum length of a comment. */
function texts(part: readonly string[]): string[] {
  const all = [''];
  for (const tree of part) {
    const last = all.at(-1) ?? '';
    if (last.length + tree.length > commentLength) all.push(tree.slice(0, commentLength));
    else all[all.length - 1] = `${last}\n${tree}`;
  }
  return all;
}

/** Posts and comments that contain all trees, sanitized. */
async function publish(content: {
  write(seed: { title: string; content: string; tags: string[] }): Promise<Post>;
  admin: { post(path: string, body: unknown): Promise<{ status: number }> };
}): Promise<Post[]> {
  const posts: Post[] = [];
  for (let from = 0; from < trees.length; from += inOnePost) {
    const part = trees.slice(from, from + inOnePost);
    const post = await content.write({
      title: part[0]?.slice(0, 400) ?? '',
      content: part.map((tree) => `<hr>${sanitize(tree)}`).join('\n'),
      tags: ['hostile'],
    });
    posts.push(post);
    // The owner's comments are approved at once and not rate limited.
    for (const text of texts(part)) {
      const path = `/webapi/api/posts/comment/${post.id}`;
      const { status } = await content.admin.post(path, { comment_text: `The text: ${text}` });
      expect(status).toBe(201);
    }
  }
  return posts;
}

test('hostile posts, titles and comments execute nothing on pages, in the admin area and in the editor', {
  tag: '@deep',
}, async ({ page, context, content }) => {
  test.setTimeout(size(180_000, 900_000));
  const caught = await trap(context, page);
  await page.goto('/');
  await page.evaluate(() => alert('the trap works'));
  expect(await caught()).toHaveLength(1);

  const posts = await publish(content);
  for (const post of posts) {
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await provoke(page);
  }
  // Unsanitized, each in its own post.
  const alone = [...xssCorpus.slice(0, size(10, 400)), ...trees.slice(-size(10, 40))];
  for (const tree of alone) {
    const post = await content.write({ title: tree.slice(0, 100), content: tree, tags: ['alone'] });
    await page.goto(`/post/${post.post_title_web}`);
    await provoke(page);
  }
  for (const path of [
    ...[
      '/tag/hostile',
      '/tag/hostile?view=compact',
      ...Array.from(
        { length: Math.ceil(alone.length / 50) },
        (_, page) => `/tag/alone?show=50&from=${page * 50}`,
      ),
      '/search?q=alert',
      '/search?q=img',
    ],
    ...['/tag/hostile/feed.xml', '/tag/hostile/atom.xml', '/tag/hostile/feed.json', '/feed.xml', '/'],
  ])
    await page.goto(path);
  expect(await caught()).toEqual([]);
  expect(await page.evaluate(() => document.querySelectorAll('iframe, object, embed').length)).toBe(0);

  await addSessionCookies(context, content.admin as never);
  for (const path of ['/admin', '/admin/comments', '/admin/detail', `/admin?search=hostile`]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await untilIdle(page);
  }
  for (const post of posts) {
    await page.goto(`/admin/edit/${post.id}`);
    await expect(page.getByRole('textbox', { name: 'Post Content' })).toBeVisible();
    await provoke(page);
  }
  expect(await caught()).toEqual([]);
  report(
    `${trees.length} trees in ${posts.length} posts with their comments, ${alone.length} alone: nothing ran`,
  );
});

/** Writes raw markup into the database, as if posts were not sanitized. */
function unsanitize(dataDir: string, post: Post, html: string): void {
  const database = new DatabaseSync(join(dataDir, 'blog.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000');
  database
    .prepare('UPDATE posts SET post_content = ?, shown_html = ?, card_html = ? WHERE id = ?')
    .run(html, html, html, post.id);
  database.close();
}

const atOnce = 100;

/**
 * Parses each tree as a document of its own under the policy of the page, and provokes it. Frames are used again and again,
 * because a new one costs more than all that happens in it; one that a tree has led elsewhere is replaced.
 */
async function parseEach(page: Page, all: readonly string[]): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce)
    await page.evaluate(
      async (some) => {
        const top = window as unknown as {
          recordRun(what: string): void;
          hostileFrames: HTMLIFrameElement[] | undefined;
        };
        top.hostileFrames ??= [];
        const newFrame = () => {
          const frame = document.createElement('iframe');
          frame.style.display = 'none';
          document.body.append(frame);
          return frame;
        };
        const show = (frame: HTMLIFrameElement, tree: string) => {
          const inside = frame.contentWindow as Window & typeof globalThis;
          inside.document.open();
          for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
            inside[name] = (() => top.recordRun(`${name}: ${tree}`)) as never;
          inside.document.write(tree);
          inside.document.close();
          for (const element of inside.document.querySelectorAll('*')) {
            for (const type of ['click', 'mouseover', 'focus', 'toggle', 'animationstart', 'pointerenter'])
              element.dispatchEvent(new inside.Event(type, { bubbles: false, cancelable: true }));
            if (element instanceof inside.HTMLAnchorElement && /script:/i.test(element.href)) element.click();
          }
        };
        for (const [index, tree] of some.entries()) {
          let frame = top.hostileFrames[index];
          if (frame?.contentDocument?.URL !== location.href) {
            frame?.remove();
            frame = newFrame();
            top.hostileFrames[index] = frame;
          }
          show(frame, tree);
        }
        await new Promise((done) => setTimeout(done, 100));
      },
      all.slice(from, from + atOnce),
    );
}

test('without sanitizing, the Content-Security-Policy alone prevents execution', { tag: '@deep' }, async ({
  context,
  content,
  server,
  consoleMessages,
}) => {
  test.setTimeout(size(120_000, 900_000));
  // Not the fixture's page, which waits for scripts: raw markup can swallow them.
  const page = await context.newPage();
  // Browsers log many errors on such pages.
  consoleMessages.expected.push(/./);
  const caught = await trap(context, page);
  const post = await content.write({ title: 'Unsanitized', tags: ['raw'] });
  const alone = [...xssCorpus.slice(0, size(8, 400)), ...trees.slice(-size(8, 40))];
  for (const tree of alone) {
    unsanitize(server.dataDir, post, tree);
    // A clicked link may still navigate away from the previous page.
    const open = () => page.goto(`/post/${post.post_title_web}`);
    await open().catch(open);
    await provoke(page);
  }
  await page.goto('/tag/raw');
  await page.goto('/tag/raw/feed.xml');
  expect(await caught()).toEqual([]);

  await page.goto('/apps/there');
  await parseEach(page, trees);
  expect(await caught()).toEqual([]);
  report(`${alone.length} raw trees in real pages and ${trees.length} under the policy of one: nothing ran`);
});

test.describe('without the policy', () => {
  test.use({ bypassCSP: true });

  test('control: raw markup executes', { tag: '@deep' }, async ({
    context,
    content,
    server,
    consoleMessages,
  }) => {
    consoleMessages.expected.push(/./);
    const page = await context.newPage();
    const caught = await trap(context, page);
    const post = await content.write({ title: 'Unprotected', tags: ['unprotected'] });
    unsanitize(server.dataDir, post, '<img src=x onerror=alert(1)>');
    await page.goto(`/post/${post.post_title_web}`);
    expect(await caught()).not.toEqual([]);
    await page.goto('/apps/there');
    await parseEach(page, trees.slice(0, 200));
    expect((await caught()).length).toBeGreaterThan(20);
  });
});
