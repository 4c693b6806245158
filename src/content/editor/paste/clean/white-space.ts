import { inherited, isBlock, isText, type Step, styleOf } from './dom.ts';

const preserving = /^(?:pre|pre-wrap|break-spaces|pre-line)$/;
const preservingClass = /(?:^|\s)whitespace-(pre(?:-wrap|-line)?|break-spaces)!?(?:\s|$)/;

/** Stores runs of spaces and tabs as the format does: HTML collapses them. */
function keepSpaces(text: string): string {
  return text.replaceAll('\t', '\u00a0\u00a0\u00a0\u00a0').replaceAll('  ', ' \u00a0');
}

/**
 * Chat programs show what was typed with `white-space: pre-wrap`: there a newline is a line break, and spaces count. Google
 * Docs sets it as well.
 */
export const keepWhiteSpace: Step = (body) => {
  for (const space of body.querySelectorAll('.Apple-converted-space')) space.replaceWith(' ');
  for (const tab of body.querySelectorAll('.Apple-tab-span')) tab.replaceWith('\u00a0\u00a0\u00a0\u00a0');
  const values = inherited(body, (element) => {
    if (element.localName === 'pre' || element.localName === 'code') return 'code';
    const declared = styleOf(element).get('white-space') ?? preservingClass.exec(element.className)?.[1];
    return declared ?? null;
  });
  for (const [text, value] of values)
    if (preserving.test(value) && !isBetweenBlocks(text)) preserve(text, value !== 'pre-line');
};

function isBetweenBlocks(text: Text): boolean {
  if (text.data.trim() !== '') return false;
  return isBlock(text.previousSibling) || isBlock(text.nextSibling);
}

function preserve(text: Text, spaces: boolean): void {
  const lines = text.data.replaceAll(/\r\n?/g, '\n').split('\n');
  const kept = spaces ? lines.map(keepSpaces) : lines;
  if (kept.length === 1) {
    if (kept[0] !== text.data) text.data = kept[0] ?? '';
    return;
  }
  const { ownerDocument: document } = text;
  text.replaceWith(
    ...kept.flatMap((line, index) => [...(index > 0 ? [document.createElement('br')] : []), line]),
  );
}

/** Line breaks and spaces at the edges of a block are noise: Word and Outlook end paragraphs with them. */
export function trim(block: Element): void {
  for (let last = edge(block, 'lastChild'); last; last = edge(block, 'lastChild')) {
    if (isText(last)) {
      last.data = last.data.trimEnd();
      if (last.data !== '') break;
    } else if (!(last instanceof HTMLBRElement)) break;
    last.remove();
  }
  const first = edge(block, 'firstChild');
  if (isText(first)) first.data = first.data.replace(/^[ \t\r\n]+/, '');
}

/** The first or last node without children. */
function edge(block: Element, side: 'firstChild' | 'lastChild'): Node | null {
  let node: Node | null = block[side];
  while (node?.[side]) node = node[side];
  return node;
}
