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
import { originalImage } from './original-images.ts';

/** An image of a converted text, with all URLs that may lead to it, the best first. */
export type ImageElement = { node: Element; src: string; candidates: string[]; alt: string };

export function imageElements(tree: Fragment): ImageElement[] {
  return [...elements(tree)].filter(({ tagName }) => tagName === 'img').flatMap(describe);
}

function describe(node: Element): ImageElement[] {
  const src = attribute(node, 'src')?.trim();
  if (!src) return [];
  const link = linkAround(node);
  const candidates = link && isImageOf(link.href, src) ? [link.href, src] : [src];
  return [{ node, src, candidates: [...new Set(candidates)], alt: attribute(node, 'alt') ?? '' }];
}

/** Sets the URL, and removes a link to the same image in another size: readers can enlarge images of this site. */
export function showAs({ node, src }: ImageElement, url: string): void {
  setAttribute(node, 'src', url);
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
    if (parent.tagName !== 'span') return null;
    child = parent;
  }
  return null;
}
