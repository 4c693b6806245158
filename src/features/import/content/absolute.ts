import { attribute, elements, type Fragment, setAttribute } from '../../../content/document/tree.ts';
import type { ConvertOptions } from './options.ts';

const urlAttributes: Record<string, string[]> = {
  a: ['href'],
  img: ['src'],
  audio: ['src'],
  video: ['src', 'poster'],
  source: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
};
const ownAttributes = ['src', 'poster', 'data-src'];

/** Sets the URLs that the reader of a format knows better. */
export function rewriteUrls(tree: Fragment, { imageUrl, linkUrl }: ConvertOptions): void {
  if (!imageUrl && !linkUrl) return;
  for (const node of elements(tree)) {
    const isPlayer = /^(?:img|video|audio|source|embed|input)$/.test(node.tagName);
    const names = node.tagName === 'a' ? ['href'] : isPlayer ? ownAttributes : [];
    const rewritten = isPlayer ? imageUrl : linkUrl;
    for (const name of names) {
      const value = attribute(node, name);
      if (value !== undefined && rewritten) setAttribute(node, name, rewritten(value));
    }
  }
}

/** Resolves relative URLs against the URL of the post in the source. Links within the page stay. */
export function makeAbsolute(tree: Fragment, baseUrl: string | undefined): void {
  const base = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (!base) return;
  for (const node of elements(tree)) {
    const names = Object.hasOwn(urlAttributes, node.tagName) ? urlAttributes[node.tagName] : undefined;
    for (const name of names ?? []) {
      const value = attribute(node, name)?.trim();
      if (value && isRelative(value)) setAttribute(node, name, resolved(value, base) ?? value);
    }
  }
}

function isRelative(value: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]{0,30}:|#|\[|\{)/i.test(value);
}

/** `www.example.org/page` was meant as another site, `page.html` as a neighbor. */
function resolved(value: string, base: URL): string | null {
  if (/^www\.[\w-]{1,63}\.\w/i.test(value)) return `http://${value}`;
  return URL.parse(value, base)?.href ?? null;
}
