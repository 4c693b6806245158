import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { type Match, patternOf, type Query, Search } from './search.ts';

type FindState = {
  search: Search | null;
  matches: readonly Match[];
  /** The index of the selected match; -1 without one. */
  current: number;
  decorations: DecorationSet;
};

type Meta = { query: Query | null } | { current: number };

const key = new PluginKey<FindState>('find');
const none: FindState = { search: null, matches: [], current: -1, decorations: DecorationSet.empty };

function show(doc: Node, search: Search, matches: readonly Match[], current: number): FindState {
  const decorations = matches.map(({ from, to }, at) =>
    Decoration.inline(from, to, {
      class: at === current ? 'editor-match editor-match-current' : 'editor-match',
    }),
  );
  return { search, matches, current, decorations: DecorationSet.create(doc, decorations) };
}

const firstFrom = (matches: readonly Match[], position: number): number => {
  const index = matches.findIndex(({ to }) => to >= position);
  return index === -1 && matches.length > 0 ? 0 : index;
};

/** Highlights the matches of a search. Opening and closing is up to the find bar. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<FindState>({
      key,
      state: {
        init: () => none,
        apply(tr, before, _old, state) {
          const meta: Meta | undefined = tr.getMeta(key);
          if (meta && 'query' in meta) {
            const pattern = meta.query && patternOf(meta.query);
            if (!pattern) return none;
            const search = new Search(pattern);
            const matches = search.in(state.doc);
            return show(state.doc, search, matches, firstFrom(matches, state.selection.from));
          }
          if (!before.search) return before;
          if (meta) return show(state.doc, before.search, before.matches, meta.current);
          if (!tr.docChanged) return before;
          const matches = before.search.in(state.doc);
          return show(state.doc, before.search, matches, Math.min(before.current, matches.length - 1));
        },
      },
      props: { decorations: (state) => key.getState(state)?.decorations },
    }),
  ],
});

export function findState(state: EditorState): Pick<FindState, 'matches' | 'current'> {
  return key.getState(state) ?? none;
}

/** Starts or ends a search. */
export function setQuery(view: EditorView, query: Query | null): void {
  view.dispatch(view.state.tr.setMeta(key, { query } satisfies Meta));
}

/** Selects the next or previous match, around the end of the text, and scrolls to it. */
export function step(view: EditorView, by: -1 | 1): void {
  const { matches, current } = findState(view.state);
  if (matches.length > 0) select(view, (current + by + matches.length) % matches.length);
}

export function select(view: EditorView, index: number): void {
  const match = findState(view.state).matches[index];
  if (!match) return;
  const { tr } = view.state;
  tr.setSelection(TextSelection.create(tr.doc, match.from, match.to));
  view.dispatch(tr.setMeta(key, { current: index } satisfies Meta));
  // ProseMirror scrolls only while the text has the focus.
  const { node } = view.domAtPos(match.from);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: 'center', inline: 'nearest' });
}

function replaceAt(tr: EditorState['tr'], { from, to }: Match, text: string): void {
  if (text === '') tr.delete(from, to);
  else tr.insertText(text, from, to);
}

/** Replaces the selected match and goes to the next one. */
export function replaceCurrent(view: EditorView, text: string): void {
  const { matches, current } = findState(view.state);
  const match = matches[current];
  if (!match) return;
  const { tr } = view.state;
  replaceAt(tr, match, text);
  view.dispatch(closeHistory(tr));
  const after = findState(view.state).matches.findIndex(({ from }) => from >= match.from + text.length);
  select(view, after === -1 ? 0 : after);
}

/** Replaces all matches as one undo step. Returns how many there were. */
export function replaceAll(view: EditorView, text: string): number {
  const { matches } = findState(view.state);
  const { tr, doc } = view.state;
  // From the end, so that the positions of the others stay valid.
  for (const group of byBlock(doc, matches).reverse()) replaceInBlock(tr, group, text);
  if (matches.length > 0) view.dispatch(closeHistory(tr));
  return matches.length;
}

type Group = { block: Node; start: number; matches: Match[] };

/** Consecutive matches of a block, which one step can replace: thousands of steps would take seconds. */
function byBlock(doc: Node, matches: readonly Match[]): Group[] {
  const groups: Group[] = [];
  for (const match of matches) {
    const $from = doc.resolve(match.from);
    const last = groups.at(-1);
    if (last?.block === $from.parent && last.start === $from.start()) last.matches.push(match);
    else groups.push({ block: $from.parent, start: $from.start(), matches: [match] });
  }
  return groups;
}

function replaceInBlock(tr: EditorState['tr'], { block, start, matches }: Group, text: string): void {
  const [first, last] = [matches[0], matches.at(-1)];
  if (!first || !last) return;
  let content = Fragment.empty;
  let end = first.from - start;
  for (const match of matches) {
    const marks = block.nodeAt(match.from - start)?.marks ?? [];
    content = content.append(block.content.cut(end, match.from - start));
    if (text !== '') content = content.append(Fragment.from(block.type.schema.text(text, marks)));
    end = match.to - start;
  }
  tr.replaceWith(first.from, last.to, content);
}
