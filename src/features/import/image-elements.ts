import {
  attribute,
  type Element,
  elements,
  type Fragment,
  isElement,
  isText,
  type Node,
  setAttribute,
  unwrap,
} from '../../content/document/tree.ts';
import { largestFirst } from '../../content/foreign/late-images.ts';
import { originalImage } from './original-images.ts';

/** An image of a foreign text, with all URLs that may lead to it, the best first. */
export type ImageElement = { node: Element; src: string; candidates: string[]; alt: string };

/** Attributes in which programs name the original, and those of images that a script loads later. */
const originalAttributes = ['data-orig-file', 'data-large-file', 'data-full-url'];
const lazyAttributes = ['data-src', 'data-lazy-src', 'data-original'];

export function imageElements(tree: Fragment): ImageElement[] {
  return [...elements(tree)].filter(({ tagName }) => tagName === 'img').flatMap(describe);
}

function describe(node: Element): ImageElement[] {
  const values = (names: readonly string[]) => names.flatMap((name) => attribute(node, name)?.trim() || []);
  const sent = attribute(node, 'src')?.trim() ?? '';
  const lazy = values(lazyAttributes);
  const sizes = largestFirst(attribute(node, 'srcset') ?? attribute(node, 'data-srcset') ?? '');
  // Until its script runs, such an image shows a placeholder.
  const src =
    (sent === '' || sent.startsWith('data:')) && (lazy[0] ?? sizes[0]) ? (lazy[0] ?? sizes[0]) : sent;
  if (!src) return [];
  const link = linkAround(node);
  const own = link && isImageOf(link.href, src) ? [link.href] : [];
  const candidates = [...values(originalAttributes), ...own, src, ...lazy, ...sizes];
  return [{ node, src, candidates: [...new Set(candidates)], alt: attribute(node, 'alt') ?? '' }];
}

/** Sets the URL, and removes a link to the same image in another size: readers can enlarge images of this site. */
export function showAs({ node, src }: ImageElement, url: string): void {
  setAttribute(node, 'src', url);
  node.attrs = node.attrs.filter(({ name }) => !/^(?:srcset|sizes|data-.*)$/.test(name));
  const link = linkAround(node);
  if (link && isImageOf(link.href, src)) unwrap(link.node);
}

const isImageOf = (href: string, src: string): boolean => originalImage(href) === originalImage(src);

/** The link that has this image and nothing else. */
function linkAround(node: Element): { node: Element; href: string } | null {
  let child: Node = node;
  for (let parent = node.parentNode; parent && 'tagName' in parent; parent = parent.parentNode) {
    const isAlone = parent.childNodes.every(
      (other) => other === child || (isText(other) ? other.value.trim() === '' : !isElement(other)),
    );
    if (!isAlone) return null;
    if (parent.tagName === 'a') return { node: parent, href: attribute(parent, 'href')?.trim() ?? '' };
    if (parent.tagName !== 'picture' && parent.tagName !== 'span') return null;
    child = parent;
  }
  return null;
}
