import { parse } from '../../../content/document/parse.ts';
import {
  append,
  attribute,
  type Element,
  element,
  elements,
  type Fragment,
  isElement,
  isText,
  type Node,
  type Parent,
  prepend,
  remove,
  replaceWith,
  setAttribute,
  textContent,
} from '../../../content/document/tree.ts';
import { lateSource } from '../../../content/foreign/late-images.ts';
import type { Remarks } from './options.ts';

const maxInNoscript = 100_000;

const named = (parent: Parent, name: string): Element[] =>
  [...elements(parent)].filter(({ tagName }) => tagName === name);

/** Gives each image the URL that readers saw, whatever loaded it. */
export function resolveImages(tree: Fragment, remarks: Remarks): void {
  for (const node of named(tree, 'noscript')) resolveNoscript(node);
  for (const node of [...elements(tree)]) {
    if (node.tagName === 'img') resolveImage(node, remarks);
    else if (node.tagName === 'amp-img') node.tagName = node.nodeName = 'img';
    else addBackground(node);
  }
}

function resolveImage(node: Element, remarks: Remarks): void {
  const src = attribute(node, 'src')?.trim() ?? '';
  const late = isPlaceholder(src) ? lateSourceOf(node) : undefined;
  if (late !== undefined) setAttribute(node, 'src', late);
  const resolved = late ?? src;
  if (/^data:/i.test(resolved)) {
    remarks.add('An image that was part of the text itself (a data URL) was left out.');
    remove(node);
  } else if (/^(?:file|blob|cid|about|webkit-fake-url|[a-z]):/i.test(resolved)) {
    remarks.add(`An image on the author's computer was left out: ${resolved.slice(0, 200)}`);
    remove(node);
  }
}

const emptyImage =
  /(?:blank|spacer|placeholder|transparent|trans|1x1|grey|loading|pixel|lazy)[\w-]{0,20}\.(?:gif|png|svg)(?:\?|$)/i;

/** Until a late image is loaded, its place is taken by an empty one. */
function isPlaceholder(src: string): boolean {
  return src === '' || /^data:/i.test(src) || emptyImage.test(src);
}

const lateSourceOf = (node: Element) => lateSource((name) => attribute(node, name));

/** `<noscript>` doubles a late image, or holds what readers without scripts saw instead of one. */
function resolveNoscript(node: Element): void {
  const source = textContent(node);
  const parent = node.parentNode;
  if (!parent || source.length > maxInNoscript) return;
  const inner = parse(source);
  const images = named(inner, 'img');
  const siblings = parent.childNodes;
  const index = siblings.indexOf(node);
  if (images.length === 0) return;
  const double = imageNear(siblings, index, -1) ?? imageNear(siblings, index, 1);
  const [first] = images;
  if (double && first && images.length === 1) {
    const src = attribute(first, 'src');
    const isMissing = isPlaceholder(attribute(double, 'src') ?? '') && lateSourceOf(double) === undefined;
    if (src && isMissing) setAttribute(double, 'src', src);
    remove(node);
    return;
  }
  replaceWith(node, ...inner.childNodes);
}

/** The image before or after, also inside of a link or span, with nothing but white space between. */
function imageNear(siblings: readonly Node[], index: number, step: 1 | -1): Element | null {
  for (let at = index + step; siblings[at]; at += step) {
    const node = siblings[at] as Node;
    if (isText(node) && node.value.trim() === '') continue;
    if (!isElement(node)) return null;
    if (node.tagName === 'img') return node;
    const inner = named(node, 'img');
    return inner.length === 1 && textContent(node).trim() === '' ? (inner[0] ?? null) : null;
  }
  return null;
}

const maxUrlLength = 2000;

function backgroundUrl(style: string): string | undefined {
  for (const declaration of style.replaceAll('&quot;', '"').split(';')) {
    const start = declaration.toLowerCase().indexOf('url(');
    const end = declaration.indexOf(')', start);
    if (start === -1 || end === -1 || !/^\s{0,20}background(?:-image)?\s{0,9}:/i.test(declaration)) continue;
    const url = declaration
      .slice(start + 'url('.length, end)
      .replace(/["']/g, '')
      .trim();
    if (url !== '' && url.length <= maxUrlLength) return url;
  }
  return undefined;
}

/** Covers of WordPress and banners of Squarespace show their image as a background. */
function addBackground(node: Element): void {
  const style = node.attrs.length > 0 ? attribute(node, 'style') : undefined;
  const url = style?.includes('url(') ? backgroundUrl(style) : undefined;
  if (url === undefined || /^data:/i.test(url) || node.tagName === 'tr' || node.tagName === 'table') return;
  const figure = element('figure');
  append(figure, element('img', [{ name: 'src', value: url }]));
  prepend(node, figure);
}

/** The URLs of all images, in order. */
export const imageUrls = (tree: Fragment): string[] =>
  named(tree, 'img').flatMap((image) => attribute(image, 'src') || []);
