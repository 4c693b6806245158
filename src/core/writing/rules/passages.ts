/** Where a remark belongs: the text of its paragraph when it was made, and the words that the reader marked. */
type Passage = { paragraph: string; quote: string };

export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A paragraph that shares fewer of its words counts as another one. */
const minShared = 0.6;

/**
 * The place of a passage among the paragraphs of a text that may have changed since: the same paragraph, one that contains the
 * marked words, or the one with most of its words. Null if it cannot be found.
 */
export function findPassage({ paragraph, quote }: Passage, paragraphs: readonly string[]): number | null {
  const same = paragraphs.indexOf(paragraph);
  if (paragraph !== '' && same >= 0) return same;
  const [firstLine = ''] = quote.trim().split('\n').map(squeezed);
  const quoted = firstLine === '' ? -1 : paragraphs.findIndex((text) => text.includes(firstLine));
  if (quoted >= 0) return quoted;
  const wanted = wordsOf(paragraph);
  let best = { at: -1, share: minShared };
  for (const [at, text] of paragraphs.entries()) {
    const found = wordsOf(text);
    const share = wanted.intersection(found).size / Math.max(wanted.size, found.size);
    if (share > best.share) best = { at, share };
  }
  return best.at >= 0 ? best.at : null;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu));

/** The paragraph with the wording that the reader proposes for the marked words, or for all of it; empty without a proposal. */
export function proposedParagraph({ paragraph, quote }: Passage, wording: string): string {
  if (wording === '') return '';
  const words = squeezed(quote);
  const at = words === '' ? -1 : paragraph.indexOf(words);
  const proposed = at < 0 ? wording : paragraph.slice(0, at) + wording + paragraph.slice(at + words.length);
  return squeezed(proposed) === paragraph ? '' : squeezed(proposed);
}
