import { expect, test } from 'vitest';
import { type Figures, measure, untouched } from '../../../../tools/spam-prior/measure.ts';

const folder = process.env.SPAM_SAMPLES;
const total = (figures: readonly Figures[], key: Exclude<keyof Figures, 'set'>) =>
  figures.reduce((sum, one) => sum + one[key], 0);

// The samples are public, but not ours to distribute: tools/spam-prior/README.md names them.
test.skipIf(folder === undefined)('the filter marks as much as README.md says', async () => {
  const figures = measure(await untouched(folder ?? ''));
  console.table(figures);
  expect(total(figures, 'markedSpam') / total(figures, 'spam')).toBeGreaterThan(0.6);
  expect(total(figures, 'markedFine') / total(figures, 'fine')).toBeLessThan(0.035);
});
