import { parse } from '../../../content/document/parse.ts';
import {
  hasClass,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
} from '../../../content/document/tree.ts';

/** Where two texts first differ, each with some words around the place. */
type TextDifference = { source: string; stored: string };

/** Elements whose text is not shown, or only where the element itself cannot be shown. */
const invisible = new Set(
  (
    'applet area audio base canvas datalist embed frame head iframe link math meta noembed noframes noscript object ' +
    'param script source style svg template title track video'
  ).split(' '),
);

/**
 * Compares what readers see of two HTML texts, such as a post in its source and as it is stored: letters, digits and signs,
 * but neither white space nor markup. URLs are left out, because those of frames and players become text; so are formulas.
 * Footnotes may stand in place or at the end.
 */
export function textDifference(source: string, stored: string): TextDifference | null {
  return withoutUrls(source) === withoutUrls(stored)
    ? null
    : differenceOf(visibleText(parse(source)), visibleText(parse(stored)));
}

/** Links and images lead elsewhere after an import. Most texts are the same otherwise and need not be parsed. */
const withoutUrls = (html: string): string => html.replace(/ (?:href|src)="[^"]*"/g, '');

/** The text of a tree that `differenceOf` compares. `footnotes` are those that stand in place. */
type VisibleText = { text: string; footnotes: string };

export function visibleText(tree: Parent): VisibleText {
  const collected = { text: [] as string[], footnotes: [] as string[] };
  collect(tree, collected, collected.text);
  return { text: comparable(collected.text.join('')), footnotes: comparable(collected.footnotes.join('')) };
}

type Collected = { text: string[]; footnotes: string[] };

function collect(parent: Parent, collected: Collected, into: string[]): void {
  for (const child of captionLast(parent)) {
    if (isText(child)) into.push(child.value);
    if (!isElement(child) || invisible.has(child.tagName)) continue;
    if (child.tagName === 'figure' && hasClass(child, 'embed')) {
      for (const one of child.childNodes)
        if (isElement(one) && one.tagName === 'figcaption') collect(one, collected, into);
      continue;
    }
    if (hasClass(child, 'math')) continue;
    const isNote = child.tagName === 'span' && hasClass(child, 'footnote');
    const separates = isBlock(child) || child.tagName === 'br';
    if (separates) into.push('\n');
    collect(child, collected, isNote ? collected.footnotes : into);
    if (separates) into.push('\n');
  }
}

const url = /(?:https?:)?\/\/[\w.~:/?#@!$&'()*+,;=%[\]-]+/gi;
/** White space, characters without a shape, control characters, and what stands for a character that could not be read. */
const shapeless = /[\s\p{Cc}\p{Cf}\p{Cs}\ufffd-\uffff]+/gu;

function comparable(text: string): string {
  return text.replace(url, '').replace(shapeless, '').normalize('NFC');
}

export function differenceOf(source: VisibleText, stored: VisibleText): TextDifference | null {
  if (source.text + source.footnotes === stored.text + stored.footnotes) return null;
  if (stored.footnotes !== '' && sameWithFootnotes(source, stored)) return null;
  let at = 0;
  while (at < source.text.length && source.text[at] === stored.text[at]) at += 1;
  return { source: around(source.text, at), stored: around(stored.text, at) };
}

/** The first code of the source, as it was before the HTML was parsed, that the stored text lacks. */
export function missingCode(codes: readonly string[], { text }: VisibleText): TextDifference | null {
  for (const code of codes) {
    const wanted = visibleText(parse(`<pre>\n${code}</pre>`)).text;
    if (!text.includes(wanted)) return { source: wanted.slice(0, 60), stored: '' };
  }
  return null;
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 20), at + 40);
}

/**
 * The source shows its footnotes in a list at the end, with numbers and arrows that go both ways. So the same characters
 * have to be there, those of numbers and signs aside.
 */
function sameWithFootnotes(source: VisibleText, stored: VisibleText): boolean {
  return letterCounts(source) === letterCounts(stored);
}

function letterCounts({ text, footnotes }: VisibleText): string {
  const counts = new Map<string, number>();
  for (const letter of text + footnotes)
    if (/\p{L}/u.test(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([letter, count]) => letter + count)
    .join(' ');
}

/** Captions of tables stand before or after them. */
function captionLast({ nodeName, childNodes }: Parent): readonly Node[] {
  return nodeName === 'table'
    ? childNodes.toSorted((a, b) => Number(a.nodeName === 'caption') - Number(b.nodeName === 'caption'))
    : childNodes;
}
