import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { urls } from '../../../contract/urls.ts';
import { apiContext, type Filter } from '../../api.ts';
import { ShownDate } from '../../ui/shown-date.tsx';
import { useSite } from '../use-site.ts';
import { FeedLinks } from './feed-links.tsx';

const size = 50;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const filter: Filter = { category: params.category, tag: params.tag };
  const { cards } = await context.get(apiContext).posts({ limit: size, offset: 0 }, filter);
  return {
    list: filter.tag ? urls.tag(filter.tag) : filter.category ? urls.category(filter.category) : '',
    about: filter.tag ?? filter.category ?? null,
    items: cards.map(({ id, post_title, post_title_web, post_date, description }) => ({
      id,
      title: post_title || 'Untitled',
      url: urls.post(post_title_web),
      date: post_date,
      description,
    })),
  };
}

/** What a person sees at a feed's address; a feed reader gets the feed itself there. */
export function Component() {
  const { list, about, items } = useLoaderData<typeof loader>();
  const site = useSite();
  const name = about ? `${site.site_name}: ${about}` : site.site_name;
  const address = site.site_url + list + urls.feed;
  return (
    <article className="feed">
      <title>{`Feed of ${name}`}</title>
      <meta name="robots" content="noindex" />
      {list && <FeedLinks list={list} title={name} />}
      <h1>Feed of {name}</h1>
      <p>
        This is a web feed. Give its address to a feed reader, and new posts come to you: no account, no
        e-mail, no algorithm.
      </p>
      <p className="feed-address">
        <label htmlFor="feed-address">Address</label>
        <input id="feed-address" type="url" readOnly value={address} />
      </p>
      <p>
        The same as <a href={list + urls.atom}>Atom</a> and as <a href={list + urls.jsonFeed}>JSON Feed</a>.
      </p>
      <h2>In it now</h2>
      {items.length === 0 ? <p>Nothing yet.</p> : null}
      <ol className="feed-items">
        {items.map((item) => (
          <li key={item.id}>
            <a href={item.url}>{item.title}</a>
            <ShownDate date={item.date} />
            <p>{item.description}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}
