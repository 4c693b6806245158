/** Every test of this folder runs small within `npm test` and whole with `npm run test:hostile`. */
export const whole = process.env.HOSTILE === 'whole';
export const size = (small: number, full: number): number => (whole ? full : small);

/** What was measured, for whoever reads the run. */
export function report(text: string): void {
  if (whole) console.log(`  ${text}`);
}
