import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

const log = (text: string) => console.error(text);
const labeled = '<html lang="en"><title>Form</title><main><label>Name <input></label></main></html>';

test.describe('browser tests', () => {
  test.fail('fail on a console error', { tag: '@deep' }, async ({ page }) => {
    await page.evaluate(log, 'Something broke');
  });

  test.fail('fail if an expected console message is missing', { tag: '@deep' }, ({ expectConsole }) => {
    expectConsole(/Something broke/);
  });

  test('detect uncaught errors, and console errors in popups', { tag: '@deep' }, async ({
    page,
    consoleMessages,
  }) => {
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('Not caught'))));
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => window.open('about:blank'));
    await (await opened).evaluate(log, 'Something broke');
    await expect
      .poll(() => consoleMessages.seen.toSorted())
      .toEqual([
        expect.stringMatching(/^error: Something broke/),
        expect.stringMatching(/^uncaught: Not caught/),
      ]);
    consoleMessages.seen.length = 0;
  });

  test('accept an expected console message', { tag: '@deep' }, async ({ page, expectConsole }) => {
    expectConsole(/Something broke/);
    await page.evaluate(log, 'Something broke');
  });

  test('open pages of the server of their worker', { tag: '@deep' }, async ({ page, server }) => {
    await page.goto('/readyz');
    expect(page.url()).toBe(`${server.url}/readyz`);
  });

  test('distinguish accessible from inaccessible pages', { tag: '@deep' }, async ({ page }) => {
    await page.setContent(labeled);
    await expectAccessible(page);
    await page.setContent(labeled.replace('<label>Name <input></label>', '<input>'));
    await expect(expectAccessible(page)).rejects.toThrow(/label: Form elements must have labels/);
  });
});
