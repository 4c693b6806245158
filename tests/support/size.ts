/** Some tests run in small size in `npm test` and in full size in `npm run test:deep`. */
export const isFullSize = process.env.TEST_SIZE === 'full';
export const size = (small: number, full: number): number => (isFullSize ? full : small);

/** Prints a measurement in full-size runs. */
export function report(text: string): void {
  if (isFullSize) console.log(`  ${text}`);
}
