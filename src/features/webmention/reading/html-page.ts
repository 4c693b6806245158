import { parseDocument } from '../../../content/document/parse.ts';
import {
  attribute,
  type Document,
  type Element,
  isBlock,
  isElement,
  type Node,
  textContent,
} from '../../../content/document/tree.ts';

/** Attributes that refer to another page, on elements that readers see or follow. */
const linkAttributes = ['href', 'src', 'cite', 'data', 'poster'];
const noLinks = new Set(['script', 'style', 'base', 'meta']);

export type HtmlPage = {
  document: Document;
  /** What relative URLs are resolved against. */
  base: string;
  title: string;
  /** Says that it was deleted, as pages of servers do that cannot send status 410. */
  isGone: boolean;
};

export function parsePage(html: string, url: string): HtmlPage {
  const document = parseDocument(html);
  let base: string | null = null;
  let title: string | null = null;
  let isGone = false;
  for (const element of elementsOf(document)) {
    if (element.tagName === 'base') base ??= resolved(attribute(element, 'href'), url);
    if (element.tagName === 'title') title ??= textContent(element).replace(/\s+/g, ' ').trim();
    if (element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'status')
      isGone ||= /^\s*410\b/.test(attribute(element, 'content') ?? '');
  }
  return { document, base: base ?? url, title: title ?? '', isGone };
}

/**
 * All elements in document order, without recursion. The content of templates and comments, and that of scripts and noscript,
 * is no part of it.
 */
function* elementsOf(document: Document): Generator<Element> {
  const next: Node[] = [...document.childNodes].reverse();
  for (let node = next.pop(); node; node = next.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (let index = node.childNodes.length - 1; index >= 0; index--)
      next.push(node.childNodes[index] as Node);
  }
}

/** The first element that links to exactly this URL. */
export function linkTo({ document, base }: HtmlPage, target: string): Element | null {
  for (const element of elementsOf(document)) {
    if (noLinks.has(element.tagName)) continue;
    for (const { name, value } of element.attrs)
      if (linkAttributes.includes(name) && resolved(value, base) === target) return element;
  }
  return null;
}

/** The text of the paragraph that an element is in. */
export function paragraphAround(element: Element): string {
  let around: Element = element;
  while (!isBlock(around) && around.parentNode && 'tagName' in around.parentNode) around = around.parentNode;
  return ['body', 'html', 'head', 'link'].includes(around.tagName) ? '' : textContent(around);
}

/** In the form in which URLs are compared; null for what is no URL of the web. */
export function resolved(value: string | undefined, base: string): string | null {
  const url = value === undefined ? null : URL.parse(value, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
