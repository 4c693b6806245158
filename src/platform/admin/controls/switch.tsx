import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'checked'> & {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function Switch({ label, checked, onChange, ...input }: Props) {
  return (
    <label className="switch">
      <input
        {...input}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
