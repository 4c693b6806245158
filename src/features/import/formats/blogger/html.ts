import {
  become,
  type Element,
  elements,
  type Fragment,
  find,
  hasClass,
  rename,
  textContent,
} from '../../../../content/document/tree.ts';

/** Rewrites what Blogger's editor makes of images and captions. */
export function plainCaptions(tree: Fragment): void {
  for (const node of [...elements(tree)])
    if (node.tagName === 'table' && hasClass(node, 'tr-caption-container')) captioned(node);
}

function captioned(table: Element): void {
  const image = find(table, ({ tagName }) => tagName === 'img');
  const caption = find(table, (node) => hasClass(node, 'tr-caption'));
  if (!image) return;
  if (caption) rename(caption, 'figcaption', null);
  become(table, 'figure', null, caption && textContent(caption).trim() !== '' ? [image, caption] : [image]);
}
