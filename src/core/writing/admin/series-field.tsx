import { useId, useState } from 'react';
import { maxSeriesLength } from '../../../platform/http/api/limits.ts';
import { t } from '../../../platform/messages/translate.ts';
import { postCalls } from './post-calls.ts';

/** Offers the series that exist, so that their names are spelled alike. */
export function SeriesField({ value, onChange }: { value: string; onChange(series: string): void }) {
  const id = useId();
  const [known, setKnown] = useState<string[]>([]);
  return (
    <div className="field">
      <label htmlFor={id}>{t('Series')}</label>
      <input
        id={id}
        type="text"
        dir="auto"
        autoComplete="off"
        maxLength={maxSeriesLength}
        list={`${id}-known`}
        aria-describedby={`${id}-hint`}
        value={value}
        // Without the names it is a field like any other.
        onFocus={() => void postCalls.series().then(setKnown, () => {})}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-known`}>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <span id={`${id}-hint`} className="soft">
        {t('Posts with the same name are its parts, by date.')}
      </span>
    </div>
  );
}
