import type { Locator, Page } from '@playwright/test';
import type { Comment, QueuedComment, QueueSnapshot } from '../../src/core/comments/api/comments.ts';
import { Client } from '../support/client.ts';
import { addComment, test as base, expect, openScreen } from './admin.ts';
import { expectAccessible } from './axe.ts';
import { fromNewIpAddress } from './fixtures.ts';

const all = '/webapi/api/admin/comments';

/** Comments that wait, on a new post, with no others beside them. */
const test = base.extend<{ wait(...texts: string[]): Promise<{ postId: number }> }>({
  wait: async ({ owner, newPost, server }, use) => {
    const { body } = await owner.get<QueueSnapshot>(`${all}/ids`);
    for (let from = 0; from < body.ids.length; from += 200)
      await owner.post(`${all}/bulk`, { action: 'delete', ids: body.ids.slice(from, from + 200) });
    const { id } = await newPost();
    await use(async (...texts) => {
      for (const text of texts) await addComment(server.url, id, text);
      return { postId: id };
    });
  },
});

const list = (page: Page) => page.getByRole('list', { name: 'Comments' });
const rows = (page: Page) => list(page).getByRole('article');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const approvedTexts = async (owner: Client) => {
  const { body } = await owner.get<QueuedComment[]>(`${all}?state=approved`);
  return body.map(({ comment_text }) => comment_text);
};
const waitingTexts = async (owner: Client) => {
  const { body } = await owner.get<QueuedComment[]>(`${all}?state=waiting`);
  return body.map(({ comment_text }) => comment_text);
};
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test.describe('the moderation queue', () => {
  for (const width of [360, 1280])
    test(`two quick clicks approve one comment only, ${width} px`, { tag: '@deep' }, async ({
      page,
      owner,
      wait,
    }) => {
      await wait('The first one', 'The second one', 'The third one');
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/admin/comments');
      const second = (await row(page, 'The second one').boundingBox())?.y;
      const box = await button(row(page, 'The first one'), 'approve').boundingBox();
      await page.mouse.dblclick((box?.x ?? 0) + 10, (box?.y ?? 0) + 10, { delay: 10 });
      await expect(rows(page).first()).toContainText('Approved: Ada');
      // Nothing moved, and the second click neither reached the next comment nor undid the first.
      expect((await row(page, 'The second one').boundingBox())?.y).toBe(second);
      await expect.poll(() => approvedTexts(owner)).toEqual(['The first one']);
      await expect(toast(page, 'The comment was approved.')).toBeVisible();
      expect(await approvedTexts(owner)).toEqual(['The first one']);
      await button(rows(page).first(), 'Undo').click();
      await expect(row(page, 'The first one')).toBeVisible();
      await expect.poll(() => approvedTexts(owner)).toEqual([]);
    });

  test('pressing Enter twice on a button, or a key twice, changes one comment only', async ({
    page,
    owner,
    wait,
  }) => {
    await wait('The first one', 'The second one', 'The third one');
    await page.goto('/admin/comments');
    await button(row(page, 'The first one'), 'approve').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText('Approved');
    await expect.poll(() => approvedTexts(owner)).toEqual(['The first one']);
    await page.keyboard.press('j');
    expect(await focusedText(page)).toContain('The second one');
    await page.keyboard.press('d');
    await page.keyboard.press('d');
    await expect(rows(page).nth(1)).toContainText('Deleted');
    await expect.poll(() => waitingTexts(owner)).toEqual(['The third one']);
    expect(await approvedTexts(owner)).toEqual(['The first one']);
  });

  test('undoes what the server has not answered yet', { tag: '@deep' }, async ({ page, owner, wait }) => {
    await wait('Number one', 'Number two');
    await page.goto('/admin/comments');
    const answered = Promise.withResolvers<void>();
    const states: boolean[] = [];
    await page.route(`**${all}`, async (route) => {
      states.push(route.request().postDataJSON().state);
      if (states.length === 1) await answered.promise;
      await route.continue();
    });
    await rows(page).first().focus();
    await page.keyboard.press('a');
    await expect(rows(page).first()).toContainText('Approved');
    await page.keyboard.press('z');
    expect(states).toEqual([true]);
    answered.resolve();
    await expect.poll(() => states).toEqual([true, false]);
    await expect(rows(page).first()).not.toContainText('Approved');
    await expect.poll(() => approvedTexts(owner)).toEqual([]);
    await expect(toast(page, 'The comment was approved.')).toBeHidden();
  });

  test('works with the keyboard alone', async ({ page, owner, wait }) => {
    await wait('Number one', 'Number two', 'Number three', 'Number four', 'Number five');
    await page.goto('/admin/comments');
    // From the first key, also when nothing has the focus; but not in the navigation.
    await expect(row(page, 'Number one')).toBeFocused();
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }).focus();
    await page.keyboard.press('a');
    expect(await approvedTexts(owner)).toEqual([]);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(row(page, 'Number two')).toBeFocused();
    await page.keyboard.press('a');
    await expect.poll(() => approvedTexts(owner)).toEqual(['Number two']);
    await expect(toast(page, 'The comment was approved.')).toBeVisible();
    await page.keyboard.press('z');
    await expect.poll(() => approvedTexts(owner)).toEqual([]);
    await expect(toast(page, 'The comment was approved.')).toBeHidden();
    await expect(toast(page, 'That was undone.')).toBeVisible();
    await expect(row(page, 'Number two')).toBeFocused();
    // A range.
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.keyboard.press('s');
    await expect.poll(() => waitingTexts(owner)).toEqual(['Number one', 'Number five']);
    await expect(toast(page, '3 comments were deleted as spam.')).toBeVisible();
    await page.keyboard.press('z');
    await expect.poll(() => waitingTexts(owner)).toHaveLength(5);
    await expect(row(page, 'Deleted')).toHaveCount(0);
    await expect(row(page, 'Number four')).toBeFocused();
    // The selection grows with the arrow of j.
    await page.keyboard.press('k');
    await page.keyboard.press('Shift+J');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('x');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await expect(page.getByText(/\d selected/)).toBeHidden();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help.getByText('Delete as spam')).toBeVisible();
    await expectAccessible(page);
    await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
    await button(help, 'Close').click();
    await rows(page).first().focus();
    await page.keyboard.press('a');
    await page.keyboard.press('?');
    await expect(help).toBeHidden();
    await page.reload();
    await rows(page).first().focus();
    await page.keyboard.press('a');
    await page.keyboard.press('j');
    expect(await approvedTexts(owner)).toEqual([]);
  });

  test('a click with Shift selects a range', { tag: '@deep' }, async ({ page, wait }) => {
    await wait('Number one', 'Number two', 'Number three', 'Number four');
    await page.goto('/admin/comments');
    await row(page, 'Number two').getByRole('checkbox').click();
    await row(page, 'Number four')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await expect(row(page, 'Number one').getByRole('checkbox')).not.toBeChecked();
  });

  test('the latest action can be undone for ten seconds, longer under the pointer', async ({
    page,
    owner,
    wait,
  }) => {
    await wait('Latest one', 'Latest two');
    await page.clock.install();
    await page.goto('/admin/comments');
    await button(row(page, 'Latest one'), 'delete').click();
    await expect(toast(page, 'The comment was deleted.')).toBeVisible();
    await button(row(page, 'Latest two'), 'spam').click();
    // One bar, for the latest action.
    await expect(toast(page, 'The comment was deleted.')).toBeHidden();
    const bar = toast(page, 'The comment was deleted as spam.');
    await bar.hover();
    await page.clock.fastForward(30_000);
    await expect(bar).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(9_000);
    await expect(bar).toBeVisible();
    await button(bar, 'Undo').click();
    await expect(row(page, 'Latest two')).toBeVisible();
    await expect.poll(() => waitingTexts(owner)).toEqual(['Latest two']);
    await button(row(page, 'Latest two'), 'delete').click();
    const last = toast(page, 'The comment was deleted.');
    await expect(last).toBeVisible();
    await page.mouse.move(5, 5);
    await page.clock.fastForward(10_500);
    await expect(last).toBeHidden();
    // The row still offers it.
    await button(rows(page).nth(1), 'Undo').click();
    await expect.poll(() => waitingTexts(owner)).toEqual(['Latest two']);
    // After that, the screen of deleted comments does.
    await page.goto('/admin/comments/deleted');
    const deleted = page.getByRole('listitem').filter({ hasText: 'Latest one' });
    await deleted.getByRole('button', { name: 'Restore the comment of Ada on' }).click();
    await expect(toast(page, 'The comment was restored.')).toBeVisible();
    await expect(deleted).toBeHidden();
    expect((await waitingTexts(owner)).sort()).toEqual(['Latest one', 'Latest two']);
  });

  test('selects the comments of all pages, but none that arrive later', { tag: '@deep' }, async ({
    page,
    owner,
    wait,
    server,
  }) => {
    test.slow();
    const { postId } = await wait(...Array.from({ length: 30 }, (_, number) => `Number ${number} of many`));
    await page.goto('/admin/comments');
    await expect(rows(page)).toHaveCount(25);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await expect(page.getByText('25 selected')).toBeVisible();
    await button(page, 'Select all 30 comments').click();
    await expect(page.getByText('All 30 comments are selected.')).toBeVisible();
    await addComment(server.url, postId, 'Sent while the owner decides');
    await button(page, 'delete selected').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 30 comments?' });
    await button(dialog, 'Delete').click();
    await expect(row(page, 'Sent while the owner decides')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    expect(await waitingTexts(owner)).toEqual(['Sent while the owner decides']);
    const side = page.getByRole('navigation', { name: 'Admin' }).locator('.waiting-count');
    await expect(side).toHaveAttribute('data-count', '1');
    await button(toast(page, '30 comments were deleted.'), 'Undo').click();
    await expect(rows(page)).toHaveCount(25);
    await expect(side).toHaveAttribute('data-count', '31');
    expect(await waitingTexts(owner)).toHaveLength(31);
  });

  test('a page that is done leads to the next comments, none is skipped', { tag: '@deep' }, async ({
    page,
    wait,
  }) => {
    test.slow();
    await wait(...Array.from({ length: 27 }, (_, number) => `Number ${number} of many`));
    await page.goto('/admin/comments');
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await button(page, 'approve selected').click();
    await expect(rows(page).getByText('Approved: Ada')).toHaveCount(25);
    await button(page, 'Show the next comments').click();
    await expect(rows(page)).toHaveCount(2);
    await expect(row(page, 'Number 25 of many')).toBeFocused();
  });

  test('an answer approves the comment, and both are undone together', async ({
    page,
    owner,
    wait,
    expectConsole,
  }) => {
    expectConsole(/422/);
    const { postId } = await wait('A question for the author', 'Another one');
    await page.goto('/admin/comments');
    await rows(page).first().focus();
    await page.keyboard.press('r');
    const field = page.getByLabel('Your answer to Ada');
    await expect(field).toBeFocused();
    await page.keyboard.type('jazz: a fine answer');
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();
    await expect(rows(page).first()).toBeFocused();
    // What was typed is still there.
    await button(rows(page).first(), 'answer').click();
    await expect(field).toHaveValue('jazz: a fine answer');
    await button(rows(page).first(), 'Approve and answer').click();
    await expect(rows(page).first()).toContainText('Approved and answered: Ada');
    const approved = async () =>
      (await owner.get<Comment[]>(`/webapi/api/posts/comment/approve/${postId}`)).body.map(
        ({ comment_text, user_name }) => [user_name, comment_text],
      );
    await expect.poll(approved).toEqual([
      ['Ada', 'A question for the author'],
      ['Admin', 'jazz: a fine answer'],
    ]);
    await button(toast(page, 'The comment was approved and answered.'), 'Undo').click();
    await expect(row(page, 'A question for the author')).toBeVisible();
    await expect.poll(approved).toEqual([]);
    await button(rows(page).first(), 'answer').click();
    await field.fill('no');
    await button(rows(page).first(), 'Approve and answer').click();
    await expect(rows(page).first().getByRole('alert')).toContainText('A message should have more content.');
  });

  test('words are blocked from the menu of a comment, and listed under People', { tag: '@deep' }, async ({
    page,
    owner,
    wait,
  }) => {
    await wait('Come to the casino');
    await page.goto('/admin/comments');
    await rows(page).first().getByRole('button', { name: 'More for the comment of Ada' }).click();
    await button(page, 'Block a word…').click();
    const dialog = page.getByRole('dialog', { name: 'Block a word' });
    await dialog.getByLabel('Word').fill('Casino');
    await expectAccessible(page);
    await button(dialog, 'Block').click();
    await expect(toast(page, 'New comments with "Casino" are refused.')).toBeVisible();
    await openScreen(page, 'Comments', 'People');
    await expect(page.getByText('You trust no one yet.')).toBeVisible();
    await page.getByLabel('Show').selectOption('Blocked words and IP addresses');
    const words = page.getByRole('list', { name: 'Blocked words and IP addresses' }).getByRole('listitem');
    await expect(words).toContainText(['Casino']);
    await page.getByRole('textbox', { name: 'Word' }).fill('roulette');
    await button(page, 'Block').click();
    await expect(words).toHaveCount(2);
    await expectAccessible(page);
    await button(page, 'Unblock Casino').click();
    await expect(words).toHaveCount(1);
    await button(page, 'Unblock roulette').click();
    expect((await owner.get<unknown[]>('/webapi/api/admin/blocks')).body).toEqual([]);
  });

  test('edits a comment, and trusts its author', { tag: '@deep' }, async ({
    page,
    owner,
    wait,
    newPost,
    server,
  }) => {
    await wait();
    const { id } = await newPost();
    const visitor = new Client(server.url);
    await visitor.get('/webapi/api/admin/auth');
    const say = async (comment_text: string) =>
      (
        await visitor.post<Comment>(
          `/webapi/api/posts/comment/${id}`,
          { comment_text, user_name: 'Bo' },
          fromNewIpAddress(),
        )
      ).body;
    await say('A comment with a mistaek');
    await page.goto('/admin/comments');
    await rows(page).first().focus();
    await page.keyboard.press('e');
    const field = page.getByLabel('Comment of Bo', { exact: true });
    await expect(field).toHaveValue('A comment with a mistaek');
    await field.fill('A comment without mistakes');
    await page.keyboard.press('Control+Enter');
    await expect(row(page, 'A comment without mistakes')).toBeFocused();
    expect(await waitingTexts(owner)).toEqual(['A comment without mistakes']);
    await button(toast(page, 'The comment was changed.'), 'Undo').click();
    await expect(row(page, 'A comment with a mistaek')).toBeVisible();
    const menu = page.getByRole('button', { name: 'More for the comment of Bo' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(button(page, 'Trust this person')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rows(page).first().getByText('Trusted', { exact: true })).toBeVisible();
    expect((await say('The next one needs no approval')).approved).toBe(true);
    await menu.click();
    await button(page, 'Block this person').click();
    await expect(rows(page).first().getByText('Blocked', { exact: true })).toBeVisible();
    expect((await say('The next one is refused')).approved).toBe(false);
    expect(await waitingTexts(owner)).toEqual(['A comment with a mistaek']);
    await page.goto('/admin/comments/people?show=blocked');
    await button(page, 'Unblock Bo').click();
    await expect(page.getByText('You blocked no one yet.')).toBeVisible();
  });

  test('fits every window, with long words and text from right to left', { tag: '@deep' }, async ({
    page,
    wait,
  }) => {
    await wait(
      `Long ${'W'.repeat(300)}`,
      'تعليق باللغة العربية على هذا المقال',
      'Lines\nof a comment\nthat ends',
    );
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 820, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/admin/comments');
        await expect(rows(page)).toHaveCount(3);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const [arabic] = await row(page, 'تعليق').locator('.text').all();
        expect(await arabic?.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
        // Approving is the main thing to do; the others step back.
        const looks = await row(page, 'تعليق')
          .locator('.actions > button')
          .evaluateAll((buttons) => buttons.map((one) => getComputedStyle(one).backgroundColor));
        expect(new Set(looks.slice(1)).size).toBe(1);
        expect(looks[0]).not.toBe(looks[1]);
      }
      await expectAccessible(page);
    }
  });
});
