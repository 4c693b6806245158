import { urls } from '../../../platform/http/urls.ts';
import { gone, notFound, orNotFound } from '../../../platform/web/not-found.ts';
import { type Page, redirectTo } from '../../../platform/web/page.ts';
import type { PostsApi } from './page-api.ts';

/** /post?name={id}, the URL of 'Direct Link', redirects to the post's own URL. */
export const directLinkPage: Page<PostsApi> = {
  path: '/post',
  get: async ({ api, url }) => {
    const name = url.searchParams.get('name') ?? '';
    if (!/^[1-9]\d{0,9}$/.test(name)) throw notFound();
    const { post_title_web } = await orNotFound(api.currentWebTitle({ post: Number(name) }));
    if (post_title_web === null) throw gone();
    return redirectTo(urls.post(post_title_web), 301);
  },
};
