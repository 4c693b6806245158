import { type ChangeEvent, type ComponentProps, useId } from 'react';

type Props = Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'value'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  /** Makes it a field of several lines. */
  rows?: number;
};

export function TextField({ label, hint, rows, value, onChange, ...input }: Props) {
  const id = useId();
  const field = {
    id,
    value,
    'aria-describedby': hint && `${id}-hint`,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows ? (
        <textarea {...field} rows={rows} maxLength={input.maxLength} />
      ) : (
        <input type="text" {...input} {...field} />
      )}
      {hint && (
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      )}
    </div>
  );
}
