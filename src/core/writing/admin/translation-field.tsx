import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { searchQuery } from '../../../content/editor/popups/post-search.ts';
import { useRefusal } from '../../../platform/admin/controls/use-refusal.ts';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { languageName } from '../../../platform/web/language-names.ts';
import type { PostKind } from '../../posts/api/post-kinds.ts';
import type { Post } from '../../posts/api/posts.ts';
import { useSite } from '../../site/pages/site-context.ts';
import { translationNotChosen } from './messages.ts';
import { postCalls } from './post-calls.ts';

type Props = {
  /** The post of the form; null for a new one. */
  id: number | null;
  kind: PostKind;
  /** One of the posts that it is a translation of; its translations are those of this one, too. */
  value: number | null;
  onChange(original: number | null): void;
};

type Head = Pick<Post, 'id' | 'post_title' | 'language'>;

/** Links the post to its translations, which are saved with it. */
export function TranslationField({ id, kind, value, onChange }: Props) {
  const fieldId = useId();
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const choose = (chosen: number | null) => {
    onChange(chosen);
    // The part of the field that had the focus is gone.
    setTimeout(() => (chosen === null ? input : remove).current?.focus());
  };
  return (
    <div className="field translation-field">
      <label htmlFor={fieldId}>{t('Translation of')}</label>
      {value === null ? (
        <Search id={fieldId} input={input} kind={kind} ownId={id} onChoose={choose} />
      ) : (
        <>
          <Current key={value} id={value} ownId={id} kind={kind} />
          <button
            ref={remove}
            id={fieldId}
            type="button"
            className="quiet"
            aria-label={
              kind === 'page'
                ? t('remove this page from its translations')
                : t('remove this post from its translations')
            }
            onClick={() => choose(null)}
          >
            {t('Remove')}
          </button>
        </>
      )}
    </div>
  );
}

/** The chosen post and its translations, with their languages. */
function Current({ id, ownId, kind }: { id: number; ownId: number | null; kind: PostKind }) {
  const [heads, setHeads] = useState<readonly Head[] | 'gone' | null>(null);
  useEffect(() => {
    let isCurrent = true;
    postCalls.post(id).then(
      (post) => isCurrent && setHeads([post, ...post.translations]),
      () => isCurrent && setHeads('gone'),
    );
    return () => {
      isCurrent = false;
    };
  }, [id]);
  if (heads === 'gone')
    return (
      <span className="soft">
        {kind === 'page' ? t('This page cannot be found.') : t('This post cannot be found.')}
      </span>
    );
  return (
    <ul
      className="translation-list"
      aria-label={kind === 'page' ? t('Translations of this page') : t('Translations of this post')}
    >
      {heads
        ?.filter((head) => head.id !== ownId)
        .map((head) => (
          <li key={head.id}>
            <a href={urls.editPost(head.id)} target="_blank" rel="noreferrer">
              <bdi>{head.post_title || t('Untitled')}</bdi>
            </a>{' '}
            <span className="soft">
              <LanguageName language={head.language} />
            </span>
          </li>
        ))}
    </ul>
  );
}

function LanguageName({ language }: { language: string }) {
  const site = useSite();
  return languageName(language || site.language, 'en');
}

type SearchProps = {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  kind: PostKind;
  ownId: number | null;
  onChoose(id: number): void;
};

const delayMs = 200;
const most = 6;

function Search({ id, input, kind, ownId, onChoose }: SearchProps) {
  const [text, setText] = useState('');
  useRefusal(input, text === '' ? '' : translationNotChosen(kind));
  const query = searchQuery(text);
  const [found, setFound] = useState<{ query: string; heads: readonly Head[] } | null>(null);

  useEffect(() => {
    if (query === null) return;
    let isCurrent = true;
    const ask = () =>
      postCalls.posts({ search: query, kind, limit: most + 1 }).then(
        ({ items }) => isCurrent && setFound({ query, heads: items }),
        // The request has logged the error; another word asks again.
        () => {},
      );
    const timer = setTimeout(() => void ask(), delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, kind]);

  const isAnswered = query !== null && found?.query === query;
  const heads = isAnswered ? found.heads.filter((head) => head.id !== ownId).slice(0, most) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Otherwise Enter would submit the post.
    event.preventDefault();
    const [first] = heads;
    if (first) onChoose(first.id);
  };
  return (
    <>
      <input
        ref={input}
        id={id}
        type="text"
        autoComplete="off"
        dir="auto"
        placeholder={kind === 'page' ? t('Search a page by its title') : t('Search a post by its title')}
        aria-describedby={`${id}-status`}
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <span id={`${id}-status`} className="soft" role="status">
        {isAnswered && heads.length === 0 ? t('Nothing found.') : ''}
      </span>
      {heads.length > 0 && (
        <ul className="translation-list" aria-label={t('Found')}>
          {heads.map((head) => (
            <li key={head.id}>
              <button type="button" className="quiet translation-choice" onClick={() => onChoose(head.id)}>
                <bdi>{head.post_title || t('Untitled')}</bdi>{' '}
                <span className="soft">
                  <LanguageName language={head.language} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
