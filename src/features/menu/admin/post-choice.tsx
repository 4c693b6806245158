import { useEffect, useId, useState } from 'react';
import type { AdminPost } from '../../../core/posts/api/posts.ts';
import { postCalls } from '../../../core/writing/admin/post-calls.ts';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { Chosen } from './menu-order.ts';

type Props = { kind: 'page' | 'post'; chosen: Chosen | null; onChoose: (chosen: Chosen | null) => void };

const delayMs = 200;
const most = 8;

/** Finds a page or a post by its title; without a search, the newest. */
const posts = {
  search: t('Search posts'),
  found: t('Found posts'),
  none: t('No posts found.'),
  empty: t('There are no posts yet.'),
};
const pages: typeof posts = {
  search: t('Search pages'),
  found: t('Found pages'),
  none: t('No pages found.'),
  empty: t('There are no pages yet.'),
};

export function PostChoice({ kind, chosen, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<AdminPost[] | null>(null);
  const group = useId();
  const query = search.trim();
  useEffect(() => {
    let isCurrent = true;
    const find = () =>
      postCalls
        .posts({ search: query, kind, limit: most })
        .then(({ items }) => isCurrent && setFound(items), console.error);
    const timer = setTimeout(() => void find(), query ? delayMs : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, kind]);
  const words = kind === 'page' ? pages : posts;
  return (
    <>
      <TextField
        label={words.search}
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <fieldset className="menu-found">
        <legend className="visually-hidden">{words.found}</legend>
        {found?.map((post) => (
          <label key={post.id}>
            <input
              type="radio"
              name={group}
              checked={
                chosen?.target !== null && chosen?.target.kind === kind && chosen.target.id === post.id
              }
              onChange={() =>
                onChoose({
                  target: { kind, id: post.id },
                  title: post.post_title.trim(),
                  url: urls.post(post.post_title_web),
                })
              }
            />
            <span dir="auto">{post.post_title.trim() || t('Untitled')}</span>
            {post.active === 0 && <span className="menu-state">{t('not public')}</span>}
          </label>
        ))}
        <p className="soft" role="status">
          {found?.length === 0 && (query ? words.none : words.empty)}
        </p>
      </fieldset>
    </>
  );
}
