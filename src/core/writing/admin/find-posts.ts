import type { FindPosts } from '../../../content/editor/popups/post-search.ts';
import type { Found } from '../../../platform/admin/module.ts';
import { urls } from '../../../platform/http/urls.ts';
import { t } from '../../../platform/messages/translate.ts';
import { postCalls } from './post-calls.ts';

const most = 6;

/** Active pages and posts that match what was typed in the link popup. */
export const findPosts: FindPosts = async (query) => {
  const found = { search: query, status: 'active', limit: most } as const;
  const [pages, posts] = await Promise.all([
    postCalls.posts({ ...found, kind: 'page' }),
    postCalls.posts(found),
  ]);
  const items = [...pages.items.slice(0, most / 2), ...posts.items].slice(0, most);
  return items.map(({ post_title, post_title_web }) => ({
    title: post_title || t('Untitled'),
    url: urls.post(post_title_web),
  }));
};

/** Posts and pages in any state, to be edited. */
export async function findToEdit(query: string): Promise<Found[]> {
  const { items } = await postCalls.posts({ search: query, limit: most });
  return items.map(({ id, post_title }) => ({
    name: post_title || t('Untitled'),
    context: t('Post'),
    url: urls.editPost(id),
  }));
}
