import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/translate.ts';

const debounceMs = 250;

/** Searches after a pause in typing. The field follows the URL, except for a search that it started itself. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searched = useRef(value);
  useEffect(() => {
    if (value !== searched.current) setText(value);
    searched.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (query: string) => {
    clearTimeout(timer.current);
    searched.current = query;
    onSearch(query);
  };
  return (
    <label className="wide">
      <input
        type="search"
        placeholder={t('Search')}
        aria-label={t('Search')}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(target.value.trim()), debounceMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text.trim());
        }}
      />
    </label>
  );
}
