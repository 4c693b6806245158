import { useEffect, useId, useState } from 'react';

type Props = {
  label: string;
  value: string;
  onChange(value: string): void;
  error?: string | null;
  readOnly?: boolean;
  inputMode?: 'url';
};

const patience = 700;

/** A text field whose error appears once it was touched: left, or typed in and then left alone for a moment. */
export function Field({ label, value, onChange, error = null, readOnly = false, inputMode }: Props) {
  const id = useId();
  const [touched, setTouched] = useState(false);
  const [typed, setTyped] = useState(false);

  useEffect(() => {
    if (!typed || value === undefined) return;
    const timer = setTimeout(() => setTouched(true), patience);
    return () => clearTimeout(timer);
  }, [typed, value]);

  const shown = touched && !readOnly ? error : null;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        readOnly={readOnly}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={inputMode === undefined}
        aria-invalid={shown !== null}
        aria-describedby={shown ? `${id}-error` : undefined}
        onBlur={() => setTouched(true)}
        onChange={(event) => {
          setTyped(true);
          onChange(event.target.value);
        }}
      />
      {shown && (
        <p id={`${id}-error`} role="alert" className="error">
          {shown}
        </p>
      )}
    </div>
  );
}
