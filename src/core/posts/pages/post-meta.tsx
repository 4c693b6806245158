import { urls } from '../../../platform/http/urls.ts';
import { locale } from '../../../platform/web/language-names.ts';
import { useMessages } from '../../../platform/web/messages.ts';
import type { Author } from '../../accounts/api/profiles.ts';
import { cardPath, cardSize } from '../../site/api/cards.ts';
import type { PublicSite } from '../../site/api/site.ts';
import {
  absoluteUrl,
  isWebLink,
  NoIndex,
  PageMeta,
  type SocialImageInfo,
} from '../../site/pages/page-meta.tsx';
import { useSite } from '../../site/pages/site-context.ts';
import type { Post } from '../api/posts.ts';
import { categoriesOf } from '../terms/rules/list-names.ts';
import { Alternates, translationWorks } from '../translations/pages.tsx';
import { socialImage, titleOf } from './post-parts.tsx';

export function PostMeta({ post }: { post: Post }) {
  const title = titleOf(post, useMessages());
  const site = useSite();
  const tags = post.tags.map(({ display_name }) => display_name);
  const path = urls.post(post.post_title_web);
  const image = socialImage(post) ?? cardOf(site, post, title);
  return (
    <>
      <PageMeta
        title={title}
        description={post.description}
        path={path}
        image={image}
        article={{
          published: post.post_date,
          modified: post.update_date,
          tags,
          locale: locale(post.language || site.language),
          author: post.author,
        }}
      />
      <Alternates post={post} />
      <MarkdownLink post={post} />
      {post.active === 0 && <NoIndex />}
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        dangerouslySetInnerHTML={{ __html: structured(site, post, title, image) }}
      />
    </>
  );
}

/** The same text for programs. */
export const MarkdownLink = ({ post }: { post: Post }) =>
  post.active === 1 && (
    <link rel="alternate" type="text/markdown" href={urls.markdown(post.post_title_web)} />
  );

/** A post without an image gets a social card with its title. */
export const cardOf = (site: PublicSite, post: Post, alt: string): SocialImageInfo => ({
  file_path: cardPath(post.id, { title: post.post_title, site: site.site_name, color: site.theme_color }),
  ...cardSize,
  alt,
});

const personOf = (site: PublicSite, { display_name, links, photo }: Author) => {
  const pages = links.filter(isWebLink).map(({ url }) => url);
  return {
    '@type': 'Person',
    name: display_name,
    url: pages[0] ?? `${site.site_url}/`,
    image: photo ? absoluteUrl(site, photo.file_path) : undefined,
    sameAs: pages.length > 0 ? pages : undefined,
  };
};

function sectionsOf(post: Post): string[] | undefined {
  const titles = new Set(categoriesOf(post).flatMap(({ titles }) => titles));
  return titles.size > 0 ? [...titles] : undefined;
}

function structured(site: PublicSite, post: Post, title: string, image: SocialImageInfo): string {
  const url = absoluteUrl(site, urls.post(post.post_title_web));
  const owner = { '@type': 'Organization', name: site.site_name, url: `${site.site_url}/` };
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    inLanguage: post.language || site.language,
    workTranslation: translationWorks(site, post),
    description: post.description,
    url,
    mainEntityOfPage: url,
    datePublished: post.post_date,
    dateModified: post.update_date ?? post.post_date,
    author: post.author ? personOf(site, post.author) : owner,
    publisher: owner,
    image: {
      '@type': 'ImageObject',
      url: absoluteUrl(site, image.file_path),
      width: image.width,
      height: image.height,
    },
    articleSection: sectionsOf(post),
    keywords: post.tags.map(({ display_name }) => display_name).join(', ') || undefined,
    commentCount: post.comments_approved,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: post.vote_count,
    },
  };
  return JSON.stringify(posting).replaceAll('<', '\\u003c');
}
