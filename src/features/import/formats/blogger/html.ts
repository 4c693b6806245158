import {
  append,
  type Element,
  element,
  elements,
  type Fragment,
  hasClass,
  textContent,
} from '../../../../content/document/tree.ts';

/** Rewrites what Blogger's editor makes of images and captions. */
export function plainCaptions(tree: Fragment): void {
  for (const node of [...elements(tree)])
    if (node.tagName === 'table' && hasClass(node, 'tr-caption-container')) captioned(node);
}

function captioned(table: Element): void {
  const inside = [...elements(table)];
  const image = inside.find(({ tagName }) => tagName === 'img');
  const caption = inside.find((node) => hasClass(node, 'tr-caption'));
  if (!image) return;
  table.tagName = 'figure';
  table.nodeName = 'figure';
  table.attrs = [];
  table.childNodes = [];
  append(table, image);
  if (!caption || textContent(caption).trim() === '') return;
  const figcaption = append(table, element('figcaption'));
  for (const child of caption.childNodes.slice()) append(figcaption, child);
}
