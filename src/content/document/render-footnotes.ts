import type { Messages } from '../../platform/web/messages/types.ts';
import {
  append,
  appendText,
  type Element,
  element,
  type Fragment,
  hasClass,
  rename,
  setAttribute,
} from './tree.ts';

/**
 * Replaces each footnote by its number, and puts the notes at the end, linked both ways. Both have the name of an anchor, for looks
 * with notes in the margin: a style sheet cannot make names from numbers.
 */
export function renderFootnotes(tree: Fragment, all: readonly Element[], messages: Messages): void {
  const references = all.filter((node) => node.tagName === 'span' && hasClass(node, 'footnote'));
  if (references.length === 0) return;
  const notes = element('ol');
  for (const [index, reference] of references.entries()) append(notes, note(reference, index + 1, messages));
  const section = append(
    tree,
    element('section', [
      { name: 'class', value: 'footnotes' },
      { name: 'role', value: 'doc-endnotes' },
      { name: 'aria-label', value: messages.footnotes },
    ]),
  );
  append(section, notes);
}

function note(reference: Element, number: number, messages: Messages): Element {
  const item = element('li', [
    { name: 'id', value: `fn-${number}` },
    { name: 'style', value: `--ref:--ref-${number}` },
  ]);
  for (const child of [...reference.childNodes]) append(item, child);
  appendText(item, ' ');
  const back = link('doc-backlink', `#fnref-${number}`, messages.backToText(number));
  // The variation selector keeps the arrow from being shown as an emoji.
  appendText(append(item, back), '↩\uFE0E');
  reference.childNodes = [];
  rename(reference, 'sup', 'footnote');
  const forth = link('doc-noteref', `#fn-${number}`, messages.footnote(number));
  setAttribute(forth, 'id', `fnref-${number}`);
  setAttribute(forth, 'style', `--ref:--ref-${number}`);
  appendText(append(reference, forth), String(number));
  return item;
}

function link(role: string, href: string, label: string): Element {
  return element('a', [
    { name: 'href', value: href },
    { name: 'role', value: role },
    { name: 'aria-label', value: label },
  ]);
}
