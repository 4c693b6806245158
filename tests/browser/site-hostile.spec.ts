import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { hostileMarkup } from '../support/markup-grammar.ts';
import { xssCorpus } from '../support/xss-corpus.ts';
import { expect, test } from './site-content.ts';

const generated = fc.sample(hostileMarkup, { numRuns: 120, seed: 11 });
const hostile = [...xssCorpus, ...generated];
const inOnePost = 40;

/** Notes whatever runs: the corpus calls alert, opens dialogs, loads frames or leaves the page. */
async function trap(page: Page): Promise<string[]> {
  const caught: string[] = [];
  page.on('dialog', (dialog) => {
    caught.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('frameattached', () => caught.push('a frame'));
  page.on('popup', () => caught.push('a popup'));
  // Pictures of the corpus lead nowhere, quietly.
  await page.route(/^(?!http:\/\/(127\.0\.0\.1|localhost))/, (route) => route.fulfill({ status: 204 }));
  return caught;
}

test('hostile posts, titles and comments run nothing on any page', async ({
  page,
  content,
  expectConsole,
}) => {
  // The pictures of the corpus are not there.
  expectConsole(/404/);
  test.setTimeout(120_000);
  const caught = await trap(page);
  await page.goto('/');
  await page.evaluate(() => alert('the trap works'));
  expect(caught.splice(0)).toEqual(['the trap works']);

  for (let from = 0; from < hostile.length; from += inOnePost) {
    const part = hostile.slice(from, from + inOnePost);
    const post = await content.write({
      title: part[0]?.slice(0, 400) ?? '',
      content: part.map((html) => `<div>${html}</div>`).join('\n'),
      tags: ['hostile'],
    });
    // The owner's comments show at once and are not counted against floods.
    await content.admin.post(`/webapi/api/posts/comment/${post.id}`, {
      comment_text: part.join('\n').slice(0, 4_000),
    });
    await page.goto(`/post/${post.post_title_web}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    // What waits for the pointer or the keyboard gets both.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('.content *, .comments *'))
        for (const type of ['pointerenter', 'mouseover', 'focus', 'animationstart', 'toggle'])
          element.dispatchEvent(new Event(type, { bubbles: true }));
    });
  }
  for (const path of [
    '/tag/hostile',
    '/tag/hostile?view=compact',
    '/search?q=alert',
    '/tag/hostile/feed.xml',
  ])
    await page.goto(path);
  await page.waitForTimeout(300);
  expect(caught).toEqual([]);
  expect(await page.evaluate(() => document.querySelectorAll('iframe, object, embed').length)).toBe(0);
});
