import { Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { findUrls, linkUrl } from '../../document/url.ts';
import { newLink } from '../schema/link.ts';

const contextLength = 100;

/** Whether the selection is in code or contains some. */
export function isInCode({ selection, doc, schema, storedMarks }: EditorState): boolean {
  const { $from, $to, from, to, empty } = selection;
  const { code } = schema.marks;
  if ($from.parent.type.spec.code || $to.parent.type.spec.code) return true;
  if (!code) return false;
  return empty ? code.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, code);
}

/** The URL, if the text is nothing else. */
export function onlyUrl(text: string): string | null {
  const trimmed = text.trim();
  if (/^(?:mailto|tel):/i.test(trimmed)) return linkUrl(trimmed);
  const [found, ...more] = findUrls(trimmed);
  return found && more.length === 0 && found.start === 0 && found.end === trimmed.length ? found.href : null;
}

/** The pasted slice with every URL in it as a link. */
export function withLinks(slice: Slice, state: EditorState): Slice {
  if (isInCode(state)) return slice;
  const joins = slice.openStart > 0 || slice.content.firstChild?.isInline;
  // Needed because `example.org` pasted right after `me@` is not a URL.
  const before = joins ? textBefore(state.selection.$from) : '';
  return new Slice(linked(slice.content, state.schema, before), slice.openStart, slice.openEnd);
}

function textBefore({ parent, parentOffset }: ResolvedPos): string {
  return parent.textBetween(Math.max(0, parentOffset - contextLength), parentOffset, '\n', '\n');
}

function linked(content: Fragment, schema: Schema, before: string): Fragment {
  if (content.firstChild?.isInline) return linkedLine(content, schema, before);
  return Fragment.from(
    content.content.map((node, index) => {
      if (node.type.spec.code || node.isLeaf) return node;
      return node.copy(linked(node.content, schema, index === 0 ? before : ''));
    }),
  );
}

function linkedLine(content: Fragment, schema: Schema, before: string): Fragment {
  const text = content.content.map(textOf).join('');
  const inContext = new Set(findUrls(before + text).map(({ start }) => start - before.length));
  const free = findUrls(text)
    .filter(({ start }) => inContext.has(start) || /^https?:/i.test(text.slice(start)))
    .filter(({ start, end }) => mayLink(content, start, end))
    .map(({ start, end, href }) => ({ start, end, mark: schema.mark('link', newLink(href)) }));
  let offset = 0;
  return Fragment.from(
    content.content.flatMap((node) => {
      const begin = offset;
      offset += node.nodeSize;
      const cuts = [begin, ...free.flatMap(({ start, end }) => [start, end]), offset].filter(
        (cut) => cut >= begin && cut <= offset,
      );
      return pairs(cuts).map(([from, to]) => {
        const piece = node.isText ? node.cut(from - begin, to - begin) : node;
        const run = free.find(({ start, end }) => start <= from && to <= end);
        return run ? piece.mark(run.mark.addToSet(piece.marks)) : piece;
      });
    }),
  );
}

function mayLink(content: Fragment, start: number, end: number): boolean {
  let free = true;
  content.nodesBetween(start, end, (node) => {
    if (node.marks.some((mark) => mark.type.spec.code || mark.type.name === 'link')) free = false;
  });
  return free;
}

function textOf(node: Node): string {
  return node.text ?? '\n'.repeat(node.nodeSize);
}

function pairs(cuts: number[]): [number, number][] {
  return cuts
    .slice(1)
    .map((cut, index): [number, number] => [cuts[index] ?? 0, cut])
    .filter(([from, to]) => from < to);
}
