/**
 * The tests of this folder run small within `npm test` and whole with `npm run test:faults`; what takes long or needs
 * tools that not every machine has is called `*.whole.test.ts` and runs there alone.
 */
export const whole = process.env.FAULTS === 'whole';
export const size = (small: number, full: number): number => (whole ? full : small);

/** What was measured, or why something could not be, for whoever reads the run. */
export function report(text: string): void {
  if (whole) console.log(`  ${text}`);
}
