import { expect, test } from 'vitest';
import { measure } from '../../../../tools/spam-prior/measure.ts';
import { samplesIn } from '../../../../tools/spam-prior/samples.ts';

const folder = process.env.SPAM_SAMPLES;

// The samples are public, but not ours to distribute: tools/spam-prior/README.md names them.
test.skipIf(folder === undefined)('the filter marks as much as README.md says', () => {
  const { spam, fine, markedSpam, markedFine } = measure(samplesIn(folder ?? ''));
  expect(markedSpam / spam).toBeGreaterThan(0.88);
  expect(markedFine / fine).toBeLessThan(0.015);
});
