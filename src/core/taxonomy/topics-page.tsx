import { tagsPage as pageSize } from '../../platform/http/api/limits.ts';
import { pageNumber, pageUrl } from '../../platform/http/api/page-number.ts';
import { urls } from '../../platform/http/urls.ts';
import { useHasServer } from '../../platform/web/copy-context.ts';
import { useMessages } from '../../platform/web/messages.ts';
import type { Page } from '../../platform/web/page.ts';
import type { PostLink } from '../posts/api/posts.ts';
import { Count } from '../posts/lists/pages/archive-page.tsx';
import { formatNumber } from '../posts/lists/pages/formats.ts';
import { PageLinks } from '../posts/lists/pages/page-links.tsx';
import type { PostsApi, Topics } from '../posts/pages/page-api.ts';
import { titleOf } from '../posts/pages/post-parts.tsx';
import type { TopicNode } from '../posts/terms/rules/category-tree.ts';
import { PageMeta } from '../site/pages/page-meta.tsx';
import { SearchForm } from '../site/pages/search-form.tsx';
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
      styles: ['other'],
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

function TopicsScreen({ topics, page }: { topics: Topics; page: number }) {
  const { categories, tags, totalTags, latest } = topics;
  const messages = useMessages();
  const { language } = useSite();
  return (
    <div className="browse grid">
      <h1>{messages.places.topics}</h1>
      {useHasServer() && <SearchForm label={messages.searchSite} />}
      {categories.length === 0 && totalTags === 0 && <p className="empty">{messages.noTopics}</p>}
      {page === 1 && categories.length > 0 && (
        <section aria-labelledby="categories">
          <h2 id="categories">{messages.categories}</h2>
          <Branches nodes={categories} latest={latest.category} />
        </section>
      )}
      {tags.length > 0 && (
        <section aria-labelledby="tags">
          <h2 id="tags">
            {messages.tags} <span className="count">{formatNumber(language, totalTags)}</span>
          </h2>
          <ul className="topics">
            {tags.map(({ name, display_name, count }) => (
              <li key={name}>
                <a href={urls.tag(name)} className="topic" rel="tag" dir="auto">
                  {display_name}
                </a>
                <Count of={count} />
                <Latest post={latest.tag.get(name)} />
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

type BranchesProps = { nodes: readonly TopicNode[]; latest: Topics['latest']['category'] };

function Branches({ nodes, latest }: BranchesProps) {
  return (
    <ul className="topics">
      {nodes.map(({ path, segment, title, count, children }) => (
        <li key={path}>
          <a href={urls.category(segment)} className="topic" dir="auto">
            {title}
          </a>
          <Count of={count} />
          <Latest post={latest.get(segment)} />
          {children.length > 0 && <Branches nodes={children} latest={latest} />}
        </li>
      ))}
    </ul>
  );
}

/** The newest post of a topic, which tells more about it than its name. */
function Latest({ post }: { post: PostLink | undefined }) {
  const messages = useMessages();
  return (
    post && (
      <a className="latest" href={urls.post(post.post_title_web)} dir="auto">
        {titleOf(post, messages)}
      </a>
    )
  );
}
