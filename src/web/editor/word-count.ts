import type { Node } from '@tiptap/pm/model';

const wordsPerMinute = 220;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const counted = new WeakMap<Node, number>();

/** The words of the document, also in scripts without blanks. Blocks that did not change are not counted again. */
export function countWords(doc: Node): number {
  return doc.children.reduce((total, block) => {
    const words = counted.get(block) ?? wordsIn(block.textBetween(0, block.content.size, '\n', ' '));
    counted.set(block, words);
    return total + words;
  }, 0);
}

function wordsIn(text: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return words;
}

export function readingMinutes(words: number): number {
  return Math.ceil(words / wordsPerMinute);
}
