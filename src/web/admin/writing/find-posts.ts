import { urls } from '../../../contract/urls.ts';
import type { FindPosts } from '../../editor/popups/post-search.ts';
import { adminApi } from '../data/admin-api.ts';

/** Active posts that match what was typed in the link popup. */
export const findPosts: FindPosts = async (query) => {
  const { items } = await adminApi.posts({ search: query, status: 'active', limit: 6 });
  return items.map(({ post_title, post_title_web }) => ({
    title: post_title || 'Untitled',
    url: urls.post(post_title_web),
  }));
};
