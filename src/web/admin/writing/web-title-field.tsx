import { webTitleMax, webTitlePattern } from '../../../contract/limits.ts';
import { urls } from '../../../contract/urls.ts';
import { TextField } from '../controls/text-field.tsx';

type Props = { value: string; isNew: boolean; onChange(value: string): void };

/** The last segment of the post's URL. Earlier URLs of the post redirect to the new one. */
export function WebTitleField({ value, isNew, onChange }: Props) {
  return (
    <TextField
      label="Web Title"
      hint={
        isNew && value === ''
          ? 'The end of the URL; empty: made from the title.'
          : `${urls.post(value)} · lowercase letters a-z, digits and single dashes; old URLs redirect here.`
      }
      autoCapitalize="none"
      spellCheck={false}
      maxLength={webTitleMax}
      pattern={webTitlePattern}
      title="Lowercase letters a-z, digits and single dashes"
      required={!isNew}
      value={value}
      onChange={onChange}
    />
  );
}
