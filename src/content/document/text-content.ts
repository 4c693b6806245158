import { type Element, hasClass, isElement, isText, type Parent } from './tree.ts';

/** The words of inline content on one line, without footnotes. Formulas are their TeX. */
export function lineOf(parent: Parent): string {
  return words(parent).replace(/\s+/g, ' ').trim();
}

function words(parent: Parent): string {
  let text = '';
  for (const child of parent.childNodes) {
    if (isText(child)) text += child.value;
    else if (isElement(child)) text += wordsOf(child);
  }
  return text;
}

function wordsOf(node: Element): string {
  if (node.tagName === 'br') return ' ';
  return node.tagName === 'span' && hasClass(node, 'footnote') ? '' : words(node);
}
