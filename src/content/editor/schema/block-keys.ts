import { type Editor, Extension } from '@tiptap/core';
import type { ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';

const captioned = new Set(['figure', 'media']);
/** Blocks that the cursor can stand before and after even where no text is, at the start and end of a post. */
const gaps = new Set(['callout', 'codeBlock', 'columns', 'definitionList', 'details', 'blockquote']);

/** Enter, Backspace and Escape where a caption, summary or definition is not simply text. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  priority: 120,
  extendNodeSchema: ({ name }) => ({ createGapCursor: gaps.has(name) }),
  addKeyboardShortcuts() {
    const at =
      (keys: Record<string, (editor: Editor, $from: ResolvedPos) => boolean>) =>
      ({ editor }: { editor: Editor }) => {
        const { $from, empty } = editor.state.selection;
        const { name } = $from.parent.type;
        return ((empty && keys[captioned.has(name) ? 'caption' : name]?.(editor, $from)) || false) as boolean;
      };
    return {
      Enter: at({
        caption: leaveCaption,
        detailsSummary: (editor, $from) => moveTo(editor, $from.after() + 1),
        definitionTerm: enterInTerm,
        paragraph: enterInDefinition,
      }),
      Backspace: at({
        caption: selectFigure,
        detailsSummary: unwrapDetails,
        definitionTerm: leaveEmptyTerm,
        paragraph: backspaceInDefinition,
      }),
      Escape: at({ caption: (editor, $from) => selectNode(editor, $from.before()) }),
      'Alt-ArrowLeft': ({ editor }) => editor.commands.moveFigure(-1),
      'Alt-ArrowRight': ({ editor }) => editor.commands.moveFigure(1),
    };
  },
});

function moveTo({ view, state: { doc, tr } }: Editor, position: number): boolean {
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(position))).scrollIntoView());
  return true;
}

function selectNode({ view, state: { doc, tr } }: Editor, position: number): boolean {
  view.dispatch(tr.setSelection(NodeSelection.create(doc, position)).scrollIntoView());
  return true;
}

/** Goes on in the text after the figure, or after the gallery that it belongs to. */
function leaveCaption({ view, state, schema }: Editor, $from: ResolvedPos): boolean {
  const isInGallery = $from.depth > 1 && $from.node(-1).type.name === 'gallery';
  const after = $from.after(isInGallery ? -1 : undefined);
  const { tr } = state;
  const isAtEnd = $from.parentOffset === $from.parent.content.size;
  const next = state.doc.resolve(after).nodeAfter;
  if (isAtEnd && !next?.isTextblock) tr.insert(after, schema.node('paragraph'));
  else if (!isAtEnd) {
    tr.insert(after, schema.node('paragraph', null, $from.parent.content.cut($from.parentOffset)));
    tr.delete($from.pos, $from.end());
  }
  const target = tr.mapping.map(after, -1);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(target))).scrollIntoView());
  return true;
}

/** A second Backspace deletes the figure. */
function selectFigure(editor: Editor, $from: ResolvedPos): boolean {
  return $from.parentOffset === 0 && selectNode(editor, $from.before());
}

/** Summary and text become paragraphs. */
function unwrapDetails({ view, state, schema }: Editor, $from: ResolvedPos): boolean {
  if ($from.parentOffset > 0) return false;
  const details = $from.node(-1);
  const start = $from.before(-1);
  const summary = schema.node('paragraph', null, $from.parent.content);
  const { tr } = state;
  tr.replaceWith(start, start + details.nodeSize, [summary, ...details.children.slice(1)]);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, start + 1)).scrollIntoView());
  return true;
}

/** After a term comes its definition; an empty term ends the list. */
function enterInTerm(editor: Editor, $from: ResolvedPos): boolean {
  if ($from.parent.content.size === 0) return leaveEmptyTerm(editor, $from);
  const { view, state, schema } = editor;
  const { tr } = state;
  const rest = $from.parent.content.cut($from.parentOffset);
  tr.delete($from.pos, $from.end());
  const after = tr.mapping.map($from.after());
  const definition = schema.node('definition', null, schema.node('paragraph', null, rest));
  tr.insert(after, definition);
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 2)).scrollIntoView());
  return true;
}

/** Enter in an empty paragraph at the end of a definition starts the next term. */
function enterInDefinition({ view, state, schema }: Editor, $from: ResolvedPos): boolean {
  const definition = $from.depth > 1 ? $from.node(-1) : null;
  if (definition?.type.name !== 'definition' || $from.parent.content.size > 0) return false;
  if ($from.index(-1) !== definition.childCount - 1 || definition.childCount === 1) return false;
  const { tr } = state;
  tr.delete($from.before(), $from.after());
  const after = tr.mapping.map($from.after(-1));
  tr.insert(after, schema.node('definitionTerm'));
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
}

/** An empty term becomes a paragraph after the part of the list before it. */
function leaveEmptyTerm({ view, state, schema }: Editor, $from: ResolvedPos): boolean {
  if ($from.parent.content.size > 0) return false;
  const list = $from.node(-1);
  const index = $from.index(-1);
  const start = $from.before(-1);
  const parts = [list.children.slice(0, index), list.children.slice(index + 1)];
  const [before, after] = parts.map((children) =>
    children.length > 0 ? [list.type.create(null, children)] : [],
  );
  const { tr } = state;
  const paragraph = schema.node('paragraph');
  tr.replaceWith(start, start + list.nodeSize, [...(before ?? []), paragraph, ...(after ?? [])]);
  const position = start + (before?.[0]?.nodeSize ?? 0) + 1;
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position)).scrollIntoView());
  return true;
}

/** An empty definition is removed, and the cursor goes to the end of what is before it. */
function backspaceInDefinition({ view, state }: Editor, $from: ResolvedPos): boolean {
  const definition = $from.depth > 1 ? $from.node(-1) : null;
  if (definition?.type.name !== 'definition' || definition.childCount > 1) return false;
  if ($from.parent.content.size > 0 || $from.index(-2) === 0) return false;
  const { tr } = state;
  const start = $from.before(-1);
  tr.delete(start, $from.after(-1));
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(start), -1)).scrollIntoView());
  return true;
}
