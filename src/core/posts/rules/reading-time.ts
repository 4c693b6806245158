/** Scripts that separate words, with the words that a reader reads in a minute. Silent reading, from Brysbaert (2019). */
const wordsPerMinute: readonly [RegExp, number][] = [
  [/\p{sc=Arabic}[\p{L}\p{M}]*/gu, 180],
  [/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu, 230],
];

/** Scripts that write words without spaces: characters in a minute. */
const charactersPerMinute: readonly [RegExp, number][] = [
  [/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu, 500],
  [/[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu, 900],
];

/** How many minutes it takes to read a text, at least one. Mixed texts add up. */
export function readingMinutes(text: string): number {
  let rest = text;
  let minutes = 0;
  for (const [unit, speed] of [...charactersPerMinute, ...wordsPerMinute]) {
    let count = 0;
    rest = rest.replaceAll(unit, () => {
      count++;
      return ' ';
    });
    minutes += count / speed;
  }
  return Math.max(1, Math.round(minutes));
}
