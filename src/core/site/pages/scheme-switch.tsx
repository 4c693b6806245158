import { useEffect } from 'react';
import { useSharedMessages } from '../../../platform/web/messages.ts';
import { showScheme } from '../../../platform/web/ui/scheme.ts';

/** Light, dark or as the system says. Scripts check the option that the reader chose (ui/scheme.ts). */
export function SchemeSwitch() {
  const messages = useSharedMessages();
  const options = [
    ['auto', messages.schemeAuto],
    ['light', messages.schemeLight],
    ['dark', messages.schemeDark],
  ] as const;
  // Only in the admin area, where this element appears after the page has loaded.
  useEffect(() => showScheme(), []);
  return (
    <fieldset className="scheme-switch">
      <legend className="visually-hidden">{messages.colorScheme}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="scheme" value={value} defaultChecked={value === 'auto'} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
