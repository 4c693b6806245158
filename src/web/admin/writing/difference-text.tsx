import { useMemo } from 'react';
import { difference } from './difference.ts';

const elements = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Two texts as one: what went is struck out, what came is underlined. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => difference(before, after), [before, after]);
  if (parts.every(({ kind }) => kind === 'same'))
    return <p className="soft">The words are the same; at most their form differs.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable with the keyboard
    <section className="difference" aria-label="Difference" tabIndex={0}>
      {parts.map(({ kind, text }, place) => {
        const Element = elements[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one difference never move
        return <Element key={place}>{text}</Element>;
      })}
    </section>
  );
}
