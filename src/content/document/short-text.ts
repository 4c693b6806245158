import { codePoints } from '../../platform/http/api/plain-text.ts';
import { Composer } from './compose.ts';
import { dropped } from './compose-inline.ts';
import { parse, write } from './parse.ts';
import { plainText } from './text.ts';
import {
  attribute,
  type Element,
  element,
  elements,
  fragment,
  isBlock,
  type Parent,
  remove,
  rename,
  textContent,
} from './tree.ts';

const allowed = new Set('a b br em i li ol p strong ul'.split(' '));
const attributes = new Set(['href', 'rel', 'start', 'target', 'title']);
/** What has no text to keep. */
const withoutText = new Set(['audio', 'hr', 'img', 'video']);

/**
 * Builds the HTML of a short text, such as a bio or the footer: paragraphs and lists with bold, italic and links. Other
 * blocks become paragraphs, other inline elements their text. Empty if there is no text.
 */
export function sanitizeShortText(html: string): string {
  const tree = parse(html);
  for (const node of [...elements(tree)]) reduce(node);
  // The text of a div becomes a paragraph, so nothing is left outside of one.
  const group = element('div');
  group.childNodes = tree.childNodes;
  const whole = fragment();
  whole.childNodes = [group];
  const composer = new Composer(() => false);
  composer.children(whole, []);
  removeEmpty(composer.root);
  return write(composer.root);
}

/** Characters of the text as a reader sees it, line breaks included. */
export function shortTextLength(html: string): number {
  return codePoints(plainText(html));
}

function reduce(node: Element): void {
  const name = node.tagName;
  if (withoutText.has(name)) remove(node);
  else if (dropped.has(name)) return;
  else if (!allowed.has(name) || isAnchor(node)) rename(node, isBlock(node) ? 'div' : 'span', null);
  else node.attrs = node.attrs.filter((one) => attributes.has(one.name));
}

/** A short text has no headings or footnotes that a link on the same page could lead to. */
function isAnchor(node: Element): boolean {
  return node.tagName === 'a' && (attribute(node, 'href') ?? '').trim().startsWith('#');
}

function removeEmpty(parent: Parent): void {
  for (const node of [...elements(parent)].reverse())
    if ((isBlock(node) || node.childNodes.length === 0) && node.tagName !== 'br' && isBlank(node))
      remove(node);
}

function isBlank(node: Element): boolean {
  return textContent(node).trim() === '';
}
