import { storable } from './characters.ts';
import { alignmentStyle, colorStyle } from './style.ts';
import {
  type Attributes,
  attribute,
  classesOf,
  type Element,
  hasClass,
  isElement,
  type Parent,
} from './tree.ts';
import { imageUrlInHtml, linkUrlInHtml } from './url.ts';

export type Mark = { name: string; attributes: Attributes };

const markNames: Record<string, string> = {
  a: 'a',
  abbr: 'abbr',
  acronym: 'abbr',
  b: 'strong',
  cite: 'cite',
  code: 'code',
  del: 's',
  em: 'em',
  i: 'em',
  ins: 'u',
  kbd: 'kbd',
  mark: 'mark',
  s: 's',
  samp: 'code',
  span: 'span',
  strike: 's',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  tt: 'code',
  u: 'u',
};

export function isMark(name: string): boolean {
  return Object.hasOwn(markNames, name);
}

/** The mark of an inline element; null when it has no effect, like a link without a URL. */
export function markOf(node: Element): Mark | null {
  const name = markNames[node.tagName] ?? node.tagName;
  const read = Object.hasOwn(markAttributes, name) ? markAttributes[name] : undefined;
  if (!read) return { name, attributes: [] };
  const attributes = read(node);
  return attributes.length > 0 ? { name, attributes } : null;
}

/** Marks that have no effect without attributes. */
const markAttributes: Record<string, (node: Element) => Attributes> = {
  a: linkAttributes,
  abbr: (node) => allowedAttributes(node, { title: (value) => value.trim() || null }),
  span: (node) => styled(colorStyle(styleOf(node))),
};

export function covers(outer: Mark, inner: Mark): boolean {
  if (outer.name !== inner.name) return false;
  return outer.name !== 'span' || outer.attributes[0]?.value === inner.attributes[0]?.value;
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

export function linkAttributes(node: Element): Attributes {
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
  if (isTaskList(node)) return [{ name: 'class', value: 'tasks' }];
  if (node.tagName !== 'ol') return [];
  return allowedAttributes(node, { start: (value) => /^\s*(-?\d{1,9})\s*$/.exec(value)?.[1] ?? null });
}

function isTaskList(node: Element): boolean {
  return node.tagName === 'ul' && hasClass(node, 'tasks');
}

/** `list` is the stored list that the item goes into. */
export function itemAttributes(node: Element, list: Parent): Attributes {
  const isDone = 'tagName' in list && isTaskList(list) && hasClass(node, 'done');
  return isDone ? [{ name: 'class', value: 'done' }] : [];
}

const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'];

export function calloutAttributes(node: Element): Attributes {
  const kind = classesOf(node).find((name) => calloutKinds.includes(name)) ?? 'note';
  return [{ name: 'class', value: `callout ${kind}` }];
}

export function sizeAttributes(node: Element): Attributes {
  const pixels = (value: string) => /^\s*0*([1-9]\d{0,3})(?:px)?\s*$/i.exec(value)?.[1] ?? null;
  return allowedAttributes(node, { width: pixels, height: pixels }).toSorted((a, b) =>
    a.name < b.name ? 1 : -1,
  );
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
