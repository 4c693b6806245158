import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

const log = (text: string) => console.error(text);
const labelled = '<html lang="en"><title>Form</title><main><label>Name <input></label></main></html>';

test.describe('the browser tests', () => {
  test.fail('fail on an error in the console', async ({ page }) => {
    await page.evaluate(log, 'Something broke');
  });

  test.fail('fail when an expected console message does not come', ({ expectConsole }) => {
    expectConsole(/Something broke/);
  });

  test('notice what nobody caught, and what a page opened by the page says', async ({ page, complaints }) => {
    await page.evaluate(() => setTimeout(() => Promise.reject(new Error('Nobody caught this'))));
    const opened = page.waitForEvent('popup');
    await page.evaluate(() => window.open('about:blank'));
    await (await opened).evaluate(log, 'Something broke');
    await expect
      .poll(() => complaints.seen.toSorted())
      .toEqual([
        expect.stringMatching(/^error: Something broke/),
        expect.stringMatching(/^uncaught: Nobody caught this/),
      ]);
    complaints.seen.length = 0;
  });

  test('accept a console message that they expect', async ({ page, expectConsole }) => {
    expectConsole(/Something broke/);
    await page.evaluate(log, 'Something broke');
  });

  test('open pages of their own server', async ({ page, server }) => {
    await page.goto('/readyz');
    expect(page.url()).toBe(`${server.url}/readyz`);
  });

  test('tell an accessible page from one that is not', async ({ page }) => {
    await page.setContent(labelled);
    await expectAccessible(page);
    await page.setContent(labelled.replace('<label>Name <input></label>', '<input>'));
    await expect(expectAccessible(page)).rejects.toThrow(/label: Form elements must have labels/);
  });
});
