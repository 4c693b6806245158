import { parse } from '../../../src/content/document/parse.ts';
import {
  attribute,
  type Element,
  isBlock,
  isElement,
  isText,
  type Node,
  type Parent,
} from '../../../src/content/document/tree.ts';

type Leaf = { block: string; marks: string[]; content: string };

/**
 * A normal form of HTML: each run of text with its blocks and marks. It ignores the nesting order of marks, where runs are
 * split, and the notation of colors.
 */
export function meaning(html: string): Leaf[] {
  const leaves: Leaf[] = [];
  collect(parse(html), '', leaves);
  return leaves.reduce<Leaf[]>((merged, leaf) => {
    const last = merged.at(-1);
    const joins = last && !/^</.test(leaf.content) && !/^</.test(last.content);
    if (joins && last.block === leaf.block && last.marks.join() === leaf.marks.join())
      last.content += leaf.content;
    else merged.push({ ...leaf });
    return merged;
  }, []);
}

function collect(parent: Parent, outer: string, leaves: Leaf[]): void {
  let count = 0;
  let inLoose = false;
  for (const child of parent.childNodes) {
    if (!inLoose && isText(child) && child.value.trim() === '') continue;
    const block = isElement(child) && isBlock(child) ? child : null;
    if (block || !inLoose) count += 1;
    inLoose = block === null;
    // The editor treats text directly in a list item as a paragraph.
    const path = `${outer}/${count}:${block ? open(block) : '<p>'}`;
    if (block === null) inline(child, path, [], leaves);
    else if (block.childNodes.length === 0) leaves.push({ block: path, marks: [], content: '<>' });
    else if (holdsText(block)) line(block, path, [], leaves);
    else collect(block, path, leaves);
  }
}

function holdsText(node: Element): boolean {
  return /^(?:p|h[1-6]|pre)$/.test(node.tagName);
}

function line(parent: Element, block: string, marks: string[], leaves: Leaf[]): void {
  for (const child of parent.childNodes) inline(child, block, marks, leaves);
}

function inline(node: Node, block: string, marks: string[], leaves: Leaf[]): void {
  if (isText(node))
    leaves.push({
      block,
      marks,
      content: /:<pre/.test(block)
        ? node.value
        : node.value.replace(/\s+/g, (blank) => (blank.includes('\u00a0') ? blank : ' ')),
    });
  else if (!isElement(node)) return;
  else if (node.tagName === 'br' || node.tagName === 'img')
    leaves.push({ block, marks, content: open(node) });
  else line(node, block, withMark(marks, node), leaves);
}

/** Of nested colors, the inner one applies. */
function withMark(marks: string[], node: Element): string[] {
  const added = node.tagName === 'span' ? declarations(node) : [open(node)];
  const kinds = added.map((mark) => mark.split(':')[0]);
  return [...new Set([...marks.filter((mark) => !kinds.includes(mark.split(':')[0])), ...added])].sort();
}

function open(node: Element): string {
  const attributes = node.attrs.map(
    ({ name, value }) => ` ${name}=${name === 'style' ? declarations(node).join() : value}`,
  );
  return `<${node.tagName}${attributes.sort().join('')}>`;
}

function declarations(node: Element): string[] {
  return (attribute(node, 'style') ?? '')
    .split(';')
    .map((declaration) =>
      declaration
        .trim()
        .replace(/:\s*/, ':')
        .replace(/#[\da-f]{6}/gi, inRgb),
    )
    .filter(Boolean);
}

function inRgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
