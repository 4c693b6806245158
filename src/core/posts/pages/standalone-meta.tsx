import { urls } from '../../../platform/http/urls.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { PublicSite } from '../../site/api/site.ts';
import { absoluteUrl, NoIndex, PageMeta } from '../../site/pages/page-meta.tsx';
import { useSite } from '../../site/pages/site-context.ts';
import type { Post } from '../api/posts.ts';
import { Alternates, translationWorks } from '../translations/pages.tsx';
import { cardOf, MarkdownLink } from './post-meta.tsx';
import { socialImage, titleOf } from './post-parts.tsx';

/** Metadata of a page of the owner: it is no article, so it has neither a date of publication nor tags. */
export function StandaloneMeta({ page }: { page: Post }) {
  const site = useSite();
  const title = titleOf(page, useMessages());
  const image = socialImage(page) ?? cardOf(site, page, title);
  return (
    <>
      <PageMeta
        title={title}
        description={page.description}
        path={urls.post(page.post_title_web)}
        image={image}
      />
      <Alternates post={page} />
      <MarkdownLink post={page} />
      {page.active === 0 && <NoIndex />}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        dangerouslySetInnerHTML={{ __html: structured(site, page, title, image.file_path) }}
      />
    </>
  );
}

function structured(site: PublicSite, page: Post, name: string, image: string): string {
  const owner = { '@type': 'Organization', name: site.site_name, url: `${site.site_url}/` };
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name,
    inLanguage: page.language || site.language,
    workTranslation: translationWorks(site, page),
    description: page.description,
    url: absoluteUrl(site, urls.post(page.post_title_web)),
    dateModified: page.update_date ?? page.post_date,
    primaryImageOfPage: { '@type': 'ImageObject', url: absoluteUrl(site, image) },
    isPartOf: { '@type': 'WebSite', name: site.site_name, url: `${site.site_url}/` },
    publisher: owner,
  }).replaceAll('<', '\\u003c');
}
