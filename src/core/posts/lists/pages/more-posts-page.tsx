import { maxOffset, maxPageSize, noFilter } from '../../../../platform/http/api/limits.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { notFound } from '../../../../platform/web/not-found.ts';
import type { Page } from '../../../../platform/web/page.ts';
import { NoIndex } from '../../../site/pages/page-meta.tsx';
import type { PostsApi } from '../../pages/page-api.ts';
import { pageStart, parseListUrl } from '../api/list-url.ts';
import { listStyle } from './layout.ts';
import { PostEntries } from './list-page.tsx';
import { LoadMore } from './load-more.tsx';

/**
 * A part of a list as the cards that a list shows, for client/load-more.ts. It has the URL of the same part as JSON, which
 * clients get that do not ask for HTML.
 */
export const morePostsPage: Page<PostsApi> = {
  path: `${urls.api}/api/posts/:limit/:offset/:category/:tag`,
  get: async ({ api, url, params }) => {
    const [limit, offset] = [Number(params.limit), Number(params.offset)];
    const inRange = limit >= 1 && limit <= maxPageSize && offset >= 0 && offset <= maxOffset;
    if (!inRange || !Number.isInteger(limit + offset)) throw notFound();
    const chosen = (name: string | undefined) => (name === noFilter ? undefined : name);
    const filter = { category: chosen(params.category), tag: chosen(params.tag) };
    const { view } = parseListUrl(url.searchParams);
    const style = listStyle(view, (await api.frame()).site.layout);
    const list = await api.posts({ limit, offset }, filter);
    const from = pageStart(offset);
    const pathname = filter.tag
      ? urls.tag(filter.tag)
      : filter.category
        ? urls.category(filter.category)
        : urls.home;
    return {
      head: <NoIndex />,
      main: (
        <>
          <PostEntries cards={list.cards} style={style} isFirstPage={false} />
          <LoadMore
            list={{ ...list, filter, view, from, show: offset - from + list.cards.length, pathname }}
          />
        </>
      ),
    };
  },
};
