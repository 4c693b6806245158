import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model';
import { escapeAttribute, escapeText } from '../../markdown/markup.ts';
import { writtenTexts } from './spaces.ts';
import { sectionsOf } from './table.ts';

const written = new WeakMap<Node, string>();
const voidElements = new Set(['br', 'hr', 'img']);

/**
 * Writes the stored HTML from the render rules of the schema, without a DOM. Each block is cached, because blocks that do
 * not change remain the same objects, so typing stays fast in long posts, lists and tables.
 */
export function writeHtml(doc: Node): string {
  return doc.children.map(blockHtml).join('');
}

function blockHtml(node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  const html = nodeHtml(node);
  written.set(node, html);
  return html;
}

function nodeHtml(node: Node): string {
  const render = node.type.spec.toDOM;
  if (!render) throw new Error(`${node.type.name} has no render rule.`);
  if (node.type.name === 'table') return `<table>${tableHtml(node)}</table>`;
  return elementHtml(render(node), () => contentHtml(node));
}

function contentHtml(node: Node): string {
  if (node.type.spec.code) return escapeText(node.textContent);
  if (node.inlineContent) return inlineHtml(node);
  const only = node.childCount === 1 ? node.firstChild : null;
  const isCell = node.type.name === 'tableCell' || node.type.name === 'tableHeader';
  if (isCell && only?.type.name === 'paragraph' && !only.attrs.textAlign) return inlineHtml(only);
  return node.children.map(blockHtml).join('');
}

function tableHtml(table: Node): string {
  const sections = sectionsOf(table.children);
  const rows = table.children.map((row, index) => {
    const section = sections[index];
    const open = section === sections[index - 1] ? '' : `<${section}>`;
    const close = section === sections[index + 1] ? '' : `</${section}>`;
    return open + blockHtml(row) + close;
  });
  const { caption } = table.attrs;
  return (caption ? `<caption>${escapeText(caption)}</caption>` : '') + rows.join('');
}

type Wrapper = { tag: string; open: string };

/** Neighbors share the elements of their marks, as far as their outer ones are equal. */
function inlineHtml(block: Node): string {
  const texts = writtenTexts(block);
  const active: Wrapper[] = [];
  let html = '';
  block.forEach((child, _offset, index) => {
    const wrappers = wrappersOf(child.marks);
    let shared = 0;
    while (shared < active.length && active[shared]?.open === wrappers[shared]?.open) shared += 1;
    html += closed(active.splice(shared));
    for (const wrapper of wrappers.slice(shared)) {
      html += wrapper.open;
      active.push(wrapper);
    }
    const text = texts[index];
    html += typeof text === 'string' ? escapeText(text) : nodeHtml(child);
  });
  return html + closed(active);
}

function closed(wrappers: readonly Wrapper[]): string {
  return wrappers
    .map(({ tag }) => `</${tag}>`)
    .reverse()
    .join('');
}

/** Both colors are on one element. */
function wrappersOf(marks: readonly Mark[]): Wrapper[] {
  const styles = marks.filter(({ type }) => type.name === 'textColor' || type.name === 'backgroundColor');
  return marks.flatMap((mark) => {
    const [tag, attributes] = rendered(mark);
    if (styles.indexOf(mark) > 0) return [];
    if (styles[0] !== mark) return [{ tag, open: openTag(tag, attributes) }];
    const style = styles.map((color) => rendered(color)[1].style).join(' ');
    return [{ tag, open: openTag(tag, { style }) }];
  });
}

function rendered(mark: Mark): [string, Record<string, unknown>] {
  const [tag, attributes] = parts(mark.type.spec.toDOM?.(mark, true) as DOMOutputSpec);
  return [tag, attributes];
}

function elementHtml(spec: DOMOutputSpec, content: () => string): string {
  const [tag, attributes, children] = parts(spec);
  const open = openTag(tag, attributes);
  if (voidElements.has(tag)) return open;
  const inner = children.map((child) => {
    if (child === 0) return content();
    return typeof child === 'string' ? escapeText(child) : elementHtml(child as DOMOutputSpec, content);
  });
  return `${open}${inner.join('')}</${tag}>`;
}

function parts(spec: DOMOutputSpec): [string, Record<string, unknown>, unknown[]] {
  if (!Array.isArray(spec)) throw new Error('A render rule has to return an array.');
  const [tag, second, ...rest] = spec as unknown as [string, ...unknown[]];
  const isAttributes = typeof second === 'object' && second !== null && !Array.isArray(second);
  const children = isAttributes || second === null || second === undefined ? rest : [second, ...rest];
  return [tag, isAttributes ? (second as Record<string, unknown>) : {}, children.filter(isChild)];
}

function isChild(child: unknown): boolean {
  return child !== null && child !== undefined;
}

/** The direction of blocks is set while writing and for readers, and not stored. */
function openTag(tag: string, attributes: Record<string, unknown>): string {
  const list = Object.entries(attributes)
    .filter(([name, value]) => value !== null && value !== undefined && name !== 'dir')
    .sort(([a], [b]) => Number(a === 'style') - Number(b === 'style'))
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`);
  return `<${tag}${list.join('')}>`;
}
