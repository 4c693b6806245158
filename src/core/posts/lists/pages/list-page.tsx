import { maxPageSize } from '../../../../platform/http/api/limits.ts';
import { pageNumber, pageUrl } from '../../../../platform/http/api/page-number.ts';
import { urls } from '../../../../platform/http/urls.ts';
import { useMessages } from '../../../../platform/web/messages.ts';
import type { Page, Visit } from '../../../../platform/web/page.ts';
import { claimCommand } from '../../../accounts/messages.ts';
import { AuthorLinks, HomeAuthor } from '../../../accounts/pages/home-author.tsx';
import { FeedLinks } from '../../../site/pages/feed-links.tsx';
import { NoIndex, PageMeta } from '../../../site/pages/page-meta.tsx';
import { useSite } from '../../../site/pages/site-context.ts';
import type { PostCard } from '../../api/posts.ts';
import type { Filter, PostList, PostsApi } from '../../pages/page-api.ts';
import { mainImage } from '../../pages/post-parts.tsx';
import { saysTheSame } from '../../rules/same-text.ts';
import { listUrl, parseListUrl, type View } from '../api/list-url.ts';
import { type ListStyle, listStyle } from './layout.ts';
import { listEntries } from './list-entries.tsx';
import { LoadMore } from './load-more.tsx';
import { PageLinks } from './page-links.tsx';

type List = PostList & {
  filter: Filter;
  view: View;
  style: ListStyle;
  from: number;
  pathname: string;
  /** In a static copy, which has numbered pages instead of ones that grow. */
  page: number | null;
};

/** How many posts a page of a list has in a static copy. */
const copiedPage = 10;

/** Titles alone take little space: five of them would leave the page empty. */
const shortestIndex = 20;

export const listPages: readonly Page<PostsApi>[] = [urls.home, '/filter/:category', '/tag/:tag'].map(
  (path) => ({
    path,
    get: async (visit) => {
      const list = await loadList(visit);
      const status = list.exists ? 200 : 404;
      const isHome = path === urls.home;
      const author = isHome ? await visit.api.author() : null;
      const isBeingSetUp = isHome && list.total === 0 && !visit.copy && !(await visit.api.claim.isClaimed());
      return {
        status,
        ...(!isBeingSetUp && { styles: ['list'] as const }),
        head: (
          <>
            <ListMeta list={list} />
            {isBeingSetUp && <NoIndex />}
            <AuthorLinks author={author} />
          </>
        ),
        main: (
          <>
            <HomeAuthor author={author} />
            {isBeingSetUp ? <BeingSetUp /> : <PostListScreen list={list} />}
          </>
        ),
      };
    },
  }),
);

async function loadList({ api, url, params, copy }: Visit<PostsApi>): Promise<List> {
  const filter: Filter = { category: params.category, tag: params.tag };
  const page = copy ? pageNumber(url.searchParams) : null;
  const { show, view, from } =
    page === null
      ? parseListUrl(url.searchParams)
      : { show: copiedPage, view: 'full' as const, from: (page - 1) * copiedPage };
  const style = listStyle(view, (await api.frame()).site.layout);
  const count = copy ? show : Math.max(show, style === 'index' ? shortestIndex : 0);
  return {
    ...(await postsFrom(api, from, count, filter)),
    filter,
    view,
    style,
    from,
    pathname: url.pathname,
    page,
  };
}

async function postsFrom(api: PostsApi, from: number, count: number, filter: Filter): Promise<PostList> {
  const list: PostList = { cards: [], total: from + count, exists: true, name: '', description: '' };
  while (list.cards.length < Math.min(count, list.total - from)) {
    const limit = Math.min(count - list.cards.length, maxPageSize);
    const next = await api.posts({ limit, offset: from + list.cards.length }, filter);
    list.total = next.total;
    list.exists = next.exists;
    if (list.cards.length === 0) Object.assign(list, { name: next.name, description: next.description });
    if (next.cards.length === 0) break;
    list.cards.push(...next.cards);
  }
  return list;
}

function ListMeta({ list: { name, description, cards, pathname } }: { list: List }) {
  const site = useSite();
  const first: PostCard | undefined = cards[0];
  return (
    <>
      <PageMeta
        title={name || undefined}
        description={description || (name ? `${name}: ${site.site_name}` : site.site_description)}
        path={pathname}
        image={first && mainImage(first)}
      />
      {name && <FeedLinks list={pathname} title={`${name} · ${site.site_name}`} />}
    </>
  );
}

function PostListScreen({ list }: { list: List }) {
  const messages = useMessages();
  const { cards, style } = list;
  return (
    <div className={`list grid h-feed ${style}`}>
      <ListHead list={list} />
      {cards.length === 0 ? (
        <div className="empty">
          <p>{messages.noPosts}</p>
          <p>{messages.checkAgain}</p>
        </div>
      ) : (
        <div className="entries">
          <PostEntries cards={cards} style={style} isFirstPage />
          {list.page === null ? (
            <LoadMore list={{ ...list, show: cards.length }} />
          ) : (
            <PageLinks
              page={list.page}
              pages={Math.ceil(list.total / copiedPage)}
              urlOf={(page) => pageUrl(list.pathname, page)}
            />
          )}
        </div>
      )}
      {cards.length > 0 && list.page === null && <ViewSwitch list={list} />}
    </div>
  );
}

function ViewSwitch({ list: { cards, view, from, pathname } }: { list: List }) {
  const messages = useMessages();
  return (
    <nav className="view-switch" aria-label={messages.layout}>
      {(['full', 'compact'] as const).map((other) => (
        <a
          key={other}
          data-view={other}
          href={listUrl(pathname, { show: cards.length, view: other, from })}
          aria-current={other === view ? 'true' : undefined}
        >
          {messages.layouts[other]}
        </a>
      ))}
    </nav>
  );
}

/** Only the output of the server has the claim link: this page is for everyone. */
function BeingSetUp() {
  const { title, advice } = useMessages().beingSetUp;
  const [before, after] = advice.split('{command}');
  return (
    <div className="notice grid">
      <h1>{title}</h1>
      <p>
        {before}
        <code dir="ltr">{claimCommand}</code>
        {after}
      </p>
    </div>
  );
}

type EntriesProps = { cards: readonly PostCard[]; style: ListStyle; isFirstPage: boolean };

/** The first image of a page is the largest thing that it shows, so it is loaded at once. */
export function PostEntries({ cards, style, isFirstPage }: EntriesProps) {
  const Entry = listEntries[style];
  return cards.map((card, index) => <Entry key={card.id} post={card} first={isFirstPage && index === 0} />);
}

function ListHead({ list: { cards, total, filter, name, description, pathname } }: { list: List }) {
  const messages = useMessages();
  const site = useSite();
  return (
    <header className="list-head">
      {name ? (
        <div className="filter">
          <p className="filter-kind">{filter.category ? messages.category : messages.tag}</p>
          <h1 className="p-name" dir="auto">
            {name}
          </h1>
          {description && (
            <p className="p-summary" dir="auto">
              {description}
            </p>
          )}
          <p className="filter-count">
            {cards.length > 0 && <span>{messages.postCount(total)}</span>}
            <a href={pathname + urls.feed}>{messages.places.feed}</a>
            <a href={urls.home}>{messages.clearFilter}</a>
          </p>
        </div>
      ) : (
        <div className="lead">
          <h1 className="p-name visually-hidden">{site.site_name}</h1>
          {!saysTheSame(site.site_description, site.tagline) && (
            <p className="p-summary" dir="auto">
              {site.site_description}
            </p>
          )}
        </div>
      )}
    </header>
  );
}
