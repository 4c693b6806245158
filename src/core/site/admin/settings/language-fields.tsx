import { useId } from 'react';
import { SelectField } from '../../../../platform/admin/controls/select-field.tsx';
import { t } from '../../../../platform/messages/translate.ts';
import { commonLanguages, languageLabel } from '../language-field.tsx';
import { languageFields } from './fields.ts';

/** Languages with texts for readers come first; in all others, texts are in English. */
const translated = ['en', 'en-GB', 'de', 'fr', 'es', 'ja', 'ar'];
const others = commonLanguages.filter((tag) => !translated.includes(tag));

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const withValue = (values: readonly string[], value: string) =>
  values.includes(value) ? values : [...values, value];

export function LanguageSelect({ value, onChange }: { value: string; onChange(language: string): void }) {
  const id = useId();
  const options = (tags: readonly string[]) =>
    tags.map((tag) => (
      <option key={tag} value={tag}>
        {languageLabel(tag)}
      </option>
    ));
  return (
    <div className="field">
      <label htmlFor={id}>{languageFields.language.label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <optgroup label={t('With texts for readers')}>{options(translated)}</optgroup>
        <optgroup label={t('Dates only, with English texts')}>
          {options(translated.includes(value) ? others : withValue(others, value))}
        </optgroup>
      </select>
    </div>
  );
}

export const TimeZoneSelect = ({ value, onChange }: { value: string; onChange(zone: string): void }) => (
  <SelectField
    label={languageFields.time_zone.label}
    value={value}
    options={withValue(zones, value).map((zone) => [zone, zone.replaceAll('_', ' ')])}
    onChange={onChange}
  />
);
