import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export type Place = { id: number; position: number; element: HTMLElement };
type Change = { add: Place } | { remove: number } | { placed: number };

const key = new PluginKey<readonly Place[]>('uploadPlaces');

/** Remembers where each picture on its way belongs, while the text around it goes on changing. */
export function uploadPlaces(): Plugin {
  return new Plugin<readonly Place[]>({
    key,
    state: {
      init: () => [],
      apply(tr, places) {
        const change: Change | undefined = tr.getMeta(key);
        const placed = change && 'placed' in change ? change.placed : Number.POSITIVE_INFINITY;
        // Text typed at a picture's place comes after it, and pictures keep the order in which they were given.
        const moved = places.map((place) => ({
          ...place,
          position: tr.mapping.map(place.position, place.id > placed ? 1 : -1),
        }));
        if (!change) return moved;
        if ('add' in change) return [...moved, change.add];
        const gone = 'placed' in change ? change.placed : change.remove;
        return moved.filter(({ id }) => id !== gone);
      },
    },
    props: {
      decorations(state) {
        const widgets = placesOf(state).map(({ id, position, element }) =>
          Decoration.widget(position, element, { key: `upload-${id}`, side: -1, ignoreSelection: true }),
        );
        return DecorationSet.create(state.doc, widgets);
      },
    },
  });
}

function placesOf(state: EditorState): readonly Place[] {
  return key.getState(state) ?? [];
}

export function placeOf(state: EditorState, id: number): number | null {
  return placesOf(state).find((place) => place.id === id)?.position ?? null;
}

export function change(tr: Transaction, what: Change): Transaction {
  return tr.setMeta(key, what).setMeta('addToHistory', 'placed' in what);
}
