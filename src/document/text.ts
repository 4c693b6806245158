import { codePoints } from '../contract/text.ts';
import { isBlock, isElement, isText, type Parent, parse } from './tree.ts';
import { cutAtCharacter, cutAtWord } from './truncate.ts';

/** The text of a post, one line per block, white space collapsed. */
export function plainText(html: string): string {
  const pieces: string[] = [];
  collect(parse(html), pieces);
  return pieces
    .join('')
    .split(lineEnd)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** The beginning of the text on one line, at most `limit` code points. */
export function description(html: string, limit = 160): string {
  const text = plainText(html).replaceAll('\n', ' ');
  if (codePoints(text) <= limit) return text;
  const beginning = cutAtWord(text, limit - 1) || cutAtCharacter(text, limit - 1);
  return `${beginning.replace(/[\s,;:–—-]{1,9}$/, '')}…`;
}

const lineEnd = '\0';

function collect(parent: Parent, pieces: string[]): void {
  for (const child of parent.childNodes) {
    if (isText(child)) pieces.push(child.value.replaceAll(lineEnd, ''));
    if (!isElement(child)) continue;
    const separates = isBlock(child) || child.tagName === 'br';
    if (separates) pieces.push(lineEnd);
    collect(child, pieces);
    if (separates) pieces.push(lineEnd);
  }
}
