import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../messages/translate.ts';
import { useNotices } from '../frame/notices.tsx';
import type { Found } from '../module.ts';
import type { SettingTarget } from '../settings/setting.ts';
import './finder.css';

type Props = {
  label: string;
  find: (query: string) => Promise<readonly Found[]>;
  /** What the server finds, below the others. */
  findMore?: (query: string) => Promise<readonly Found[]>;
  onChosen?: () => void;
  /** Whether something is offered before a query is typed. */
  offersAll?: boolean;
};

type Result = { query: string; found: readonly Found[]; isWhole: boolean };

/** From so many characters on, the server is asked too. */
const minLength = 2;
const debounceMs = 200;

/** A field that offers what matches while one types: the editable combobox of the ARIA practices with a list. */
export function Finder({ label, find, findMore, onChosen, offersAll = false }: Props) {
  const id = useId();
  const [query, setQuery] = useState('');
  /** `query` is the one that it is the result of. */
  const [result, setResult] = useState<Result>({ query: '', found: [], isWhole: true });
  const { found } = result;
  const [active, setActive] = useState(0);
  const { reportError } = useNotices();
  const navigate = useNavigate();
  const atOnce = async (text: string) => (text.trim() === '' && !offersAll ? [] : find(text));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it searches for what is typed
  useEffect(() => {
    let isOutdated = false;
    const search = async () => {
      const first = await atOnce(query);
      if (isOutdated) return;
      const hasMore = findMore !== undefined && query.trim().length >= minLength;
      setResult({ query, found: first, isWhole: !hasMore });
      setActive(0);
      if (!hasMore) return;
      await new Promise((resolve) => setTimeout(resolve, debounceMs));
      const more = isOutdated ? [] : await findMore(query.trim());
      if (!isOutdated) setResult({ query, found: [...first, ...more], isWhole: true });
    };
    search().catch(reportError);
    return () => {
      isOutdated = true;
    };
  }, [query]);
  const choose = ({ url, setting, run }: Found) => {
    setQuery('');
    onChosen?.();
    if (run) void run().catch(reportError);
    if (!url) return;
    if (url.startsWith('/admin'))
      void navigate(url, { state: setting ? ({ setting } satisfies SettingTarget) : null });
    else location.assign(url);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      // Who types fast means the new query, not what is still shown for the last one.
      const chosen =
        result.query === query ? Promise.resolve(found[active]) : atOnce(query).then(([first]) => first);
      void chosen.then((option) => option && choose(option));
    }
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault();
      event.stopPropagation();
      setQuery('');
    }
  };
  const isOpen = found.length > 0;
  return (
    <div className="finder">
      <input
        type="text"
        role="combobox"
        enterKeyHint="go"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        data-first-focus={offersAll || undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} className="found" role="listbox" aria-label={label} hidden={!isOpen}>
        {found.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={`${option.context} ${option.name} ${option.url}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={(element) => {
              if (index === active) element?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(option)}
          >
            <span>{option.name}</span> <span className="soft">{option.context}</span>
          </div>
        ))}
      </div>
      <p role="status" className={isOpen || query.trim() === '' ? 'visually-hidden' : 'soft'}>
        {query.trim() !== '' &&
          (isOpen
            ? t('{count} found', { count: found.length })
            : result.isWhole && result.query === query && t('Nothing found. Try another word.'))}
      </p>
    </div>
  );
}
