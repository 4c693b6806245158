import { changes } from './changes.ts';
import { htmlTokens } from './html-tokens.ts';

const words = /\s+|&[a-z0-9#]+;|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/giu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };
const wordsOf = (html: string): string[] => html.match(words) ?? [];

/** A block with another text. Links, emphasis and images around words that stay are kept. */
export function reworded(block: string, text: string): string {
  const tokens = [...htmlTokens(block)].flatMap(({ kind, html }) =>
    kind === 'text' ? wordsOf(html).map((word) => ({ html: word, isText: true })) : [{ html, isText: false }],
  );
  const before = tokens.filter(({ isText }) => isText).map(({ html }) => html);
  const after = wordsOf(text.replace(/[&<>\u00a0]/g, (character) => escapes[character] ?? ''));
  const blank = (word: string) => (/^\s+$/.test(word) ? ' ' : word);
  let html = '';
  let at = 0;
  /** Writes the tags up to the next word. */
  const skipTags = () => {
    for (; at < tokens.length && !tokens[at]?.isText; at++) html += tokens[at]?.html;
  };
  for (const { kind, items } of changes(before, after, blank)) {
    if (kind === 'added') {
      if (html === '') skipTags();
      html += items.join('');
      continue;
    }
    for (const word of items) {
      skipTags();
      if (kind === 'same') html += word;
      at++;
    }
  }
  skipTags();
  return html;
}
