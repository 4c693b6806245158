import { type KeyboardEvent, useId, useState } from 'react';
import { plural, t } from '../../../platform/messages/translate.ts';
import { Field } from './field.tsx';
import { type FindPosts, type FoundPost, usePostSearch } from './post-search.ts';

type Props = {
  label: string;
  value: string;
  onChange(value: string): void;
  error: string | null;
  readOnly?: boolean;
  inputMode?: 'url';
  findPosts: FindPosts | undefined;
  onChoose(post: FoundPost): void;
};

/** A text field with a list of own posts that match what is typed. Without a choice from the list it is a plain field. */
export function LinkField({ findPosts, onChoose, ...field }: Props) {
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(-1);
  const [hasFocus, setHasFocus] = useState(false);
  const posts = usePostSearch(field.readOnly ? undefined : findPosts, typed);
  const listId = useId();
  const isOpen = hasFocus && posts.length > 0;
  const optionId = (at: number) => `${listId}-${at}`;

  function choose(post: FoundPost) {
    setTyped('');
    setIndex(-1);
    onChoose(post);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const chosen = posts[index];
    if (event.key === 'ArrowDown') setIndex(((index + 2) % (posts.length + 1)) - 1);
    else if (event.key === 'ArrowUp') setIndex(((index + 1 + posts.length) % (posts.length + 1)) - 1);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape') setTyped('');
    else return;
    event.preventDefault();
    // Enter would insert the link, and Escape close the popup.
    event.stopPropagation();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field
    <div
      className="editor-link-field"
      onKeyDown={onKeyDown}
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      <Field
        {...field}
        onChange={(value) => {
          setTyped(value);
          setIndex(-1);
          field.onChange(value);
        }}
        input={
          isOpen
            ? {
                role: 'combobox',
                'aria-expanded': true,
                'aria-autocomplete': 'list',
                'aria-controls': listId,
                'aria-activedescendant': index >= 0 ? optionId(index) : undefined,
              }
            : {}
        }
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label={t('Posts')} className="editor-link-posts">
          {posts.map((post, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            <div
              key={post.url}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === index}
              className="editor-suggestion"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(post)}
            >
              <span>{post.title}</span>
            </div>
          ))}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isOpen && plural(posts.length, { one: '1 post found', other: '{count} posts found' })}
      </p>
    </div>
  );
}
