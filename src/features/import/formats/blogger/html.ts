import {
  append,
  attribute,
  type Element,
  element,
  elements,
  hasClass,
  isElement,
  parse,
  textContent,
  write,
} from '../../../../content/document/tree.ts';

const google =
  /^(?:https?:)?\/\/(?:[\w-]{1,60}\.)?(?:bp\.blogspot\.com|googleusercontent\.com|ggpht\.com|blogblog\.com)\//i;

const isSize = /^[swh]\d{1,5}(?:-[\w-]{1,40})?$/;

/** The URL of an image in its original size. Blogger has the size in the path (`/s320/`) or at the end (`=w640-h480`). */
export function originalImage(url: string): string {
  if (!google.test(url)) return url;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  const segments = absolute.split('/');
  const at = segments.length - 2;
  if (!isSize.test(segments[at] ?? '')) return absolute.replace(/=[swh]\d{1,5}(?:-[\w-]{1,40})?$/, '=s0');
  segments[at] = 's0';
  return segments.join('/');
}

/** Rewrites what Blogger's editor makes of images and captions. */
export function plainHtml(html: string): string {
  const tree = parse(html);
  for (const node of [...elements(tree)]) {
    if (node.tagName === 'table' && hasClass(node, 'tr-caption-container')) captioned(node);
    else if (node.tagName === 'a') unwrapImage(node);
  }
  return write(tree);
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

/** A link from an image to itself is what the image viewer does here. */
function unwrapImage(link: Element): void {
  const href = attribute(link, 'href') ?? '';
  const [only, ...more] = link.childNodes.filter((node) => isElement(node) || textContentOf(node) !== '');
  if (!only || more.length > 0 || !isElement(only) || only.tagName !== 'img' || !google.test(href)) return;
  const parent = link.parentNode;
  if (!parent || originalImage(href) !== originalImage(attribute(only, 'src') ?? '')) return;
  parent.childNodes.splice(parent.childNodes.indexOf(link), 1, only);
  only.parentNode = parent;
  link.childNodes = [];
  link.parentNode = null;
}

const textContentOf = (node: { nodeName: string; value?: string }): string =>
  node.nodeName === '#text' ? (node.value ?? '').trim() : '';
