import { calloutKinds } from './block-syntax.ts';
import type { Level } from './escape.ts';
import { htmlBlock } from './html-block.ts';
import {
  attributeOf,
  hasOnlyAttributes,
  isElement,
  type Markup,
  type MarkupElement,
  openTag,
  serialize,
  textOf,
} from './markup.ts';
import { type Notes, writeInline, writeLines } from './write-inline.ts';
import { writeTable } from './write-table.ts';

/** How a block is written: as Markdown of a level, as HTML, or as HTML on a single line. */
export type BlockLevel = Level | 'html' | 'line';

/** Blocks that are not written as Markdown of the lightest level, because it would not be read as the same block. */
export type Levels = Map<Markup, BlockLevel>;

type Context = { levels: Levels; notes: Notes; level: Level; isInItem: boolean };
type Marker = '-' | '*' | '.' | ')';

const separator = '<!-- -->';

/** The Markdown of each block. Separated by blank lines they are a document. */
export function writeBlocks(nodes: Markup[], levels: Levels, notes: Notes): string[] {
  return blocks(nodes, { levels, notes, level: 'light', isInItem: false });
}

function blocks(nodes: Markup[], context: Context): string[] {
  const written: string[] = [];
  let marker: Marker | null = null;
  nodes.forEach((node, index) => {
    const level = context.levels.get(node) ?? context.level;
    const previous = nodes[index - 1];
    if (level === 'html' || level === 'line' || !isElement(node)) {
      written.push(htmlBlock(node, level === 'line' || !isElement(node)));
      marker = null;
      return;
    }
    marker = nextMarker(node, marker);
    const text = block(node, { ...context, level }, marker) ?? htmlBlock(node, false);
    const isMerged = node.name === 'dl' && isElement(previous) && previous.name === 'dl';
    written.push(isMerged ? `${separator}\n\n${text}` : text);
  });
  return written;
}

/** Neighboring lists are only distinguished by their markers. */
function nextMarker({ name }: MarkupElement, previous: Marker | null): Marker | null {
  if (name === 'ul') return previous === '-' ? '*' : '-';
  if (name === 'ol') return previous === '.' ? ')' : '.';
  return null;
}

/** The Markdown of a block; null where Markdown has no notation. */
function block(node: MarkupElement, context: Context, marker: Marker | null): string | null {
  switch (node.name) {
    case 'p':
      return isPlain(node) && node.children.length > 0 ? paragraph(node, context, false) : null;
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return isPlain(node) ? heading(node, context) : null;
    case 'hr':
      return context.isInItem ? '***' : '---';
    case 'pre':
      return fence(node);
    case 'blockquote':
      return isPlain(node) ? quote(blocks(node.children, { ...context, isInItem: false })) : null;
    case 'aside':
      return callout(node, context);
    case 'ul':
    case 'ol':
      return marker ? list(node, context, marker) : null;
    case 'dl':
      return isPlain(node) ? definitionList(node, context) : null;
    case 'table':
      return writeTable(node, { ...context, isOneLine: true });
    case 'details':
      return details(node, context);
    case 'div':
      return hasOnlyAttributes(node, 'class') && attributeOf(node, 'class') === 'math' ? formula(node) : null;
    case 'nav':
      return attributeOf(node, 'class') === 'toc' ? '[TOC]' : null;
    default:
      return null;
  }
}

function isPlain(node: MarkupElement): boolean {
  return node.attributes.length === 0;
}

function paragraph(node: MarkupElement, { level, notes }: Context, isOneLine: boolean): string {
  return writeLines(node.children, { level, notes, isOneLine });
}

