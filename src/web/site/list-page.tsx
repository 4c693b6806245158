import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { largestPage } from '../../contract/limits.ts';
import { listAddress, readListAddress } from '../../contract/list-address.ts';
import type { PostCard } from '../../contract/posts.ts';
import { urls } from '../../contract/urls.ts';
import { segmentTitle } from '../../rules/categories.ts';
import { type Api, apiContext, type Filter, type PostList } from '../api.ts';
import { CompactCard } from './compact-card.tsx';
import { FeedLinks } from './feed/feed-links.tsx';
import { LoadMore, useMore } from './load-more.tsx';
import { PageMeta } from './page-meta.tsx';
import { Card } from './post-card.tsx';
import { mainImage } from './post-parts.tsx';
import { useSite } from './use-site.ts';

export async function listLoader({ request, params, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const filter: Filter = { category: params.category, tag: params.tag };
  const { show, view } = readListAddress(searchParams);
  const { cards, total } = await firstPosts(context.get(apiContext), show, filter);
  return { cards: view === 'compact' ? cards.map(withoutContent) : cards, total, filter, view, pathname };
}

export type ListData = Awaited<ReturnType<typeof listLoader>>;

const withoutContent = (card: PostCard): PostCard => ({ ...card, post_content: '' });

async function firstPosts(api: Api, count: number, filter: Filter): Promise<PostList> {
  const list: PostList = { cards: [], total: count };
  while (list.cards.length < Math.min(count, list.total)) {
    const offset = list.cards.length;
    const next = await api.posts({ limit: Math.min(count - offset, largestPage), offset }, filter);
    list.total = next.total;
    if (next.cards.length === 0) break;
    list.cards.push(...next.cards);
  }
  return list;
}

export function ListPage() {
  const data = useLoaderData<typeof listLoader>();
  const list = useMore(data);
  const { filter, view, pathname } = data;
  const Entry = view === 'compact' ? CompactCard : Card;
  return (
    <div className={`list h-feed ${view}`}>
      <ListHead data={data} shown={list.cards.length} />
      {list.cards.length === 0 ? (
        <div className="empty">
          <p>There are current no posts for public view.</p>
          <p>Please check again another time.</p>
        </div>
      ) : (
        list.cards.map((card, index) => <Entry key={card.id} post={card} first={index === 0} />)
      )}
      <LoadMore list={list} address={(show) => listAddress(pathname, show, view)} filter={filter} />
    </div>
  );
}

function ListHead({ data, shown }: { data: ListData; shown: number }) {
  const site = useSite();
  const { filter, view, pathname, cards } = data;
  const { category, tag } = filter;
  const name = category ? segmentTitle(category) || category : tag;
  const first = cards[0];
  return (
    <header className="list-head">
      <PageMeta
        site={site}
        title={name}
        description={name ? `${name}: ${site.site_name}` : site.site_description}
        path={pathname}
        image={first && mainImage(first)}
      />
      {name && <FeedLinks list={pathname} title={`${name} · ${site.site_name}`} />}
      {name ? (
        <div className="filter">
          <p className="filter-kind">{category ? 'Category' : 'Tag'}</p>
          <h1 className="p-name">{name}</h1>
          <a href={urls.home}>[clear]</a>
        </div>
      ) : (
        <div className="lead">
          <h1 className="p-name visually-hidden">{site.site_name}</h1>
          <p className="p-summary">{site.site_description}</p>
        </div>
      )}
      {cards.length > 0 && (
        <nav className="view-switch" aria-label="Layout">
          {(['full', 'compact'] as const).map((other) => (
            <a
              key={other}
              href={listAddress(pathname, shown, other)}
              aria-current={other === view ? 'true' : undefined}
            >
              {other}
            </a>
          ))}
        </nav>
      )}
    </header>
  );
}
