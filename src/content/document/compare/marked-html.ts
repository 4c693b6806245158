import { type Change, changes } from './changes.ts';
import { blocksOf, htmlTokens } from './html-tokens.ts';

/** An element that contains a word. Its id tells elements with the same tag apart. */
type Element = { id: object; name: string; tag: string };
/** A word, a run of blanks or an element without text, with the elements around it, outermost first. */
type Leaf = { html: string; path: Element[]; key: string };

const words = /\s+|&[a-z0-9#]+;|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/giu;
/** Blanks between these are not text. */
const containers = new Set(
  'ul ol dl table thead tbody tfoot tr figure div blockquote details aside'.split(' '),
);
/** More words than this in one change are marked as a whole. */
const maxWords = 20_000;

/**
 * The later of two documents as HTML, with `ins` and `del` around what changed: by blocks first, then by words within blocks
 * that were rewritten. A word whose formatting changed counts as changed.
 */
export function markedHtml(before: string, after: string): string {
  const parts = changes(blocksOf(before), blocksOf(after), (block) => block);
  const itemsOf = (at: number, kind: Change<string>['kind']) =>
    parts[at]?.kind === kind ? parts[at].items : [];
  return parts
    .map(({ kind, items }, at) => {
      if (kind === 'same') return items.join('');
      if (kind === 'removed') return markedWords(items, itemsOf(at + 1, 'added'));
      return itemsOf(at - 1, 'removed').length > 0 ? '' : markedWords([], items);
    })
    .join('');
}

function markedWords(before: readonly string[], after: readonly string[]): string {
  const [old, now] = [leavesOf(before.join('')), leavesOf(after.join(''))];
  const isLong = old.length + now.length > maxWords;
  const parts: Change<Leaf>[] = isLong
    ? [
        { kind: 'removed', items: old },
        { kind: 'added', items: now },
      ]
    : changes(old, now, ({ key }) => key);
  return written(parts, isLong ? new Map() : counterparts(old, parts));
}

/** For each element of the earlier document the one that took its place: words that are the same in both show it. */
function counterparts(old: readonly Leaf[], parts: readonly Change<Leaf>[]): Map<object, Element> {
  const found = new Map<object, Element>();
  let at = 0;
  for (const { kind, items } of parts) {
    if (kind === 'added') continue;
    for (const leaf of items) {
      const earlier = old[at++];
      if (kind === 'removed' || !earlier || isBlank(leaf)) continue;
      for (const [depth, { id }] of earlier.path.entries()) {
        const element = leaf.path[depth];
        if (element && !found.has(id)) found.set(id, element);
      }
    }
  }
  return found;
}

const isBlank = ({ html }: Leaf): boolean => html.trim() === '';

/** Writes the leaves one after another, and closes and opens the elements between them. */
function written(parts: readonly Change<Leaf>[], counterpart: ReadonlyMap<object, Element>): string {
  let html = '';
  let open: Element[] = [];
  let mark: 'ins' | 'del' | null = null;
  const setMark = (next: typeof mark) => {
    if (next === mark) return;
    if (mark) html += `</${mark}>`;
    if (next) html += `<${next}>`;
    mark = next;
  };
  const moveTo = (path: Element[]) => {
    let common = 0;
    while (common < path.length && common < open.length && open[common]?.id === path[common]?.id) common++;
    if (common === open.length && common === path.length) return;
    setMark(null);
    for (const { name } of open.slice(common).reverse()) html += `</${name}>`;
    for (const { tag } of path.slice(common)) html += tag;
    open = path;
  };
  for (const { kind, items } of parts)
    for (const { html: leaf, path } of items) {
      moveTo(kind === 'removed' ? path.map((element) => counterpart.get(element.id) ?? element) : path);
      setMark(kind === 'same' ? null : kind === 'added' ? 'ins' : 'del');
      html += leaf;
    }
  moveTo([]);
  setMark(null);
  return html;
}

function leavesOf(html: string): Leaf[] {
  const leaves: Leaf[] = [];
  const path: Element[] = [];
  const add = (leaf: string) =>
    leaves.push({ html: leaf, path: [...path], key: `${path.map(({ tag }) => tag).join('')}${leaf}` });
  let isEmpty = false;
  for (const token of htmlTokens(html)) {
    if (token.kind === 'open') path.push({ id: {}, name: token.name, tag: token.html });
    else if (token.kind === 'close') {
      // An empty element, such as a table cell, would have no leaf.
      if (isEmpty) add('');
      path.pop();
    } else if (token.kind === 'void') add(token.html);
    else if (token.html.trim() !== '' || (path.length > 0 && !containers.has(path.at(-1)?.name ?? '')))
      for (const [word] of token.html.matchAll(words)) add(word);
    isEmpty = token.kind === 'open';
  }
  return leaves;
}
