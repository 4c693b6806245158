import { tagsPage as pageSize } from '../../platform/http/api/limits.ts';
import { pageNumber, pageUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { useMessages } from '../../platform/web/messages.ts';
import type { Page } from '../../platform/web/page.ts';
import { Count } from '../posts/lists/pages/archive-page.tsx';
import { formatNumber } from '../posts/lists/pages/formats.ts';
import { PageLinks } from '../posts/lists/pages/page-links.tsx';
import type { PostsApi, Topics } from '../posts/pages/page-api.ts';
import type { TopicNode } from '../posts/terms/rules/category-tree.ts';
import { PageMeta } from '../site/pages/page-meta.tsx';
import { useSite } from '../site/pages/site-context.ts';

export const topicsPage: Page<PostsApi> = {
  path: urls.topics,
  get: async ({ api, url }) => {
    const page = pageNumber(url.searchParams);
    const topics = await api.topics({ limit: pageSize, offset: (page - 1) * pageSize });
    return {
      status: page > 1 && topics.tags.length === 0 ? 404 : 200,
      head: <TopicsMeta page={page} />,
      main: <TopicsScreen topics={topics} page={page} />,
    };
  },
};

function TopicsMeta({ page }: { page: number }) {
  const { topics } = useMessages().places;
  const site = useSite();
  return (
    <PageMeta title={topics} description={`${topics}: ${site.site_name}`} path={pageUrl(urls.topics, page)} />
  );
}

function TopicsScreen({ topics: { categories, tags, totalTags }, page }: { topics: Topics; page: number }) {
  const messages = useMessages();
  const { language } = useSite();
  return (
    <div className="browse grid">
      <h1>{messages.places.topics}</h1>
      {categories.length === 0 && totalTags === 0 && <p className="empty">{messages.noTopics}</p>}
      {page === 1 && categories.length > 0 && (
        <section aria-labelledby="categories">
          <h2 id="categories">{messages.categories}</h2>
          <Branches nodes={categories} />
        </section>
      )}
      {tags.length > 0 && (
        <section aria-labelledby="tags">
          <h2 id="tags">
            {messages.tags} <span className="count">{formatNumber(language, totalTags)}</span>
          </h2>
          <ul className="tag-cloud">
            {tags.map(({ name, display_name, count }) => (
              <li key={name}>
                <a href={urls.tag(name)} rel="tag" dir="auto">
                  {display_name}
                </a>
                <Count of={count} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <PageLinks
        urlOf={(number) => pageUrl(urls.topics, number)}
        page={page}
        pages={Math.ceil(totalTags / pageSize)}
      />
    </div>
  );
}

function Branches({ nodes }: { nodes: readonly TopicNode[] }) {
  return (
    <ul className="branches">
      {nodes.map(({ path, segment, title, count, children }) => (
        <li key={path}>
          <a href={urls.category(segment)} dir="auto">
            {title}
          </a>
          <Count of={count} />
          {children.length > 0 && <Branches nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
