import { webTitleMax, webTitlePattern } from '../../../contract/limits.ts';
import { urls } from '../../../contract/urls.ts';
import { TextField } from '../controls/text-field.tsx';

/** The last segment of the post's URL. Earlier URLs of the post redirect to the new one. */
export function WebTitleField({ value, onChange }: { value: string; onChange(value: string): void }) {
  return (
    <TextField
      label="Web Title"
      hint={`${urls.post(value)} · lowercase letters a-z, digits and single dashes; old URLs redirect here.`}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={webTitleMax}
      pattern={webTitlePattern}
      title="Lowercase letters a-z, digits and single dashes"
      required
      value={value}
      onChange={onChange}
    />
  );
}
