import { isElement, make, neighbor, rename, type Step, select, textOf, unwrap } from './dom.ts';

const pageBlocks: [selector: string, name: string][] = [
  ['.notion-header-block', 'h1'],
  ['.notion-sub_header-block', 'h2'],
  ['.notion-sub_sub_header-block', 'h3'],
  ['.notion-quote-block', 'blockquote'],
  ['.notion-bulleted_list-block', 'ul'],
  ['.notion-numbered_list-block', 'ol'],
];

/** Notion: its clipboard has plain elements, its exported and published pages have classes. */
export const readNotion: Step = (body) => {
  // A toggle is a list with one item around the details.
  for (const details of select(body, 'ul.toggle > li > details:only-child')) {
    const list = details.parentElement?.parentElement;
    if (list) list.replaceWith(details);
  }
  for (const [selector, name] of pageBlocks)
    for (const block of select(body, selector)) {
      if (name === 'ul' || name === 'ol') readItem(block, name);
      else if (!block.querySelector('h1, h2, h3, h4, blockquote')) rename(block, name);
    }
  for (const block of select(body, '.notion-to_do-block')) readItem(block, 'ul');
};

/** Each item of a published page is a block of its own; neighbors of the same kind are one list. */
function readItem(block: HTMLElement, name: string): void {
  for (const marker of select(block, '.notion-list-item-box-left, .pseudoBefore'))
    if (textOf(marker).length < 4) marker.remove();
  const before = neighbor(block, 'previousSibling');
  const item = make(block, 'li');
  item.append(...block.childNodes);
  for (const wrapper of select(item, 'div')) if (wrapper.childElementCount === 1) unwrap(wrapper);
  if (isElement(before) && before.matches(`${name}[data-notion]`)) {
    before.append(item);
    block.remove();
    return;
  }
  const list = make(block, name, { 'data-notion': '' });
  list.append(item);
  block.replaceWith(list);
}
