import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useRefusal } from '../../../platform/admin/controls/use-refusal.ts';
import { maxTagLength } from '../../../platform/http/api/limits.ts';
import { tagInvalid } from '../../../platform/messages/owner.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { TagSuggestion } from '../../posts/terms/api/tags.ts';
import { tagProblem } from '../../posts/terms/rules/tags.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { taxonomyCalls } from '../../taxonomy/admin/calls.ts';
import { typedNames } from './new-tags.ts';

type Props = { value: string[]; onChange(tags: string[]): void };

/** Tags with suggestions from those of other posts. They are added to the post when it is saved. */
export function TagsField({ value, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(isOpen, text);
  const suggestions = found.filter(({ tag_name }) => !value.includes(tag_name));
  const nameOf = useDisplayNames(value, found);
  const nameOfTyped = useTypedTags(isOpen);
  const isListOpen = isOpen && suggestions.length > 0;

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const typed = text.trim();
  /** What was typed may be the display name of a tag. */
  const known = found.find(({ display_name }) => display_name.toLowerCase() === typed.toLowerCase());
  const name = known?.tag_name ?? nameOfTyped(typed);
  const problem = typed === '' || name !== '' ? '' : tagInvalid;
  useRefusal(input, problem);
  const add = () => {
    if (problem) return setError(problem);
    if (typed === '') return;
    if (!known && name !== typed) typedNames.set(name, typed);
    choose(name);
  };
  const choose = (name: string) => {
    if (!value.includes(name)) onChange([...value, name]);
    setText('');
    setError('');
    setActive(-1);
  };
  const remove = (name: string) => {
    onChange(value.filter((other) => other !== name));
    input.current?.focus();
  };
  const move = (step: number) => {
    setIsOpen(true);
    // One place before the first suggestion is the field itself.
    const places = suggestions.length + 1;
    setActive((at) => ((at + 1 + step + places) % places) - 1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const chosen = isListOpen ? suggestions[active] : undefined;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Enter' || key === ',') {
      // Otherwise Enter would submit the post.
      event.preventDefault();
      if (chosen) choose(chosen.tag_name);
      else add();
    } else if (key === 'Escape' && isListOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1));
  };

  return (
    <div className="field tags-field">
      <label htmlFor={id}>{t('Tags')}</label>
      {value.length > 0 && (
        <ul className="tag-list" aria-label={t('Tags of this post')}>
          {value.map((name) => (
            <li key={name}>
              {nameOf(name)}
              <button
                type="button"
                className="quiet"
                aria-label={t('remove {name}', { name: nameOf(name) })}
                onClick={() => remove(name)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="combobox">
        <input
          ref={input}
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          maxLength={maxTagLength}
          aria-autocomplete="list"
          aria-expanded={isListOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isListOpen && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-error`}
          value={text}
          onKeyDown={onKeyDown}
          onFocus={() => setIsOpen(true)}
          onBlur={() => {
            close();
            add();
          }}
          onChange={({ target }) => {
            setText(target.value);
            setError('');
            setIsOpen(true);
            setActive(-1);
          }}
        />
        {/* Options are chosen with the keys of the field above, which keeps the focus. */}
        <div id={`${id}-list`} role="listbox" aria-label={t('Suggested tags')} hidden={!isListOpen}>
          {suggestions.map(({ tag_name, display_name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={tag_name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(tag_name)}
            >
              {display_name}
            </div>
          ))}
        </div>
      </div>
      <span id={`${id}-error`} className="error" role="alert">
        {error}
      </span>
    </div>
  );
}

/** The web name for typed words: of plain ones at once, of others when the tables for it are loaded. */
function useTypedTags(isWanted: boolean): (typed: string) => string {
  const { language } = useSite();
  const [tagNameOf, setTagNameOf] = useState<((text: string, language: string) => string) | null>(null);
  useEffect(() => {
    if (isWanted)
      void import('../../taxonomy/admin/typed-terms.ts').then((terms) => setTagNameOf(() => terms.tagNameOf));
  }, [isWanted]);
  return (typed) => (tagProblem(typed) === null ? typed : (tagNameOf?.(typed, language) ?? ''));
}

const delayMs = 150;

function useSuggestions(isWanted: boolean, text: string): TagSuggestion[] {
  const [found, setFound] = useState<TagSuggestion[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const ask = () =>
      taxonomyCalls.tags({ search: text }).then(
        (names) => isCurrent && setFound(names),
        // The request has logged the error; tags can be typed without suggestions.
        () => {},
      );
    const timer = setTimeout(() => void ask(), text === '' ? 0 : delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isWanted, text]);
  return found;
}

/** What readers see of the tags in the field: they may have been added in another session. */
function useDisplayNames(value: readonly string[], found: readonly TagSuggestion[]) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const isKnown = (name: string) => names.has(name) || found.some(({ tag_name }) => tag_name === name);
  const unknown = value.filter((name) => !isKnown(name)).join(',');
  useEffect(() => {
    const learn = (tags: readonly TagSuggestion[]) =>
      setNames(
        (known) => new Map([...known, ...tags.map((tag) => [tag.tag_name, tag.display_name] as const)]),
      );
    if (found.length > 0) learn(found);
    if (unknown === '') return;
    let isCurrent = true;
    const typed = unknown.split(',').map((name) => ({ tag_name: name, display_name: name }));
    taxonomyCalls.tags({ names: unknown }).then(
      (tags) => isCurrent && learn([...typed, ...tags]),
      // The request has logged the error; web names are shown instead.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [unknown, found]);
  return (name: string): string => {
    const known = names.get(name) ?? name;
    return known === name ? (typedNames.get(name) ?? name) : known;
  };
}
