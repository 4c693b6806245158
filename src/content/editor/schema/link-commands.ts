import { type Editor, getMarkRange } from '@tiptap/core';
import { destination, type LinkAttributes, newLink } from './link.ts';

type LinkTarget = {
  from: number;
  to: number;
  text: string;
  /** The text exists already, so only its link can be changed. */
  locked: boolean;
  link: LinkAttributes | null;
  hasLink: boolean;
};

/** The range to link: the link around the selection, or else the selection. */
export function linkAt({ state, schema }: Editor): LinkTarget {
  const { selection, doc } = state;
  const type = schema.marks.link;
  const around = type && getMarkRange(selection.$from, type);
  const inside = around && selection.from >= around.from && selection.to <= around.to ? around : null;
  const { from, to } = inside ?? selection;
  const link = inside ? linkMarkAt(doc.nodeAt(from)?.marks) : null;
  return {
    from,
    to,
    text: doc.textBetween(from, to, ' ', (leaf) => leaf.attrs.alt ?? ' '),
    locked: from < to,
    link,
    hasLink: link !== null || (type !== undefined && doc.rangeHasMark(from, to, type)),
  };
}

function linkMarkAt(marks: Editor['state']['storedMarks'] | undefined): LinkAttributes | null {
  return (marks?.find((mark) => mark.type.name === 'link')?.attrs as LinkAttributes | undefined) ?? null;
}

export function setLink(
  editor: Editor,
  { from, to, locked, link }: LinkTarget,
  { href, text, inNewTab }: { href: string; text: string; inNewTab: boolean },
): void {
  const { tr, schema, selection, storedMarks } = editor.state;
  const attributes = link
    ? { ...link, href, ...destination(inNewTab, link.rel ?? '') }
    : newLink(href, inNewTab);
  const mark = schema.mark('link', attributes);
  if (locked) tr.addMark(from, to, mark);
  else {
    const marks = storedMarks ?? selection.$from.marks();
    tr.replaceRangeWith(from, to, schema.text(text, mark.addToSet(marks)));
    tr.setStoredMarks(marks);
  }
  editor.view.dispatch(tr.scrollIntoView());
}

export function removeLink(editor: Editor, { from, to }: LinkTarget): void {
  const type = editor.schema.marks.link;
  if (type) editor.view.dispatch(editor.state.tr.removeMark(from, to, type).scrollIntoView());
}
