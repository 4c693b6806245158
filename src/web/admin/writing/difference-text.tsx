import { useMemo } from 'react';
import { difference } from './difference.ts';

const elements = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Both texts in one, with deletions struck through and insertions underlined. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => difference(before, after), [before, after]);
  if (parts.every(({ kind }) => kind === 'same'))
    return <p className="soft">The text is the same; only the formatting may differ.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text
    <section className="difference" aria-label="Difference" tabIndex={0}>
      {parts.map(({ kind, text }, place) => {
        const Element = elements[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one difference never move
        return <Element key={place}>{text}</Element>;
      })}
    </section>
  );
}
