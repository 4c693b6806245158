/** Only letters and digits tell texts apart here: case, punctuation and spaces do not. */
const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Whether one text says what the other says, so that a page should not show both. */
export function saysTheSame(one: string, other: string): boolean {
  const [a, b] = [essence(one), essence(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}
