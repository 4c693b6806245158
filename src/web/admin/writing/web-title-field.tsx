import { useId } from 'react';
import { webTitleMax, webTitlePattern } from '../../../contract/limits.ts';
import { urls } from '../../../contract/urls.ts';

/** The last part of the post's address. Addresses that it had before still lead to it. */
export function WebTitleField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  const hint = useId();
  return (
    <div className="field web-title">
      <label htmlFor={id}>Web Title</label>
      <input
        id={id}
        type="text"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={webTitleMax}
        pattern={webTitlePattern}
        title="Small letters a-z, digits and single dashes"
        required
        aria-describedby={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={hint} className="soft">
        {urls.post(value)} · small letters a-z, digits and single dashes; old addresses still lead here.
      </p>
    </div>
  );
}
