// Control characters and noncharacters that XML or PostgreSQL rejects.
const unstorable = /(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** Removes characters that cannot be stored or published, and normalizes line endings to \n. */
export function storable(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\f/g, ' ').replace(unstorable, '');
}
