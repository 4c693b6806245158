import { storable } from './characters.ts';
import { alignmentStyle, colorStyle } from './style.ts';
import { type Attributes, attribute, type Element, isElement } from './tree.ts';
import { imageUrlInHtml, linkUrlInHtml } from './url.ts';

export type Mark = { name: string; attributes: Attributes };

const markNames: Record<string, string> = {
  a: 'a',
  b: 'strong',
  code: 'code',
  del: 's',
  em: 'em',
  i: 'em',
  ins: 'u',
  s: 's',
  span: 'span',
  strike: 's',
  strong: 'strong',
  u: 'u',
};

export function isMark(name: string): boolean {
  return Object.hasOwn(markNames, name);
}

/** The mark of an inline element; null when it has no effect, like a link without a URL. */
export function markOf(node: Element): Mark | null {
  const name = markNames[node.tagName] ?? node.tagName;
  if (name !== 'a' && name !== 'span') return { name, attributes: [] };
  const attributes = name === 'a' ? linkAttributes(node) : styled(colorStyle(styleOf(node)));
  return attributes.length > 0 ? { name, attributes } : null;
}

function styleOf(node: Element): string {
  return storable(attribute(node, 'style') ?? '');
}

function styled(style: string): Attributes {
  return style ? [{ name: 'style', value: style }] : [];
}

export function alignment(node: Element): Attributes {
  return styled(alignmentStyle(styleOf(node), attribute(node, 'align')));
}

type Normalizers = Record<string, (value: string) => string | null>;

/** Attributes without a normalizer, or whose normalizer returns null, are dropped. The order stays. */
function allowedAttributes(node: Element, normalizers: Normalizers): Attributes {
  return node.attrs.flatMap(({ name, value }) => {
    const normalized = Object.hasOwn(normalizers, name) ? normalizers[name]?.(storable(value)) : null;
    return normalized === null || normalized === undefined ? [] : [{ name, value: normalized }];
  });
}

const linkRelations = new Set(['author', 'external', 'license', 'me', 'nofollow', 'noopener', 'noreferrer']);

function linkAttributes(node: Element): Attributes {
  const attributes = allowedAttributes(node, {
    href: linkUrlInHtml,
    title: (value) => value,
    target: (value) => (/^_(?:blank|self)$/i.test(value) ? value.toLowerCase() : null),
  });
  if (!attributes.some(({ name }) => name === 'href')) return [];
  const rel = new Set(
    (attribute(node, 'rel') ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => linkRelations.has(word)),
  );
  const opensTab = attributes.some(({ name, value }) => name === 'target' && value === '_blank');
  if (opensTab && !rel.has('noreferrer')) rel.add('noopener');
  return rel.size > 0 ? [...attributes, { name: 'rel', value: [...rel].join(' ') }] : attributes;
}

export function imageAttributes(node: Element): Attributes | null {
  const attributes = allowedAttributes(node, {
    src: imageUrlInHtml,
    alt: (value) => value,
    title: (value) => value,
    width: (value) => /^\s*0*([1-9]\d{0,3})(?:\.\d+)?(?:px)?\s*$/i.exec(value)?.[1]?.concat('px') ?? null,
  });
  return attributes.some(({ name }) => name === 'src') ? attributes : null;
}

export function listAttributes(node: Element): Attributes {
  if (node.tagName !== 'ol') return [];
  return allowedAttributes(node, { start: (value) => /^\s*(-?\d{1,9})\s*$/.exec(value)?.[1] ?? null });
}

function span(value: string): string | null {
  return /^\s*0*([1-9]\d{0,2})\s*$/.exec(value)?.[1] ?? null;
}

export function cellAttributes(node: Element): Attributes {
  return [...allowedAttributes(node, { colspan: span, rowspan: span }), ...alignment(node)];
}

export function codeLanguage(pre: Element): string | null {
  const code = pre.childNodes.find((child): child is Element => isElement(child) && child.tagName === 'code');
  for (const node of code ? [code, pre] : [pre]) {
    const name = /(?:^|\s)lang(?:uage)?-([a-z\d][a-z\d+#._-]{0,30})(?:\s|$)/i.exec(
      attribute(node, 'class') ?? '',
    )?.[1];
    if (name) return `language-${name.toLowerCase()}`;
  }
  return null;
}
