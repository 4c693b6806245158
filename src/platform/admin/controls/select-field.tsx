import { useId } from 'react';

type Props<Value extends string> = {
  label: string;
  value: Value;
  /** `language`: of the name, where it is not that of the page. */
  options: readonly (readonly [value: Value, name: string, language?: string])[];
  onChange: (value: Value) => void;
  hint?: string;
};

export function SelectField<Value extends string>({ label, value, options, onChange, hint }: Props<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={hint && `${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {options.map(([one, name, language]) => (
          <option key={one} value={one} lang={language}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      )}
    </div>
  );
}
