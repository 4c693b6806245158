import { lazy, Suspense, useContext, useId, useState } from 'react';
import { t } from '../../platform/messages/translate.ts';
import { FindPostsContext } from './find-posts-context.ts';
import { charactersLeft, charactersTooMany } from './messages.ts';
import './rich-text-field.css';

const ShortEditor = lazy(() => import('./short-editor.tsx'));

type Props = {
  label: string;
  /** HTML as `sanitizeShortText` writes it. */
  value: string;
  onChange: (html: string) => void;
  /** In characters that readers see. A longer text can be typed, and the server refuses it. */
  maxLength: number;
  placeholder?: string;
  hint?: string;
};

/** A field for a short text with bold, italic, links and lists, as a bio or the footer. */
export function RichTextField({ label, value, onChange, maxLength, placeholder = '', hint }: Props) {
  const id = useId();
  const findPosts = useContext(FindPostsContext);
  const [length, setLength] = useState(0);
  const left = maxLength - length;
  return (
    <div className="field rich-text-field">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as a label, it only adds a target for the pointer */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a label element cannot name an editable text */}
      <span id={`${id}-label`} className="label" onClick={() => document.getElementById(id)?.focus()}>
        {label}
      </span>
      <Suspense
        fallback={
          <p className="rich-text-field-loading soft" aria-busy="true">
            {t('Loading the editor …')}
          </p>
        }
      >
        <ShortEditor
          id={id}
          labelledBy={`${id}-label`}
          describedBy={`${id}-hint ${id}-length`}
          value={value}
          onChange={onChange}
          onLength={setLength}
          placeholder={placeholder}
          findPosts={findPosts}
        />
      </Suspense>
      <div className="rich-text-field-notes">
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
        <span
          id={`${id}-length`}
          className={left < 0 ? 'error' : 'soft'}
          role={left < 0 ? 'alert' : undefined}
        >
          {left < 0 ? charactersTooMany(-left) : charactersLeft(left)}
        </span>
      </div>
    </div>
  );
}
