import type { Node } from '@tiptap/pm/model';

export type Query = { text: string; matchCase: boolean; wholeWords: boolean };
export type Match = { from: number; to: number };

/** More matches than this are neither useful nor shown. */
export const matchLimit = 10_000;

const letter = '[\\p{L}\\p{N}_]';

/** Null for an empty query. A space also finds a no-break space, which posts contain in runs of spaces. */
export function patternOf({ text, matchCase, wholeWords }: Query): RegExp | null {
  if (text === '') return null;
  const literal = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[ \u00a0]/g, '[ \\u00a0]');
  return new RegExp(wholeWords ? `(?<!${letter})${literal}(?!${letter})` : literal, matchCase ? 'gu' : 'giu');
}

/** All matches in the order of the text. A match never crosses blocks, images or footnotes. */
export class Search {
  readonly #pattern: RegExp;
  /** Offsets by block, so that a change of a long post searches only the changed block. */
  readonly #cache = new WeakMap<Node, readonly Match[]>();

  constructor(pattern: RegExp) {
    this.#pattern = pattern;
  }

  in(doc: Node): Match[] {
    const matches: Match[] = [];
    doc.descendants((node, position) => {
      if (matches.length >= matchLimit) return false;
      if (!node.inlineContent) return true;
      for (const { from, to } of this.#inBlock(node))
        matches.push({ from: position + 1 + from, to: position + 1 + to });
      return true;
    });
    return matches.sort((a, b) => a.from - b.from).slice(0, matchLimit);
  }

  #inBlock(block: Node): readonly Match[] {
    const known = this.#cache.get(block);
    if (known) return known;
    const found = [...textOf(block).matchAll(this.#pattern)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
    }));
    this.#cache.set(block, found);
    return found;
  }
}

/** The text of a block, with as many placeholders as positions for everything else. */
function textOf(block: Node): string {
  return block.children.map((child) => child.text ?? '\ufffc'.repeat(child.nodeSize)).join('');
}
