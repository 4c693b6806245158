/** Grams: the runs of four characters of a text, by which an index finds the posts that may contain a needle. */

const gramLength = 4;
/** More grams than the text of a book chapter has; PostgreSQL limits what it indexes of one row. */
const mostGrams = 30_000;
/** The only gram of a text that has too many. No other is as long, so that a query finds these texts apart. */
const overlong = 'overlong';
/** The others of a long needle rarely exclude a post that these include. */
const mostQueried = 8;

/** All of the gram, or with `prefix` its first characters. */
type GramTerm = { gram: string; prefix: boolean };

/**
 * Letters and digits of ASCII stay, and every other character becomes one that both databases take for a letter. Two
 * characters may become the same: grams only narrow a search, and the text decides.
 */
const encoded = (text: string): string =>
  text.toWellFormed().replace(/[^0-9a-z\u0080-\uffff]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return String.fromCharCode(code < 0x80 ? 0x80 + code : 0xe000 + (code & 0x7ff));
  });

/** The distinct grams of a text; at its end they are shorter. */
export function gramsOf(text: string): string[] {
  const characters = encoded(text);
  const grams: string[] = [];
  const known = new Set<string | number>();
  // The last four characters, eight bits each: hashing a number takes a fraction of the time of making and hashing a string.
  let key = 0;
  let wide = -1;
  for (let end = 1; end < characters.length + gramLength; end++) {
    const code = characters.charCodeAt(end - 1);
    if (code > 0xff) wide = end - 1;
    key = (key << 8) | code;
    const start = end - gramLength;
    if (start < 0) continue;
    const isNarrow = end <= characters.length && wide < start;
    const gram = isNarrow ? key : characters.slice(start, end);
    if (known.has(gram)) continue;
    known.add(gram);
    grams.push(characters.slice(start, end));
    if (grams.length > mostGrams) return [overlong];
  }
  return grams;
}

/** A text that contains the needle has all of `terms`, or the gram `overlong` instead. */
export function gramQuery(needle: string): { terms: GramTerm[]; overlong: string } {
  const characters = encoded(needle);
  const last = characters.length - gramLength;
  if (last < 0) return { terms: [{ gram: characters, prefix: true }], overlong };
  // Evenly distributed, with the first and the last one.
  const count = Math.min(last + 1, mostQueried);
  const starts = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * last) / (count - 1)),
  );
  const grams = new Set(starts.map((at) => characters.slice(at, at + gramLength)));
  return { terms: Array.from(grams, (gram) => ({ gram, prefix: false })), overlong };
}
