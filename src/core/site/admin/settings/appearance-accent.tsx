import { useId } from 'react';
import { t } from '../../../../platform/messages/translate.ts';
import { accentTokens, contrast, grounds, parseHex, type Scheme } from '../../../../platform/web/colors.ts';

import { appearanceFields } from './fields.ts';

type Props = { value: string; onChange: (color: string) => void };

const schemes: [Scheme, string][] = [
  ['light', t('Light')],
  ['dark', t('Dark')],
];

/** The accent color, and what links and buttons use after it was corrected for contrast. */
export function AccentField({ value, onChange }: Props) {
  const id = useId();
  const tokens = accentTokens(value);
  return (
    <div className="field">
      <label htmlFor={id}>{appearanceFields.theme_color.label}</label>
      <input
        id={id}
        type="color"
        value={value}
        aria-describedby={`${id}-used`}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul id={`${id}-used`} className="accent-used">
        {schemes.map(([scheme, name]) => {
          const { accent, onAccent } = tokens[scheme];
          return (
            <li key={scheme}>
              <span className="accent-sample" style={{ backgroundColor: accent, color: onAccent }}>
                {name} <bdi>{accent}</bdi>
              </span>{' '}
              {accent === value.toLowerCase()
                ? t('as chosen, contrast {ratio}:1', { ratio: worst(accent, scheme) })
                : t('corrected, contrast {ratio}:1', { ratio: worst(accent, scheme) })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The lowest contrast on the backgrounds of a scheme, rounded down. */
function worst(color: string, scheme: Scheme): string {
  const ratios = grounds[scheme].map((ground) => contrast(parseHex(color), parseHex(ground)));
  return (Math.floor(Math.min(...ratios) * 10) / 10).toFixed(1);
}
