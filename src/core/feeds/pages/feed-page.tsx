import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Page, Visit } from '../../../platform/web/page.ts';
import { FormattedDate } from '../../../platform/web/ui/date.tsx';
import type { Filter, PostsApi } from '../../posts/pages/page-api.ts';
import { PostTitle } from '../../posts/pages/post-title.tsx';
import { FeedLinks } from '../../site/pages/feed-links.tsx';
import { NoIndex } from '../../site/pages/page-meta.tsx';
import { useSite } from '../../site/pages/site-context.ts';

const size = 50;

/** The HTML version of a feed, for browsers; feed readers get the feed itself at the same URL. */
export const feedPages: readonly Page<PostsApi>[] = ['', '/tag/:tag', '/filter/:category'].map((list) => ({
  path: list + urls.feed,
  get: async (visit) => {
    const feed = await loadFeed(visit);
    const status = feed.exists ? 200 : 404;
    return { status, head: <FeedMeta feed={feed} />, main: <FeedScreen feed={feed} />, styles: ['other'] };
  },
}));

type Feed = Awaited<ReturnType<typeof loadFeed>>;

async function loadFeed({ api, params }: Visit<PostsApi>) {
  const filter: Filter = { category: params.category, tag: params.tag };
  const { cards, exists, name } = await api.posts({ limit: size, offset: 0 }, filter);
  return {
    list: filter.tag ? urls.tag(filter.tag) : filter.category ? urls.category(filter.category) : '',
    about: name,
    cards,
    exists,
  };
}

function useFeedName({ about }: Feed): string {
  const { site_name } = useSite();
  return about ? `${site_name}: ${about}` : site_name;
}

function FeedMeta({ feed }: { feed: Feed }) {
  const messages = useMessages();
  const name = useFeedName(feed);
  return (
    <>
      <title>{messages.feedOf(name)}</title>
      <NoIndex />
      {feed.list && <FeedLinks list={feed.list} title={name} />}
    </>
  );
}

function FeedScreen({ feed }: { feed: Feed }) {
  const messages = useMessages();
  const { list, cards } = feed;
  const site = useSite();
  const name = useFeedName(feed);
  return (
    <article className="feed grid">
      <h1>{messages.feedOf(name)}</h1>
      <p>{messages.feedExplained}</p>
      <p className="feed-url">
        <label htmlFor="feed-url">{messages.feedUrl}</label>
        <input id="feed-url" type="url" dir="ltr" readOnly value={site.site_url + list + urls.feed} />
      </p>
      <p>
        {messages.otherFormats} <a href={list + urls.atom}>Atom</a>,{' '}
        <a href={list + urls.jsonFeed}>JSON Feed</a>
      </p>
      <h2>{messages.recentPosts}</h2>
      {cards.length === 0 ? <p>{messages.noPostsYet}</p> : null}
      <ol className="title-list">
        {cards.map((card) => (
          <li key={card.id} className="h-entry">
            <PostTitle post={card} as={null} />
            <FormattedDate date={card.post_date} className="dt-published" />
          </li>
        ))}
      </ol>
    </article>
  );
}
