import { expect, type Page } from '@playwright/test';

type Shift = PerformanceEntry & {
  value: number;
  sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

type WithShifts = { shifts: { value: number; moved: string[] }[] };

/** Call it before the page is opened. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: WithShifts['shifts'] = [];
    Object.assign(window, { shifts });
    const at = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    // Ink beyond the edge of letters is part of these rectangles, and differs between two faces although no letter moves.
    const mostInk = 4;
    const isMoved = ({ previousRect: before, currentRect: after }: Shift['sources'][number]) =>
      Math.max(Math.abs(before.x - after.x), Math.abs(before.y - after.y)) > mostInk;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        if (!sources.some(isMoved)) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${at(previousRect)} > ${at(currentRect)}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * A score of 0.00. It need not be 0: the font of the system that stands for a late one has the same width on average only, and
 * which fonts there are depends on the machine.
 */
export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as WithShifts).shifts);
  const score = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(score, JSON.stringify(shifts, null, 1)).toBeLessThan(0.005);
}
