import type { Messages } from '../../platform/web/messages/types.ts';
import type { Headings } from './headings.ts';
import { append, appendText, type Element, element, hasClass, remove, setAttribute } from './tree.ts';

/** Fills the first table of contents; further ones, and one without headings, are removed. */
export function renderTableOfContents(all: readonly Element[], { list }: Headings, messages: Messages): void {
  const headings = list.filter(({ text }) => text !== '');
  const [first, ...others] = all.filter((node) => node.tagName === 'nav' && hasClass(node, 'toc'));
  for (const node of headings.length === 0 && first ? [first, ...others] : others) remove(node);
  if (!first || headings.length === 0) return;
  setAttribute(first, 'aria-label', messages.contents);
  const title = append(first, element('p', [{ name: 'class', value: 'toc-title' }]));
  appendText(append(title, element('strong')), messages.contents);
  const open = [{ level: 0, list: append(first, element('ol')) }];
  for (const { id, text, level } of headings) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const top = open.at(-1);
    if (top && top.level < level && top.level > 0) open.push({ level, list: nestedIn(top.list) });
    else if (top) top.level = level;
    const target = open.at(-1)?.list;
    if (!target) continue;
    const link = append(append(target, element('li')), element('a', [{ name: 'href', value: `#${id}` }]));
    appendText(link, text);
  }
}

function nestedIn(list: Element): Element {
  const last = list.childNodes.at(-1) as Element | undefined;
  return append(last ?? append(list, element('li')), element('ol'));
}
