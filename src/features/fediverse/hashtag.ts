/** A hashtag is one word: "sea side" becomes "seaSide". One of digits alone would be none. */
export function hashtag(tag: string): string {
  const words = tag.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  const name = words
    .map((word, index) => (index === 0 ? word : word.replace(/^./u, (first) => first.toUpperCase())))
    .join('');
  return /\p{L}/u.test(name) ? name : '';
}
