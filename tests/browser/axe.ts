import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

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

/** Expects no violations on a page or in parts of it, of all rules or of some. */
export async function expectNoViolations(
  page: Page,
  { rules, within }: { rules?: string[]; within?: string } = {},
): Promise<void> {
  // Colors during a transition would fail the contrast check, so transitions are finished first.
  const isLoaded = await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    return 'axe' in window;
  });
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'axe' } : {}) })
    // Before the rules, because it replaces all options.
    .options({ resultTypes: ['violations'] })
    // The default mode opens a second page to merge results of cross-origin frames, which no page here has.
    .setLegacyMode();
  if (within) axe.include(within);
  const { violations, passes } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze();
  expect(passes.length, 'Some accessibility rule applied to the page').toBeGreaterThan(0);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n  ${failureSummary}`),
  );
  expect(found.join('\n\n'), `Accessible: ${page.url()}`).toBe('');
}
