// What neither XML nor PostgreSQL can hold, and half characters.
const unstorable = /(?![\n\t])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** The text without characters that cannot be stored or published, with plain line ends. */
export function storable(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(/\f/g, ' ').replace(unstorable, '');
}