function heading(node: MarkupElement, { level, notes }: Context): string {
  // Signs at the end of a heading would be read as its closing sequence.
  const text = writeInline(node.children, { level, notes, isOneLine: true }).replace(/(^|\s)(#+)$/, '$1\\$2');
  return `${'#'.repeat(Number(node.name[1]))} ${text}`.trimEnd();
}

function fence(pre: MarkupElement): string | null {
  const [code, ...others] = pre.children;
  if (!isPlain(pre) || !isElement(code) || code.name !== 'code' || others.length > 0) return null;
  const language = /^language-(\S+)$/.exec(attributeOf(code, 'class') ?? '')?.[1] ?? '';
  if (code.attributes.length > 0 && (language === '' || !hasOnlyAttributes(code, 'class'))) return null;
  const text = textOf(code.children);
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text === '' ? '' : `${text}\n`}${ticks}`;
}

function quote(inner: string[]): string {
  return prefixed(inner.join('\n\n'), '> ');
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
    .join('\n');
}

function callout(node: MarkupElement, context: Context): string | null {
  const kind = /^callout (\w+)$/.exec(attributeOf(node, 'class') ?? '')?.[1] ?? '';
  if (!hasOnlyAttributes(node, 'class') || !calloutKinds.includes(kind)) return null;
  const inner = blocks(node.children, { ...context, isInItem: false });
  const [first] = node.children;
  const isText = isElement(first) && first.name === 'p' && !inner[0]?.startsWith('<');
  return quote([
    isText ? `[!${kind.toUpperCase()}]\n${inner.shift()}` : `[!${kind.toUpperCase()}]`,
    ...inner,
  ]);
}

function list(node: MarkupElement, context: Context, marker: Marker): string | null {
  const isTasks = attributeOf(node, 'class') === 'tasks';
  const start = Number(attributeOf(node, 'start') ?? 1);
  if (start < 0 || (node.attributes.length > 0 && !isTasks && node.name === 'ul')) return null;
  const items = node.children.map((item, index) => {
    const sign = node.name === 'ul' ? marker : `${Math.min(start + index, 999_999_999)}${marker}`;
    return isElement(item) && item.name === 'li' ? listItem(item, sign, isTasks, context) : null;
  });
  if (items.includes(null)) return null;
  return items.join(node.children.every(isTight) ? '\n' : '\n\n');
}

function listItem(item: MarkupElement, sign: string, isTask: boolean, context: Context): string | null {
  const isDone = attributeOf(item, 'class') === 'done';
  if (item.attributes.length > 0 && !(isTask && isDone)) return null;
  const [first, ...rest] = item.children;
  const box = isTask ? `[${isDone ? 'x' : ' '}] ` : '';
  const inner = blocks(item.children, { ...context, isInItem: true });
  // An empty paragraph at the start of an item needs no text.
  if (
    isElement(first) &&
    first.name === 'p' &&
    serialize([first]) === '<p></p>' &&
    (isTask || rest.length === 0)
  )
    inner[0] = '';
  else if (isTask && !(isElement(first) && first.name === 'p' && !inner[0]?.startsWith('<p'))) return null;
  const text = inner.join(isTight(item) ? '\n' : '\n\n');
  const indented = prefixed(text, ' '.repeat(sign.length + 1)).replaceAll(/^ +$/gm, '');
  return `${sign} ${box}${indented.slice(sign.length + 1)}`.trimEnd();
}

/** Whether an item has one block, or lists below its first one, so that it reads well without blank lines. */
function isTight(item: Markup): boolean {
  return (
    isElement(item) && item.children.slice(1).every((child) => isElement(child) && /^[uo]l$/.test(child.name))
  );
}

function definitionList(node: MarkupElement, context: Context): string | null {
  let text = '';
  let previous = '';
  for (const part of node.children) {
    if (!isElement(part) || !isPlain(part)) return null;
    if (part.name === 'dt') {
      if (previous === 'dt' || part.children.length === 0) return null;
      text += `${text ? '\n\n' : ''}${paragraph(part, context, true)}`;
    } else if (previous === '') return null;
    else
      text += `\n: ${prefixed(blocks(part.children, { ...context, isInItem: true }).join('\n\n'), '  ').slice(2)}`;
    previous = part.name;
  }
  return previous === 'dd' ? text : null;
}

function details(node: MarkupElement, context: Context): string | null {
  const [summary, ...content] = node.children;
  if (!isElement(summary) || summary.name !== 'summary') return null;
  const opening = `${openTag(node)}\n${serialize([summary])}`;
  return [opening, ...blocks(content, { ...context, isInItem: false }), '</details>'].join('\n\n');
}

function formula(node: MarkupElement): string {
  const tex = textOf(node.children);
  return `$$\n${tex === '' ? '' : `${tex}\n`}$$`;
}
