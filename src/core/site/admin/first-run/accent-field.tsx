import { useId } from 'react';

/** Calm colors to start from; any other can be chosen beside them. */
const colors: readonly (readonly [color: string, name: string])[] = [
  ['#c8102e', 'Red'],
  ['#b4540a', 'Amber'],
  ['#2f7d32', 'Green'],
  ['#0b7285', 'Teal'],
  ['#1d5fbf', 'Blue'],
  ['#7a3db8', 'Violet'],
  ['#444b58', 'Slate'],
];

type Props = { value: string; onChange: (color: string) => void };

export function AccentField({ value, onChange }: Props) {
  const name = useId();
  const own = `${name}-own`;
  return (
    <fieldset className="accent-field">
      <legend>Accent color</legend>
      <div className="swatches">
        {colors.map(([color, label]) => (
          <label key={color} title={label}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              checked={value === color}
              onChange={() => onChange(color)}
            />
            <span className="swatch" style={{ background: color }} />
            <span className="visually-hidden">{label}</span>
          </label>
        ))}
        <label htmlFor={own} className="own-color">
          <span>Other</span>
          <input
            id={own}
            type="color"
            value={value}
            onChange={(event) => onChange(event.target.value.toLowerCase())}
          />
        </label>
      </div>
    </fieldset>
  );
}
