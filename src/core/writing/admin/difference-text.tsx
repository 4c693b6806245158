import { useMemo } from 'react';
import { t } from '../../../platform/messages/translate.ts';
import type { PostText } from '../../posts/api/post-fields.ts';
import { difference } from './difference.ts';
import { labeledText } from './post-values.ts';

const elements = { same: 'span', removed: 'del', added: 'ins' } as const;

/** Both versions of each changed field in one text, with deletions struck through and insertions underlined. */
export function Difference({ before, after }: { before: PostText; after: PostText }) {
  const changed = useMemo(() => changedFields(before, after), [before, after]);
  if (changed.length === 0)
    return <p className="soft">{t('The text is the same; only the formatting may differ.')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text
    <section className="difference" aria-label={t('Difference')} tabIndex={0}>
      {changed.map(({ label, parts }) => (
        <div key={label}>
          <h3>{label}</h3>
          {parts.map(({ kind, text }, place) => {
            const Element = elements[kind];
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one difference never move
            return <Element key={place}>{text}</Element>;
          })}
        </div>
      ))}
    </section>
  );
}

function changedFields(before: PostText, after: PostText) {
  const former = labeledText(before);
  return labeledText(after)
    .map(({ label, text }, index) => ({ label, parts: difference(former[index]?.text ?? '', text) }))
    .filter(({ parts }) => parts.some(({ kind }) => kind !== 'same'));
}
