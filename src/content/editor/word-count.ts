import type { Node } from '@tiptap/pm/model';

const wordsPerMinute = 220;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOfBlocks = new WeakMap<Node, number>();

/** Counts words, also in scripts without spaces. Unchanged blocks are cached. */
export function countWords(doc: Node): number {
  return doc.children.reduce((total, block) => {
    const words = wordsOfBlocks.get(block) ?? wordsIn(block.textBetween(0, block.content.size, '\n', ' '));
    wordsOfBlocks.set(block, words);
    return total + words;
  }, 0);
}

export function wordsIn(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}

export function readingMinutes(words: number): number {
  return Math.ceil(words / wordsPerMinute);
}
