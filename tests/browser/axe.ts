import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

const source = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What lies above a screen and appears after a click. */
const overlays =
  ':is(dialog[open], [role=dialog], [role=menu], [role=listbox], .editor-floating, [popover]:popover-open)';

/**
 * Expects no WCAG 2.2 AA violations that axe can detect. In `npm test` it looks only at dialogs, menus and lists that are open,
 * because `accessibility.spec.ts` visits every screen there; the deep tier looks at the whole page each time.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (process.env.TEST_AXE !== 'overlays') return expectNoViolations(page);
  if (await page.locator(overlays).first().isVisible()) await expectNoViolations(page, { within: overlays });
}

export type Part = { rules?: string[]; within?: string; without?: string };

/** Expects no violations on a page or in parts of it, of all rules or of some. */
export async function expectNoViolations(page: Page, { rules, within, without }: Part = {}): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const context = { include: [within ?? 'html'], exclude: without ? [without] : [] };
  const options: RunOptions = {
    runOnly: rules ?? tags,
    resultTypes: ['violations'],
    // What frames show is checked as a page of its own.
    iframes: false,
    // Otherwise axe requests and parses all style sheets, for a rule about screens that cannot be turned; no sheet asks for that.
    preload: false,
  };
  const { found, applied } = await page.evaluate(
    async ({ context, options }) => {
      // Colors during a transition would fail the contrast check, so transitions are finished first.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
      const { violations, passes } = await window.axe.run(context, options);
      return {
        applied: passes.length,
        found: violations.flatMap(({ id, help, nodes }) =>
          nodes.map(
            ({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n  ${failureSummary}`,
          ),
        ),
      };
    },
    { context, options },
  );
  expect(applied, 'Some accessibility rule applied to the page').toBeGreaterThan(0);
  // A sweep goes on and names them all.
  expect.soft(found.join('\n\n'), `Accessible: ${page.url()}`).toBe('');
}
