import { useId } from 'react';
import type { Site } from '../../api/site.ts';
import { commonLanguages, languageLabel } from '../language-field.tsx';

type Values = Pick<Site, 'language' | 'time_zone' | 'web_titles'>;
type Props = { values: Values; onChange(change: Partial<Values>): void };

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
      <label htmlFor={id}>Language</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <optgroup label="With texts for readers">{options(translated)}</optgroup>
        <optgroup label="Dates only, with English texts">
          {options(translated.includes(value) ? others : withValue(others, value))}
        </optgroup>
      </select>
    </div>
  );
}

export function TimeZoneSelect({ value, onChange }: { value: string; onChange(zone: string): void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Time zone</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {withValue(zones, value).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The language and time zone that readers see, and how addresses of posts are written. */
export function LanguageFields({ values, onChange }: Props) {
  const id = useId();
  return (
    <>
      <div className="columns">
        <LanguageSelect value={values.language} onChange={(language) => onChange({ language })} />
        <TimeZoneSelect value={values.time_zone} onChange={(time_zone) => onChange({ time_zone })} />
      </div>
      <div className="field">
        <label htmlFor={id}>Web titles</label>
        <select
          id={id}
          value={values.web_titles}
          onChange={({ target }) => onChange({ web_titles: target.value as Values['web_titles'] })}
        >
          <option value="transliterate">Latin letters: /post/privet</option>
          <option value="unicode">The letters of the title: /post/привет</option>
        </select>
      </div>
    </>
  );
}
