import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { RootContent } from 'hast';
import type { createLowlight } from 'lowlight';

type Lowlight = ReturnType<typeof createLowlight>;
type Span = { from: number; to: number; className: string };

const maximumLength = 50_000;
const pause = 300;
/** Up to this length a block is highlighted with each key, longer ones after a pause. */
const immediateLength = 4000;
const key = new PluginKey<DecorationSet>('highlighting');

/** Highlights code while it is written. The grammars are loaded with the first code block that has a language. */
export const Highlighting = Extension.create({
  name: 'highlighting',
  addProseMirrorPlugins: () => [highlighting()],
});

function highlighting(): Plugin {
  let lowlight: Lowlight | null = null;
  let isLoading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The blocks whose decorations are in the set. Blocks that change are other objects. */
  const highlighted = new WeakSet<Node>();

  function refreshed(set: DecorationSet, doc: Node, everything: boolean): DecorationSet {
    let result = set;
    doc.descendants((node, position) => {
      if (node.type.name !== 'codeBlock') return !node.isTextblock;
      if (highlighted.has(node) || !lowlight) return false;
      if (node.textContent.length > immediateLength && !everything) return false;
      highlighted.add(node);
      result = result.remove(result.find(position, position + node.nodeSize));
      result = result.add(doc, decorationsOf(node, position, lowlight));
      return false;
    });
    return result;
  }

  function load(view: EditorView): void {
    isLoading = true;
    import('lowlight').then(({ common, createLowlight }) => {
      lowlight = createLowlight(common);
      if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false));
    });
  }

  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        if (!tr.docChanged && !tr.getMeta(key)) return set;
        return refreshed(set.map(tr.mapping, tr.doc), tr.doc, Boolean(tr.getMeta(key)));
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view: (created) => {
      const update = (view: EditorView) => {
        if (!isLoading && hasLanguage(view.state.doc)) load(view);
        clearTimeout(timer);
        if (!lowlight || !hasPending(view.state.doc, highlighted)) return;
        timer = setTimeout(() => {
          if (!view.isDestroyed)
            view.dispatch(view.state.tr.setMeta(key, true).setMeta('addToHistory', false));
        }, pause);
      };
      update(created);
      return { update, destroy: () => clearTimeout(timer) };
    },
  });
}

function hasLanguage(doc: Node): boolean {
  return someCodeBlock(doc, ({ attrs }) => attrs.language !== null);
}

function hasPending(doc: Node, highlighted: WeakSet<Node>): boolean {
  return someCodeBlock(doc, (node) => !highlighted.has(node));
}

function someCodeBlock(doc: Node, test: (node: Node) => boolean): boolean {
  let found = false;
  doc.descendants((node) => {
    if (node.type.name === 'codeBlock' && test(node)) found = true;
    return !found && !node.isTextblock;
  });
  return found;
}

function decorationsOf(node: Node, position: number, lowlight: Lowlight): Decoration[] {
  const { language } = node.attrs;
  const text = node.textContent;
  if (!language || !lowlight.registered(language) || text.length > maximumLength) return [];
  const spans: Span[] = [];
  collect(lowlight.highlight(language, text).children, position + 1, '', spans);
  return spans.map(({ from, to, className }) => Decoration.inline(from, to, { class: className }));
}

/** Nested spans become one decoration per text, with the classes of all. Returns the position after the nodes. */
function collect(nodes: readonly RootContent[], start: number, classes: string, spans: Span[]): number {
  let position = start;
  for (const node of nodes) {
    if (node.type === 'text') {
      const to = position + node.value.length;
      if (classes) spans.push({ from: position, to, className: classes });
      position = to;
    } else if (node.type === 'element') {
      const own = Array.isArray(node.properties.className) ? node.properties.className.join(' ') : '';
      position = collect(node.children, position, `${classes} ${own}`.trim(), spans);
    }
  }
  return position;
}
