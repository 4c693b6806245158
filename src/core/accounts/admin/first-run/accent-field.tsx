import { useId } from 'react';
import { t } from '../../../../platform/messages/translate.ts';

/** Calm colors to start from; any other can be chosen beside them. */
const colors: readonly (readonly [color: string, name: string])[] = [
  ['#c8102e', t('Red')],
  ['#b4540a', t('Amber')],
  ['#2f7d32', t('Green')],
  ['#0b7285', t('Teal')],
  ['#1d5fbf', t('Blue')],
  ['#7a3db8', t('Violet')],
  ['#444b58', t('Slate')],
];

type Props = { value: string; onChange: (color: string) => void };

export function AccentField({ value, onChange }: Props) {
  const name = useId();
  const own = `${name}-own`;
  return (
    <fieldset className="accent-field">
      <legend>{t('Accent color')}</legend>
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
          <span>{t('Other')}</span>
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
