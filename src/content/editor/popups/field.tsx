import { type InputHTMLAttributes, useEffect, useId, useState } from 'react';

type Props = {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: string | null;
  readOnly?: boolean;
  inputMode?: 'url';
  /** Further attributes of the input element. */
  input?: InputHTMLAttributes<HTMLInputElement>;
};

const errorDelayMs = 700;

/** A text field that shows its error once it loses the focus, or after a pause in typing. */
export function Field({ label, value, onChange, error = null, readOnly = false, inputMode, input }: Props) {
  const id = useId();
  const [touched, setTouched] = useState(false);
  const [typed, setTyped] = useState(false);

  useEffect(() => {
    if (!typed || value === undefined) return;
    const timer = setTimeout(() => setTouched(true), errorDelayMs);
    return () => clearTimeout(timer);
  }, [typed, value]);

  const visibleError = touched && !readOnly ? error : null;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        type="text"
        value={value}
        readOnly={readOnly}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={inputMode === undefined}
        aria-invalid={visibleError !== null}
        aria-describedby={visibleError ? `${id}-error` : undefined}
        onBlur={() => setTouched(true)}
        onChange={(event) => {
          setTyped(true);
          onChange(event.target.value);
        }}
      />
      {visibleError && (
        <p id={`${id}-error`} role="alert" className="error">
          {visibleError}
        </p>
      )}
    </div>
  );
}
