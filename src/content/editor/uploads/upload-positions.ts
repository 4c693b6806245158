import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type UploadPosition = { id: number; position: number; element: HTMLElement };
type Change = { add: UploadPosition } | { remove: number } | { placed: number };

const key = new PluginKey<readonly UploadPosition[]>('uploadPositions');

/** Tracks where each image will be inserted while the text around it changes. */
export function uploadPositions(): Plugin {
  return new Plugin<readonly UploadPosition[]>({
    key,
    state: {
      init: () => [],
      apply(tr, positions) {
        const change: Change | undefined = tr.getMeta(key);
        const placed = change && 'placed' in change ? change.placed : Number.POSITIVE_INFINITY;
        // Text typed at the position of an image comes after it, and images stay in the order they were added.
        const moved = positions.map((upload) => ({
          ...upload,
          position: tr.mapping.map(upload.position, upload.id > placed ? 1 : -1),
        }));
        if (!change) return moved;
        if ('add' in change) return [...moved, change.add];
        const removed = 'placed' in change ? change.placed : change.remove;
        return moved.filter(({ id }) => id !== removed);
      },
    },
    props: {
      decorations(state) {
        const widgets = positionsOf(state).map(({ id, position, element }) =>
          Decoration.widget(position, element, { key: `upload-${id}`, side: -1, ignoreSelection: true }),
        );
        return DecorationSet.create(state.doc, widgets);
      },
    },
  });
}

function positionsOf(state: EditorState): readonly UploadPosition[] {
  return key.getState(state) ?? [];
}

export function positionOf(state: EditorState, id: number): number | null {
  return positionsOf(state).find((upload) => upload.id === id)?.position ?? null;
}

export function change(tr: Transaction, what: Change): Transaction {
  return tr.setMeta(key, what).setMeta('addToHistory', 'placed' in what);
}
