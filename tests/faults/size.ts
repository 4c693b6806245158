/**
 * The tests of this folder run in small size in `npm test` and in full size in `npm run test:faults`. Tests that take long
 * or need special tools are named `*.whole.test.ts` and only run there.
 */
export const whole = process.env.FAULTS === 'whole';
export const size = (small: number, full: number): number => (whole ? full : small);

/** Prints a measurement in full-size runs. */
export function report(text: string): void {
  if (whole) console.log(`  ${text}`);
}
