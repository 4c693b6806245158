import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Expects no WCAG 2.2 AA violations that axe can detect. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colors during a transition would fail the contrast check, so transitions are finished first.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  });
  const { violations, passes } = await new AxeBuilder({ page })
    // Before withTags, because it replaces all options.
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    // The default mode opens a second page to merge results of cross-origin frames, which no page here has.
    .setLegacyMode()
    .analyze();
  expect(passes.length, 'Some accessibility rule applied to the page').toBeGreaterThan(0);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n  ${failureSummary}`),
  );
  expect(found.join('\n\n'), `Accessible: ${page.url()}`).toBe('');
}
