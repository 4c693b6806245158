import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { maxTitleLength } from '../../../platform/http/api/limits.ts';

type Props = {
  label: string;
  value: string;
  onChange(title: string): void;
  /** Moves on to the text. */
  onLeave(): void;
  /** Whether the screen begins here. */
  isFirst: boolean;
};

/** The title as the heading of the sheet: one paragraph that wraps, in which Enter goes on to the text. */
export function TitleField({ label, value, onChange, onLeave, isFirst }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen opens
  useEffect(() => {
    if (isFirst) field.current?.focus({ preventScroll: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the value
  useLayoutEffect(() => {
    const { current } = field;
    if (!current || CSS.supports('field-sizing', 'content')) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [value]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method is composing, Enter only confirms its suggestion.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const isAtEnd = selectionStart === text.length && selectionEnd === text.length;
    if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && isAtEnd && !event.shiftKey)) return;
    event.preventDefault();
    onLeave();
  };

  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className="title-field"
        rows={1}
        dir="auto"
        maxLength={maxTitleLength}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="next"
        data-first-focus={isFirst || undefined}
        value={value}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onChange(target.value.replace(/[\r\n]+/g, ' '))}
      />
    </>
  );
}
