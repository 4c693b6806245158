import { useRef, useState } from 'react';

export type Selection = {
  ids: number[];
  has(id: number): boolean;
  /** With `range`, everything between this item and the one that was changed before gets the same state. */
  set(id: number, isSelected: boolean, range: boolean): void;
  selectAll(isSelected: boolean): void;
};

/** The selected items of a list, in its order. Items that leave the list are no longer selected. */
export function useSelection(listed: readonly number[]): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  return {
    ids: listed.filter((id) => selected.has(id)),
    has: (id) => selected.has(id),
    set: (id, isSelected, range) => {
      const ends = [listed.indexOf(last.current ?? id), listed.indexOf(id)].sort((a, b) => a - b);
      const [from = -1, to = -1] = ends;
      const changed = range && from !== -1 ? listed.slice(from, to + 1) : [id];
      last.current = id;
      setSelected((before) => {
        const next = new Set(before);
        for (const one of changed)
          if (isSelected) next.add(one);
          else next.delete(one);
        return next;
      });
    },
    selectAll: (isSelected) => setSelected(new Set(isSelected ? listed : [])),
  };
}
