import { useId, useState } from 'react';
import { ItemButton } from '../../../platform/admin/controls/item-button.tsx';
import { t } from '../../../platform/messages/translate.ts';
import type { ConnectionState } from '../api.ts';
import * as messages from './messages.ts';

type Field = ConnectionState['fields'][number];
type Props = {
  field: Field;
  /** Undefined: not changed. */
  typed: string | undefined;
  /** Whether the server was changed: then a stored secret has to be entered again. */
  isMoved: boolean;
  onChange: (value: string | undefined) => void;
};

/** What is wrong, as far as the browser can tell; the server checks everything again. */
function problemOf({ kind, label, is_required, is_set }: Field, typed: string | undefined, isMoved: boolean) {
  const isKept = kind === 'secret' && typed === undefined && is_set;
  if (isKept) return isMoved ? messages.enterAgain : null;
  const value = typed?.trim() ?? '';
  if (typed !== undefined && value === '' && is_required) return messages.missing(label);
  if (kind === 'url' && value !== '' && !/^https?:\/\/[^\s/]+/.test(value)) return messages.urlExpected;
  return null;
}

/** A field that answers when it is left. A stored secret is not shown: it can be replaced or removed. */
export function ConnectionInput({ field, typed, isMoved, onChange }: Props) {
  const { label, hint, kind, is_set, value } = field;
  const [wasLeft, setLeft] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const id = useId();
  const problem = wasLeft || isMoved ? problemOf(field, typed, isMoved) : null;
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const input = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': problem !== null,
    onBlur: () => setLeft(true),
  };
  // What equals the saved value is not a change.
  const set = (text: string) => onChange(kind !== 'secret' && text === value ? undefined : text);

  if (kind === 'secret' && is_set && !isReplaced)
    return (
      <fieldset className="field">
        <legend>{label}</legend>
        <span className="secret">
          {typed === '' ? t('Removed when saved') : t('Set')}
          <ItemButton action={t('Replace')} item={label} onClick={() => setReplaced(true)} />
          {!field.is_required && (
            <button
              type="button"
              className="quiet"
              aria-label={`${typed === undefined ? t('Remove') : t('Keep')} ${label}`}
              onClick={() => onChange(typed === undefined ? '' : undefined)}
            >
              {typed === undefined ? t('Remove') : t('Keep')}
            </button>
          )}
        </span>
        {problem && (
          <span className="error" role="alert">
            {problem}
          </span>
        )}
      </fieldset>
    );
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {field.is_required && <span className="soft"> {t('(required)')}</span>}
      </label>
      {kind === 'choice' ? (
        <select {...input} value={typed ?? value} onChange={({ target }) => set(target.value)}>
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : (
        <span className="secret">
          <input
            {...input}
            type={kind === 'secret' ? 'password' : 'text'}
            inputMode={kind === 'url' ? 'url' : undefined}
            autoComplete={kind === 'secret' ? 'new-password' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={2000}
            value={typed ?? value}
            onChange={({ target }) => set(target.value)}
          />
          {isReplaced && (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                setReplaced(false);
                onChange(undefined);
              }}
            >
              {t('Keep the stored one')}
            </button>
          )}
        </span>
      )}
      {problem && (
        <span id={`${id}-problem`} className="error" role="alert">
          {problem}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      )}
    </div>
  );
}
